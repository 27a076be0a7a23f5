"""How a match ends before its time: by Ctrl-C, by signals, by the death of any of its processes.

No process outlives it, its files are whole, and it can be resumed. Of two runs on one result file, one plays, the other
is refused before its first game, and no game counts twice.
"""

from __future__ import annotations

import fcntl
import json
import os
import random
import re
import resource
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from match_games import RESULTS, fake_engine, game, host, kept
from match_process import MatchProcess, engine, outline, read_pgn, run_match
from oddsfish.matches.cli.match_command import EXIT_BROKEN, main
from oddsfish.matches.files.header import header
from oddsfish.matches.files.journal import Journal, read_records
from oddsfish.matches.players import process
from oddsfish.matches.record import Record, Termination
from oddsfish.matches.settings import Engine, Match

SOON = 8.0  # seconds within which a match ends that is to end at once
PGN = "games.pgn"
A, B = engine("A", "sleep=0.03"), engine("B", "sleep=0.03")
FILES = ["-each", "tc=60", "-concurrency", "2", "-pgnout", PGN]
LONG = [*FILES, "-games", "200"]
HOSTILE = ("stubborn", "fork")


def records(where: Path, killed: bool = False) -> list[Record]:
    """The records of the result file. Every line of it must be whole, and every game in the PGN.

    killed: perhaps before the last game was in the PGN; then the next run writes it there.
    """
    path = where / RESULTS
    if not path.exists():
        return []
    assert path.read_bytes().endswith(b"\n")
    found, games = kept(where), read_pgn(where / PGN)
    told = found[: len(games)] if killed else found
    assert len(found) - len(told) <= 1
    assert [int(game.headers["GameNumber"]) for game in games] == [record.number for record in told]
    assert [game.headers["Result"] for game in games] == [record.result for record in told]
    return found


def check_finished_once(found: list[Record], games: int) -> None:
    """Every game of the match has been finished, and none twice."""
    assert Counter(record.number for record in found if record.finished) == Counter(range(1, games + 1))


@pytest.mark.clock
def test_an_interrupt_lets_games_finish(tmp_path: Path) -> None:
    slow = [*engine("A", "sleep=0.2"), *engine("B", "sleep=0.2")]  # the interrupt is heard before a game ends
    with MatchProcess(*slow, *LONG, where=tmp_path) as match:
        match.wait_for("Started game", 3)
        match.signal(signal.SIGINT)
        finished = match.finish()
    assert finished.status == 128 + signal.SIGINT
    assert finished.err == ""
    assert "Stopping when " in finished.out and "Finished match: stopped" in finished.out
    found = records(tmp_path)
    assert all(record.ending is Termination.REPETITION for record in found)
    assert len(found) == finished.out.count("Started game") < 200


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ((signal.SIGINT, signal.SIGINT), ()),
        ((signal.SIGINT, signal.SIGTERM), ("hang@1",)),
        ((signal.SIGTERM,), ()),
        pytest.param((signal.SIGTERM,), HOSTILE, marks=pytest.mark.slow),
    ],
)
def test_a_signal_gives_games_up(how: tuple[signal.Signals, ...], words: tuple[str, ...], tmp_path: Path) -> None:
    engines = [*engine("A", "sleep=0.1", *words), *engine("B", "sleep=0.1", *words)]
    with MatchProcess(*engines, *LONG, where=tmp_path) as match:
        match.wait_for("Started game", 2)
        time.sleep(0.1)
        for number in how:
            match.signal(number)
            time.sleep(0.05)
        finished = match.finish(SOON)
    assert finished.status == 128 + how[0]
    assert finished.err == ""
    assert "Stopping: 2 unfinished" in finished.out
    found = records(tmp_path)
    assert [record.ending for record in found if record.number <= 2] == 2 * [Termination.UNFINISHED]
    assert {record.result for record in found if not record.finished} == {"*"}


def test_a_signal_while_engines_are_awaited(tmp_path: Path) -> None:
    with MatchProcess(*engine("A", "never-uciok"), *B, *LONG, where=tmp_path) as match:
        match.wait_until(lambda: len(match.engines()) == 2, "engine")
        match.signal(signal.SIGTERM)
        finished = match.finish(SOON)
    assert finished.status == 128 + signal.SIGTERM
    assert "Traceback" not in finished.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["stderr.txt", "stdout.txt"]


def test_whoever_has_a_hangup_ignored_plays_on(tmp_path: Path) -> None:
    """As nohup does."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        match = MatchProcess(*A, *B, *FILES, "-games", "4", where=tmp_path)
    finally:
        signal.signal(signal.SIGHUP, before)
    with match:
        match.wait_for("Started game")
        match.signal(signal.SIGHUP)
        finished = match.finish()
    assert finished.status == 0
    check_finished_once(records(tmp_path), 4)


@pytest.mark.slow
def test_the_runner_is_killed(tmp_path: Path) -> None:
    with MatchProcess(*engine("A", "sleep=0.03", *HOSTILE), *B, *LONG, where=tmp_path) as match:
        match.wait_for("Finished game", 2)
        match.signal(signal.SIGKILL)
        assert match.finish().status == -signal.SIGKILL
        assert match.left(SOON) == []
    found = records(tmp_path, killed=True)
    assert len(found) >= 2 and all(record.ending is Termination.REPETITION for record in found)


def test_a_worker_is_killed(tmp_path: Path) -> None:
    with MatchProcess(*A, *B, *FILES, "-games", "8", where=tmp_path) as match:
        match.wait_for("Finished game", 2)
        before = {*match.workers(), *match.engines()}
        os.kill(match.workers()[0], signal.SIGKILL)
        match.wait_for(" has lost its worker and is played again")
        match.wait_until(lambda: not before & set(match.children()), "new workers")  # a game may end with the old ones
        finished = match.finish()
    assert finished.status == 0
    assert finished.err == ""
    check_finished_once(records(tmp_path), 8)


@pytest.mark.slow
def test_a_game_whose_worker_dies_again_and_again(tmp_path: Path) -> None:
    finished = run_match(*engine("A", "kill-parent@1"), *B, *LONG, where=tmp_path)
    assert finished.status == EXIT_BROKEN
    assert finished.err.count("\n") == 1 and "has lost its worker 3 times" in finished.err
    assert records(tmp_path) == []


def test_a_full_disk(tmp_path: Path) -> None:
    """A limit on the size of a file stands for it. What could not be written is written when there is room."""
    words = [*A, *B, *FILES, "-games", "4"]
    before = b"\n" * (1 << 16)
    (tmp_path / PGN).write_bytes(before)
    with MatchProcess(*words, where=tmp_path) as match:
        most = len(before) + 500  # too little for the first game
        resource.prlimit(match.process.pid, resource.RLIMIT_FSIZE, (most, most))
        finished = match.finish()
    assert finished.status == EXIT_BROKEN
    assert finished.err.count("\n") == 1 and "File too large" in finished.err
    assert len(kept(tmp_path)) >= 1  # the result file is written first
    assert (tmp_path / PGN).stat().st_size == most
    assert run_match(*words, "-resume", where=tmp_path).status == 0
    check_finished_once(records(tmp_path), 4)
    assert (tmp_path / PGN).read_bytes().startswith(before)


def test_nobody_listens_any_more(tmp_path: Path) -> None:
    with MatchProcess(*A, *B, *LONG, where=tmp_path, piped=True) as match:
        assert match.process.stdout
        match.process.stdout.readline()
        match.process.stdout.close()
        finished = match.finish()
    assert finished.status != 0
    assert "Traceback" not in finished.err
    records(tmp_path)


def test_a_worker_that_is_to_stop_plays_nothing_more() -> None:
    with host() as shop:
        one, other = fake_engine("A"), fake_engine("B")
        assert shop.play(game(one, other)).ending is Termination.REPETITION
        shop.stop()
        for number in (2, 3):
            record = shop.play(game(one, other, number))
            assert (record.ending, record.result, record.plies) == (Termination.UNFINISHED, "*", ())


@pytest.mark.parametrize("seconds", [0.0, 0.03, 0.1])
def test_a_game_is_given_up_at_any_time(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also while engines start or end."""
    monkeypatch.setattr(process, "FAREWELL", 0.2)
    with host() as shop:
        timer = threading.Timer(seconds, shop.stop)
        timer.start()
        record = shop.play(game(fake_engine("A", "sleep=0.01"), fake_engine("B", "stubborn"), 1))
        assert record.ending in (Termination.UNFINISHED, Termination.REPETITION)
        timer.join()
        assert not shop.busy


# A match whose engines answer at once, so that an interrupt may come anywhere.

GAMES = 60
QUICK = [*engine("A", chess=True), *engine("B", chess=True), "-each", "tc=60", "-games", str(GAMES), "-repeat"]
QUICK += ["-recover", "-concurrency", "2", "-random-plies", "4", "-maxmoves", "6", "-srand", "5", "-pgnout", PGN]
STATUSES = [0, 128 + signal.SIGINT, 128 + signal.SIGTERM]
STATUSES += [-signal.SIGINT, -signal.SIGTERM, -signal.SIGKILL]  # before there is a match, or after it, or killed
WAYS = ("interrupt", "interrupt twice", "terminate", "kill", "kill a worker")


@cache
def undisturbed() -> list[tuple[str, ...]]:
    """The games of a match that is not interrupted."""
    with TemporaryDirectory() as name:
        assert run_match(*QUICK, where=Path(name)).status == 0
        check_finished_once(records(Path(name)), GAMES)
        return outline(read_pgn(Path(name) / PGN))


def disturb(match: MatchProcess, way: str) -> None:
    if way == "kill a worker":
        for worker in match.workers()[:1]:
            os.kill(worker, signal.SIGKILL)
    else:
        match.signal({"kill": signal.SIGKILL, "terminate": signal.SIGTERM}.get(way, signal.SIGINT))
        if way == "interrupt twice":
            time.sleep(0.02)
            match.signal(signal.SIGINT)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_interrupted_anywhere(seed: int, tmp_path: Path) -> None:
    """Again and again, in any way and at any time, until the match has been played."""
    rng = random.Random(seed)
    for _ in range(40):
        resume = ["-resume"] if (tmp_path / RESULTS).exists() else []
        with MatchProcess(*QUICK, *resume, where=tmp_path) as match:
            time.sleep(rng.uniform(0.0, 1.0))
            way = rng.choice(WAYS)
            if match.process.poll() is None:
                disturb(match, way)
            finished = match.finish()
        if finished.out and finished.status >= 0:  # a tracker tells on stderr that its runner was killed
            assert finished.err == ""
        assert finished.status in STATUSES or not finished.out
        records(tmp_path, killed=finished.status < 0)
        if finished.status == 0:
            break
    else:
        assert run_match(*QUICK, "-resume", where=tmp_path).status == 0
    check_finished_once(records(tmp_path), GAMES)
    whole = [game for game in read_pgn(tmp_path / PGN) if game.headers["Result"] != "*"]
    assert outline(whole) == undisturbed()


def test_what_was_played_before_is_not_played_again(tmp_path: Path) -> None:
    with MatchProcess(*A, *B, *FILES, "-games", "8", "-srand", "1", where=tmp_path) as match:
        match.wait_for("Finished game", 3)
        match.signal(signal.SIGTERM)
        match.finish()
    before = {record.number for record in records(tmp_path) if record.finished}
    finished = run_match(*A, *B, *FILES, "-games", "8", "-srand", "1", "-resume", where=tmp_path)
    assert finished.status == 0
    assert f"Going on after {len(before)} games that were played before" in finished.out
    started = {int(line.split()[2]) for line in finished.lines if line.startswith("Started game")}
    assert started == set(range(1, 9)) - before
    check_finished_once(records(tmp_path), 8)
    assert "Score of A vs B: 0 - 0 - 8  [0.500] 8" in finished.out


# Two runs on one result file.

QUIET, FOUR = [*engine("A"), *engine("B")], ["-each", "tc=60", "-games", "4", "-srand", "1"]
TWO = Match((Engine("A"), Engine("B")), games=2)


def numbers(path: Path) -> Counter[int]:
    """How often each game has been finished, by the lines of a result file alone."""
    _, *lines = path.read_text().splitlines()
    games = [json.loads(line) for line in lines]
    return Counter(game["number"] for game in games if game["ending"] != "unfinished")


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Lock a result file, as another run does."""
    with path.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def test_whoever_comes_second_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Under any name of the files, and whether it begins or resumes a match. It changes nothing."""
    one, other = tmp_path / "one", tmp_path / "other"
    for folder in (one, other):
        folder.mkdir()
    (other / "folder").symlink_to(one)
    (other / "link.pgn").symlink_to(one / PGN)
    (other / "link.jsonl").symlink_to(one / RESULTS)
    players = [*engine("A", "hang@1"), *B, *FOUR]
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
            assert re.fullmatch(r"oddsfish: match: \S+ is in use by another run\n", said.err)
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
    words = [*QUIET, *FOUR, "-pgnout", str(tmp_path / PGN), "-report", str(tmp_path / "report.html"), *resume]
    with MatchProcess(*words, where=folders[0]) as one:
        time.sleep(random.Random(len(resume)).uniform(0.0, 0.2))
        with MatchProcess(*words, where=folders[1]) as other:
            ends = [one.finish(), other.finish()]
    played, refused = sorted(ends, key=lambda finished: (finished.status, "Going on" in finished.out))
    assert played.status == 0 and "Score of A vs B: 0 - 0 - 4  [0.500] 4" in played.out
    if resume and refused.status == 0:  # it came when the other one had ended
        assert "Going on after 4 games" in refused.out
    else:
        assert refused.status == 2 and "Started game" not in refused.out and refused.err.count("\n") == 1
    assert numbers(tmp_path / RESULTS) == Counter(range(1, 5))
    assert len(read_pgn(tmp_path / PGN)) == 4


def test_nobody_else_holds_the_lock(tmp_path: Path) -> None:
    """Neither workers nor engines hold it: after a run was killed, another one can go on at once."""
    players = [*engine("A", "sleep=0.02", "fork"), *engine("B"), *FOUR]
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
    with MatchProcess(*QUIET, *FOUR, "-results", "games", "-report", "report.html", where=tmp_path) as match:
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
        record = any_game(rng)
        journal.add(record)
        if record.finished:
            finished.setdefault(record.number, record)
    for records in (list(journal.records()), list(read_records(path))):
        assert [record for record in records if record.finished] == list(finished.values())
        ends = {record.number: place for place, record in enumerate(records) if record.finished}
        assert all(place <= ends.get(record.number, place) for place, record in enumerate(records))
    journal.close()


def any_game(rng: random.Random) -> Record:
    """One of six games, with any result."""
    number = rng.randint(1, 6)
    seats, names = ((0, 1), ("A", "B")) if number % 2 else ((1, 0), ("B", "A"))
    record = Record(number, number, 1, seats, names, "standard", "", (), "*", Termination.UNFINISHED, "")
    if rng.random() < 0.3:
        return record
    return replace(record, result=rng.choice(["1-0", "0-1"]), ending=Termination.TIME, seconds=rng.random())
