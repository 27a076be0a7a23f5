"""Files of positions and of rows, which grow game by game: they have the same bytes however they were made."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any

import pytest
from engine_process import COMMAND
from oddsfish.learning import dataset, rows
from oddsfish.learning.positions import generation, record, recorded_game
from oddsfish.learning.positions.generation_settings import GenerationSettings

POSITIONS = GenerationSettings(seed=1, nodes=60)
ROWS = rows.DatasetSettings("connect4", {}, depth=2, branch=3, opening=3)


@dataclass(frozen=True)
class Kind:
    """generate: takes a path and a number of rows or positions. words: of the command, up to its file."""

    generate: Callable[..., Any]
    play: Callable[[int], object]
    words: tuple[str, ...]
    number: str  # the name of that number, as an option and as a field of the progress
    count: int

    def command(self, path: Path, count: int, *more: str) -> list[str]:
        return [*COMMAND, *self.words, str(path), f"--{self.number}", str(count), *more]


KINDS = {
    "positions": Kind(
        partial(generation.generate, POSITIONS),
        partial(recorded_game.play, POSITIONS),
        ("learn", "generate", "chess", "--seed", "1", "--nodes", "60"),
        "positions",
        300,
    ),
    "rows": Kind(
        partial(dataset.generate, ROWS),
        partial(rows.play, ROWS),
        ("predictor", "data", "connect4", "--depth", "2", "--branch", "3", "--opening", "3"),
        "rows",
        150,
    ),
}


@pytest.fixture(scope="module", params=KINDS)
def kind(request: pytest.FixtureRequest) -> Kind:
    return KINDS[request.param]


@pytest.fixture(scope="module")
def folder(kind: Kind, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the whole file and of its journal, if it has one."""
    made = tmp_path_factory.mktemp("whole")
    kind.generate(made / "file", kind.count)
    return made


@pytest.fixture
def whole(folder: Path) -> bytes:
    return (folder / "file").read_bytes()


def test_each_game_hangs_on_the_settings_and_its_number_alone(kind: Kind) -> None:
    assert kind.play(5) == kind.play(5) != kind.play(6)
    assert recorded_game.play(POSITIONS, 5).number == 5
    for seed, nodes in ((2, 60), (1, 400)):
        other = recorded_game.play(GenerationSettings(seed=seed, nodes=nodes), 5)
        assert other.packed != recorded_game.play(POSITIONS, 5).packed
    assert rows.play(ROWS, 5) != rows.play(rows.DatasetSettings(**{**vars(ROWS), "seed": 1}), 5)


def test_on_two_processes_and_with_less_before_it_is_the_same(kind: Kind, whole: bytes, tmp_path: Path) -> None:
    """Also as a command whose progress cannot be written. If the file has more than is wanted, nothing is lost."""
    done = kind.generate(tmp_path / "two", kind.count, jobs=2)
    assert (tmp_path / "two").read_bytes() == whole and done.size == len(whole)
    for count in (1, 2, 41, kind.count, 10):
        done = kind.generate(tmp_path / "some", count)
        assert getattr(done, kind.number) >= count
        assert whole.startswith((tmp_path / "some").read_bytes())
        if kind.number == "rows" and count > 10:
            assert done.rows == count == (tmp_path / "some").read_bytes().count(b"\n") - 1
    assert (tmp_path / "some").read_bytes() == whole
    with Path("/dev/full").open("w") as full:
        heard = subprocess.run(
            kind.command(tmp_path / "command", kind.count), stderr=full, stdout=subprocess.PIPE, check=True
        ).stdout
    assert kind.number.encode() in heard and (tmp_path / "command").read_bytes() == whole


@pytest.mark.parametrize("seed", range(6))
def test_wherever_it_was_cut_it_goes_on_to_the_same(
    kind: Kind, folder: Path, whole: bytes, seed: int, tmp_path: Path
) -> None:
    """The file, its journal or both are cut off, also within a line or record; or the file has foreign bytes behind."""
    random = Random(seed)
    path = copytree(folder, tmp_path / "cut") / "file"
    for file in path.parent.iterdir():
        if random.random() < 0.6:
            os.truncate(file, random.randrange(1, file.stat().st_size))
        elif file == path:
            file.write_bytes(whole + random.randbytes(random.randrange(400)))
    kind.generate(path, kind.count)
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("name", "way", "jobs"),
    [
        ("positions", signal.SIGINT, 1),
        ("positions", signal.SIGKILL, 2),
        ("rows", signal.SIGINT, 2),
        ("rows", signal.SIGKILL, 1),
    ],
)
def test_whatever_ends_it_what_is_written_is_kept(name: str, way: int, jobs: int, tmp_path: Path) -> None:
    kind, path = KINDS[name], tmp_path / "file"
    words = kind.command(path, 1_000_000, "--jobs", str(jobs))
    run = subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True)
    until = time.monotonic() + 30
    while time.monotonic() < until and (not path.exists() or path.stat().st_size < 5000):
        time.sleep(0.01)
    if way == signal.SIGINT:
        os.killpg(run.pid, way)  # as a terminal does
    else:
        run.send_signal(way)
    _, said = run.communicate(timeout=30)
    assert run.returncode == (130 if way == signal.SIGINT else -way)
    if way == signal.SIGINT:
        assert "kept" in said and "; the same command goes on" in said and "Traceback" not in said
    kept = path.read_bytes()
    more = (kept.count(b"\n") if name == "rows" else len(kept) // record.SIZE) + 20
    kind.generate(path, more)
    kind.generate(tmp_path / "other", more)
    assert path.read_bytes() == (tmp_path / "other").read_bytes()
    assert path.stat().st_size > 5000


def test_a_second_run_is_refused(kind: Kind, tmp_path: Path) -> None:
    def again(done: object) -> None:
        with pytest.raises(ValueError, match="in use"):
            kind.generate(tmp_path / "file", 30)

    kind.generate(tmp_path / "file", 25, report=again)
