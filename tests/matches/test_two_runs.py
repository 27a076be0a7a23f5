"""Two runs on one result file: one of them plays, the other is refused before its first game; no game counts twice."""

from __future__ import annotations

import fcntl
import json
import os
import random
import re
import signal
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from match_process import MatchProcess, engine, read_pgn, run_match
from oddsfish.matches.cli.match_command import main
from oddsfish.matches.files.header import header
from oddsfish.matches.files.journal import Journal, read_records
from oddsfish.matches.record import Record, Termination
from oddsfish.matches.settings import Engine, Match

PGN, RESULTS = "games.pgn", "games.pgn.results.jsonl"
A, B = engine("A"), engine("B")
MATCH = [*A, *B, "-each", "tc=60", "-games", "4", "-srand", "1"]
TWO = Match((Engine("A"), Engine("B")), games=2)


def numbers(path: Path) -> Counter[int]:
    """How often each game has been finished, by the lines of a result file alone."""
    _, *lines = path.read_text().splitlines()
    games = [json.loads(line) for line in lines]
    return Counter(game["number"] for game in games if game["ending"] != "unfinished")


@contextmanager
def held(path: Path) -> Iterator[None]:
    """A result file that another run has."""
    with path.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def test_whoever_comes_second_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By whatever name it comes, and whether it means to begin or to go on. It changes nothing."""
    one, other = tmp_path / "one", tmp_path / "other"
    for folder in (one, other):
        folder.mkdir()
    (other / "folder").symlink_to(one)
    (other / "link.pgn").symlink_to(one / PGN)
    (other / "link.jsonl").symlink_to(one / RESULTS)
    players = [*engine("A", "hang@1"), *B, *MATCH[len(A) + len(B) :]]
    with MatchProcess(*players, "-pgnout", PGN, where=one) as match:
        match.wait_for("Started game")
        (other / "hard.jsonl").hardlink_to(one / RESULTS)
        before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
        monkeypatch.chdir(other)
        for words in (
            ["-pgnout", f"../one/{PGN}"],
            ["-pgnout", f"folder/../one/./{PGN}", "-resume", "-report", "report.html"],
            ["-pgnout", "link.pgn", "-epdout", "games.epd", "-resume"],
            ["-pgnout", "other.pgn", "-results", "link.jsonl", "-resume"],
            ["-pgnout", "other.pgn", "-results", "hard.jsonl", "-resume"],
        ):
            status = main([*players, *words])
            said = capsys.readouterr()
            assert (status, said.out) == (2, "")
            assert re.fullmatch(r"match: \S+ is in use by another run\n", said.err)
        assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
        match.signal(signal.SIGTERM)
        assert match.finish().status == 128 + signal.SIGTERM
    Journal(one / RESULTS).close()


@pytest.mark.parametrize("resume", [[], ["-resume"]])
def test_two_that_start_together(resume: list[str], tmp_path: Path) -> None:
    """One of them plays the whole match."""
    folders = [tmp_path / "one", tmp_path / "other"]
    for folder in folders:
        folder.mkdir()
    words = [*MATCH, "-pgnout", str(tmp_path / PGN), "-report", str(tmp_path / "report.html"), *resume]
    with MatchProcess(*words, where=folders[0]) as one:
        time.sleep(random.Random(len(resume)).uniform(0.0, 0.2))
        with MatchProcess(*words, where=folders[1]) as other:
            ends = sorted((one.finish(), other.finish()), key=lambda finished: finished.status)
    played, refused = ends
    assert played.status == 0 and "Score of A vs B: 0 - 0 - 4  [0.500] 4" in played.out
    if resume and refused.status == 0:  # it came when the other one had ended
        assert "Going on after 4 games" in refused.out
    else:
        assert refused.status == 2 and "Started game" not in refused.out and refused.err.count("\n") == 1
    assert numbers(tmp_path / RESULTS) == Counter(range(1, 5))
    assert len(read_pgn(tmp_path / PGN)) == 4


def test_nobody_else_holds_the_lock(tmp_path: Path) -> None:
    """Not workers and not engines: whatever is left of a run that was killed, another one can go on at once."""
    players = [*engine("A", "sleep=0.02", "fork"), *engine("B"), *MATCH[len(A) + len(B) :]]
    words = [*players, "-pgnout", PGN, "-concurrency", "2"]
    with MatchProcess(*words, where=tmp_path) as match:
        match.wait_for("Finished game")
        results = (tmp_path / RESULTS).stat()
        open_files = [file for child in match.children() for file in Path(f"/proc/{child}/fd").iterdir()]
        assert len(match.engines()) >= 2 and open_files
        for file in open_files:
            assert not file.exists() or not os.path.samestat(file.stat(), results)
        match.signal(signal.SIGKILL)
        match.process.wait()
        (tmp_path / "again").mkdir()
        again = run_match(*[*players, "-pgnout", f"../{PGN}", "-resume"], where=tmp_path / "again")
        assert (again.status, again.err) == (0, "")
    assert numbers(tmp_path / RESULTS) == Counter(range(1, 5))


def test_a_lock_is_free_when_a_run_has_ended(tmp_path: Path) -> None:
    path = tmp_path / "results"
    path.touch()
    first = Journal(path)
    for _ in range(3):
        with pytest.raises(ValueError, match="is in use"):
            Journal(path)
    first.close()
    Journal(path).close()
    with held(path), pytest.raises(ValueError, match="is in use"):
        Journal(path)
    assert path.read_bytes() == b""


def test_the_file_that_is_locked_is_read_whatever_its_name_is_by_now(tmp_path: Path) -> None:
    with MatchProcess(*MATCH, "-results", "games", "-report", "report.html", where=tmp_path) as match:
        match.wait_for("Finished game")
        (tmp_path / "games").rename(tmp_path / "moved")
        finished = match.finish()
    assert (finished.status, finished.err) == (0, "")
    assert numbers(tmp_path / "moved") == Counter(range(1, 5))


# Files that two runs wrote to before there was a lock.


@pytest.mark.parametrize("seed", range(10))
def test_what_was_finished_first_counts(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    path = tmp_path / "results"
    journal = Journal(path)
    journal.begin(header(TWO, 1))
    finished: dict[int, Record] = {}
    for _ in range(rng.randrange(30)):
        record = game(rng)
        journal.add(record)
        if record.finished:
            finished.setdefault(record.number, record)
    for records in (list(journal.records()), list(read_records(path))):
        assert [record for record in records if record.finished] == list(finished.values())
        ends = {record.number: place for place, record in enumerate(records) if record.finished}
        assert all(place <= ends.get(record.number, place) for place, record in enumerate(records))
    journal.close()


def game(rng: random.Random) -> Record:
    """A game of few, with any result."""
    number = rng.randint(1, 6)
    seats, names = ((0, 1), ("A", "B")) if number % 2 else ((1, 0), ("B", "A"))
    record = Record(number, number, 1, seats, names, "standard", "", (), "*", Termination.UNFINISHED, "")
    if rng.random() < 0.3:
        return record
    return replace(record, result=rng.choice(["1-0", "0-1"]), ending=Termination.TIME, seconds=rng.random())
