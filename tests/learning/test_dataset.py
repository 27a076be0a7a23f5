"""Data sets: the rows against a slow oracle, the same bytes however they came about, and what is refused."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from engine_process import HEEDFUL
from oddsfish.engine import games, plain
from oddsfish.learning import dataset
from oddsfish.learning.dataset import generate, journal_of
from oddsfish.learning.rows import DatasetSettings, begin, header, play

SMALL: dict[str, Any] = {"game": "connect4", "options": {}, "depth": 2, "branch": 3, "opening": 3}
ROWS = 150
BARE = "8/5k2/8/3r4/8/2K5/4R3/8 w - - 60 90"


def settings(**changed: Any) -> DatasetSettings:
    return DatasetSettings(**{**SMALL, **changed})


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("whole") / "data.csv"
    generate(settings(), path, ROWS)
    return path.read_bytes()


# The rows.


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"game": "tictactoe", "opening": 1, "depth": 4, "look_ahead": 2},
        {"game": "chess", "options": {"Evaluation": "Material"}, "depth": 2, "branch": 2, "fen": BARE},
        {"options": {"Slip": "true"}, "depth": 1},
    ],
)
def test_rows_are_those_of_the_plain_search(changed: dict[str, Any]) -> None:
    """The position before each move, its evaluation and its value, both as the side to move sees them."""
    made = settings(**changed)
    options = made.configured()
    rows = play(made, 3)
    assert rows
    random = Random("0 3")
    position = begin(made, options, random)
    for _ in range(made.opening):
        position.play(position.sample(random.choice(position.moves()), random))
    found: list[float] = []
    while position.ending() is None:
        sign = 1 if position.player() == 0 else -1
        oracle = plain.BranchLimit(made.branch, made.look_ahead)
        lines = [(move, sign * value) for move, value in oracle.root(position, made.depth)]
        value = max(value for _, value in lines)
        place = {move: number for number, move in enumerate(position.moves())}
        best = min((move for move, other in lines if other == pytest.approx(value, abs=1e-12)), key=lambda m: place[m])
        if abs(value) < 0.99 * position.decisive:  # no forced end
            found += [sign * position.value(), value]
        position.play(position.sample(best, random))
    assert [float(field) for row in rows for field in row.split(",")] == pytest.approx(found)


def test_all_columns_of_chess() -> None:
    made = DatasetSettings("chess", {"Evaluation": "SEF"}, columns=True, depth=1, branch=3)
    names = header(made).split(",")
    assert names[0] == "material" and names[-2:] == ["evaluation", "best_value"] and len(names) == 11
    for row in play(made, 0)[:20]:
        fields = dict(zip(names, row.split(","), strict=True))
        parts = [float(fields[name]) for name in names[:5]]
        assert float(fields["evaluation"]) == parts[0] + parts[1] + parts[2] + parts[3] + parts[4]
        assert [name for name, text in fields.items() if "." not in text] == names[5:9]
    assert header(settings()) == "H_0,H_2"


def test_each_game_hangs_on_the_seed_and_its_number_alone() -> None:
    assert play(settings(), 5) == play(settings(), 5)
    assert play(settings(), 5) != play(settings(), 6)
    assert play(settings(), 5) != play(settings(seed=1), 5)


# The file.


def test_on_one_process_and_on_two(whole: bytes, tmp_path: Path) -> None:
    generate(settings(), tmp_path / "two.csv", ROWS, jobs=2)
    assert (tmp_path / "two.csv").read_bytes() == whole
    assert whole.count(b"\n") == ROWS + 1 and whole.startswith(b"H_0,H_2\n")


def test_more_rows_begin_as_fewer_do(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "data.csv"
    for rows in (1, 40, 41, ROWS):
        assert generate(settings(), path, rows).rows == rows
        assert path.read_bytes() == b"".join(whole.splitlines(keepends=True)[: rows + 1])
    assert generate(settings(), path, 10).rows == ROWS  # nothing is lost
    assert path.read_bytes() == whole


@pytest.mark.parametrize("seed", range(12))
def test_wherever_it_was_cut_it_goes_on_to_the_same(whole: bytes, seed: int, tmp_path: Path) -> None:
    """The file, its journal, or both may lack their ends, or have the half of a line."""
    path = tmp_path / "data.csv"
    random = Random(seed)
    generate(settings(), path, ROWS)
    for file in (path, journal_of(path)):
        if random.random() < 0.7:
            data = file.read_bytes()
            file.write_bytes(data[: random.randrange(len(data))])
    if random.random() < 0.3:
        path.write_bytes(path.read_bytes() + b"0.5,0.")
    generate(settings(), path, ROWS)
    assert path.read_bytes() == whole


def command(path: Path, *more: str) -> list[str]:
    words = ["predictor", "data", "connect4", str(path), "--depth", "2", "--branch", "3", "--opening", "3", *more]
    return [*HEEDFUL, *words]


@pytest.mark.parametrize("way", [signal.SIGKILL, signal.SIGINT])
@pytest.mark.parametrize("jobs", [1, 2])
def test_whatever_ends_it_what_is_written_is_kept(way: int, jobs: int, tmp_path: Path) -> None:
    path = tmp_path / "data.csv"
    words = command(path, "--rows", "100000", "--jobs", str(jobs))
    run = subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True)
    until = time.monotonic() + 30
    while time.monotonic() < until and (not path.exists() or path.stat().st_size < 500):
        time.sleep(0.01)
    if way == signal.SIGINT:
        os.killpg(run.pid, way)  # as a terminal does
    else:
        run.send_signal(way)
    _, said = run.communicate(timeout=30)
    assert run.returncode == (130 if way == signal.SIGINT else -way)
    if way == signal.SIGINT:
        assert "are kept; the same command goes on" in said and "Traceback" not in said
    kept = path.read_bytes().count(b"\n") + 20
    generate(settings(), path, kept)
    generate(settings(), tmp_path / "other.csv", kept)
    assert path.read_bytes() == (tmp_path / "other.csv").read_bytes()


# What is refused.


def refused(path: Path, **changed: Any) -> str:
    before = {file: file.read_bytes() for file in path.parent.iterdir() if file.is_file()}
    with pytest.raises((ValueError, OSError)) as refusal:
        generate(settings(**changed), path, 50)
    assert before == {file: file.read_bytes() for file in path.parent.iterdir() if file.is_file()}
    assert "\n" not in str(refusal.value)
    return str(refusal.value)


def test_a_file_of_something_else_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "data.csv"
    path.write_text("precious\n")
    assert "no journal" in refused(path)
    path.unlink()
    generate(settings(), path, 20)
    assert "seed was 0, not 1" in refused(path, seed=1)
    assert "depth was 2, not 3" in refused(path, depth=3)
    path.write_text("H_0,H_3\n" + "1.0,2.0\n" * 500)
    assert "does not begin with the columns" in refused(path)
    for line in ("precious", "[]", "{" * 10, "[" * 100_000, '{"a": 1, "a": 2}'):
        journal_of(path).write_text(f"{line}\n")
        assert "no line of a journal" in refused(path)
    journal_of(path).write_bytes(b"\x80\x04")
    assert "no journal of ours" in refused(path)
    assert "not a regular file" in refused(tmp_path)
    os.mkfifo(tmp_path / "fifo")
    assert "not a regular file" in refused(tmp_path / "fifo")
    with pytest.raises(FileNotFoundError):
        generate(settings(), tmp_path / "none" / "data.csv", 50)


def test_settings_that_make_no_sense(tmp_path: Path) -> None:
    path = tmp_path / "data.csv"
    assert "go" in refused(path, game="go")
    assert "no such option" in refused(path, options={"Evaluatoin": "SEF"})
    assert "BranchLimit is a number" in refused(path, branch=1000)
    assert "says no more of a position than H_0" in refused(path, columns=True)
    assert "have ended the game" in refused(path, game="tictactoe", opening=10)
    assert "over where it begins" in refused(path, game="chess", fen="7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", opening=0)


def test_a_second_run_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "data.csv"
    generate(settings(), path, 20)

    def again(done: dataset.Done) -> None:
        with pytest.raises(ValueError, match="in use"):
            generate(settings(), path, 30)

    generate(settings(), path, 25, report=again)


def test_every_game_that_ships_has_rows() -> None:
    for name, game in games.shipped().items():
        made = DatasetSettings(name, {}, depth=2, branch=2, opening=0)
        assert all(len(row.split(",")) == 2 for row in play(made, 1)), game.title


@pytest.mark.parametrize("size", [-1, 10**400, None, 1.5])
def test_a_journal_whose_sizes_make_no_sense_is_refused(size: Any, tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    generate(settings(), path, 20)
    journal = journal_of(path)
    lines = journal.read_text().splitlines()
    journal.write_text("\n".join([lines[0], json.dumps({**json.loads(lines[1]), "size": size}), ""]))
    assert "is no entry of a data set" in refused(path)


def test_a_file_beside_an_empty_journal_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("H_0,H_2\n1,2\n")
    dataset.journal_of(path).touch()
    with pytest.raises(ValueError, match="no journal of it"):
        dataset.generate(DatasetSettings("tictactoe", {}, depth=2, opening=1), path, 5)
    assert path.read_text() == "H_0,H_2\n1,2\n"
    path.unlink()
    dataset.generate(DatasetSettings("tictactoe", {}, depth=2, opening=1), path, 5)
    head = dataset.journal_of(path).read_bytes().splitlines(keepends=True)[0]
    dataset.journal_of(path).write_bytes(head)
    path.write_text("my,own\n")
    with pytest.raises(ValueError, match="does not begin with the columns"):
        dataset.generate(DatasetSettings("tictactoe", {}, depth=2, opening=1), path, 5)
    assert path.read_text() == "my,own\n"
