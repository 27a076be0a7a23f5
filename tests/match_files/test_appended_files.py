"""The PGN and the EPD of a resumed match: each game is there once, whatever was cut off or added meanwhile."""

from __future__ import annotations

import random
import re
import signal
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from match_process import MatchProcess, engine, parse_pgn, read_pgn, run_match
from oddsfish.matches.files.appended_file import AppendedFile
from oddsfish.matches.files.epd_file import EpdFile
from oddsfish.matches.files.header import header
from oddsfish.matches.files.journal import read_records
from oddsfish.matches.files.pgn_file import PgnFile
from oddsfish.matches.files.store import Store
from oddsfish.matches.record import Record, Termination
from oddsfish.matches.settings import Engine, Match, Run, TimeControl
from oddsfish.matches.variants import by_library
from random_records import random_record

VARIANTS = ("standard", "fischerandom", "cfour", "connect4")
NAMES = ("A", 'B "b"', "C {c", "} D", "[E]", "1. e4 1-0", "; ♞", "\\")
CHESS960 = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"
FOREIGN = (
    b'[Event "old"]\n\n1. e4 *\n\n',
    b'[Event "old"]\n[Round "1"]\n\n1. e4 e5\n2. Nf3 1-0',
    b"nothing\n",
    b"no end of line",
    b"{ no end of a comment",
    b"\n\n\n",
    b"% a line {\n",
    b"\xff\x00\r\n",
    b"[",
)


def some(fast: int, slow: int) -> list[Any]:
    """Seeds; those from `fast` on are for slow runs only."""
    return [*range(fast), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(fast, slow))]


def random_match(rng: random.Random) -> Match:
    names = rng.sample(NAMES, 2)
    variant = rng.choice(VARIANTS)
    rules = (("Slip", "true"),) if variant == "connect4" else ()
    engines = tuple(Engine(name, "none", time=rng.choice([TimeControl(), TimeControl(base=1.0)])) for name in names)
    return Match(engines, variant, rules, games=100, repeat=rng.choice([1, 2]), event=rng.choice(["?", 'An "event"']))


def random_start(match: Match, rng: random.Random) -> str:
    return rng.choice(["", CHESS960]) if match.variant == "fischerandom" else ""


def random_records(match: Match, rng: random.Random) -> list[Record]:
    """Games as a match leaves them: unfinished ones are played again."""
    records = []
    for number in range(1, rng.randint(2, 9)):
        record = random_record(number, match, rng, random_start(match, rng))
        records.append(record)
        if not record.finished:
            again = replace(record, result="1-0", ending=Termination.TIME, began=record.began + 1)
            records.append(rng.choice([again, replace(record, began=record.began + 1)]))
    return records


def random_run(rng: random.Random, folder: Path) -> Run:
    return Run(
        pgn=str(folder / "pgn"),
        pgn_minimal=rng.random() < 0.5,
        pgn_finished_only=rng.random() < 0.3,
        epd=str(folder / "epd"),
        results=str(folder / "results"),
        resume=True,
    )


def go_on(match: Match, run: Run, records: list[Record]) -> None:
    """A run that adds some games."""
    with closing(Store(run)) as store:
        store.begin(match, header(match, 1))
        for record in records:
            store.add(record)


def collections(match: Match, run: Run) -> Iterator[tuple[Path, AppendedFile]]:
    for collection, name in (
        (PgnFile(Path(run.pgn), match, run.pgn_minimal, run.pgn_finished_only), run.pgn),
        (EpdFile(Path(run.epd), match), run.epd),
    ):
        with closing(collection):
            yield Path(name), collection


@pytest.mark.parametrize("seed", some(16, 40))
def test_what_was_cut_off_is_written_again(seed: int, tmp_path: Path) -> None:
    """Wherever a file was cut off, and if it is missing: the next run restores it."""
    rng = random.Random(seed)
    match, run = random_match(rng), random_run(rng, tmp_path)
    before = rng.choice([b"", b"", FOREIGN[0]])
    Path(run.pgn).write_bytes(before)
    records = random_records(match, rng)
    go_on(match, run, records)
    more = random_record(50, match, rng)
    paths = (Path(run.pgn), Path(run.epd))
    whole = [path.read_bytes() for path in paths]
    for _ in range(6):
        for path, data in zip(paths, whole, strict=True):
            path.write_bytes(data[: rng.randint(len(before) if path == paths[0] else 0, len(data))])
            if rng.random() < 0.2 and not before:
                path.unlink()
        go_on(match, run, [])
        assert [path.read_bytes() for path in paths] == whole
    go_on(match, run, [more])
    assert all(path.read_bytes().startswith(data) for path, data in zip(paths, whole, strict=True))


@pytest.mark.parametrize("seed", some(16, 60))
def test_what_others_have_added_stays(seed: int, tmp_path: Path) -> None:
    """It may be anything, also after a game that was cut short. In the end every game is in the PGN exactly once."""
    rng = random.Random(seed)
    match, run = random_match(rng), random_run(rng, tmp_path)
    records = random_records(match, rng)
    for part in (records[: len(records) // 2], records[len(records) // 2 :], []):
        go_on(match, run, part)
        for name in (run.pgn, run.epd):
            path = Path(name)
            data = path.read_bytes()
            kept = data[: rng.choice([len(data), rng.randint(0, len(data))])]
            path.write_bytes(kept + b"".join(rng.choices(FOREIGN, k=rng.randrange(3))))
    found = [Path(name).read_bytes() for name in (run.pgn, run.epd)]
    go_on(match, run, [])
    for (path, collection), before in zip(collections(match, run), found, strict=True):
        data = path.read_bytes()
        assert data.startswith(before)
        wanted = Counter(collection.text(record) for record in records if collection.wants(record))
        for text, times in wanted.items():
            count = len(re.findall(rb"(?m)^" + re.escape(text.rstrip(b"\n")) + rb"$", data))
            assert count == times if path == Path(run.pgn) else count >= times
    go_on(match, run, [])
    assert [Path(name).read_bytes() for name in (run.pgn, run.epd)] == [
        path.read_bytes() for path, _ in collections(match, run)
    ]


@pytest.mark.parametrize("seed", some(5, 20))
def test_a_game_is_known_however_it_was_written(seed: int, tmp_path: Path) -> None:
    """With or without comments, with other line ends, or by another tool. It is not written a second time."""
    rng = random.Random(seed)
    match, run = random_match(rng), random_run(rng, tmp_path)
    go_on(match, run, [replace(record, reason="Over") for record in random_records(match, rng)])
    path = Path(run.pgn)
    text = path.read_bytes()
    forms = [text, text.replace(b"\n", b"\r\n")]
    if by_library(match.variant):
        forms.append("\n\n".join(str(game) for game in parse_pgn(text.decode())).encode() + b"\n\n")
    for form in forms:
        path.write_bytes(form)
        go_on(match, run, [])
        assert path.read_bytes().rstrip(b"\r\n") == form.rstrip(b"\r\n")
        go_on(match, replace(run, pgn_minimal=not run.pgn_minimal), [])
        assert path.read_bytes().rstrip(b"\r\n") == form.rstrip(b"\r\n")


@pytest.mark.parametrize("pattern", [b"{", b"1.", b"[a \t", b"{\n"])
def test_what_others_have_written_is_taken_apart_in_linear_time(pattern: bytes, tmp_path: Path) -> None:
    """Two megabytes take seconds. To search for the end of each comment separately would take hours."""
    path = tmp_path / "games.pgn"
    path.write_bytes(b'[Event "?"]\n\n1. e4 ' + pattern * (2_000_000 // len(pattern)))
    began = time.monotonic()
    with closing(PgnFile(path, Match(()), minimal=False, finished_only=False)) as file:
        file.complete(lambda: [])
    assert time.monotonic() - began < 20


def test_games_with_the_same_moves_are_told_apart(tmp_path: Path) -> None:
    """By their starting times: games of an earlier match in the same PGN are not taken for ours."""
    match = Match((Engine("A", "none"), Engine("B", "none")), games=2)
    rng = random.Random(1)
    records = [replace(random_record(number, match, rng), result="1-0", ending=Termination.TIME) for number in (1, 2)]
    later = [replace(record, began=record.began + 3600) for record in records]
    run = Run(pgn=str(tmp_path / "pgn"), results=str(tmp_path / "one"), resume=True)
    go_on(match, run, records)
    other = replace(run, results=str(tmp_path / "other"))
    go_on(match, other, later)
    whole = Path(run.pgn).read_bytes()
    Path(run.pgn).write_bytes(whole[: len(whole) // 2])
    go_on(match, other, [])
    assert [game.headers["GameNumber"] for game in read_pgn(Path(run.pgn))] == ["1", "2", "1", "2"]
    assert Path(run.pgn).read_bytes() == whole


# Through the command line.

PGN, EPD, RESULTS = "games.pgn", "games.epd", "games.pgn.results.jsonl"
WORDS = [*engine("A", chess=True), *engine("B", chess=True), "-each", "tc=60", "-games", "12", "-srand", "3"]
WORDS += ["-maxmoves", "6", "-random-plies", "4", "-concurrency", "2", "-pgnout", PGN, "-epdout", EPD]


@pytest.mark.parametrize("seed", some(1, 20))
def test_killed_and_cut_and_added_to(seed: int, tmp_path: Path) -> None:
    """Three times, before the match is played to its end."""
    rng = random.Random(seed)
    foreign = b""
    for attempt in range(3):
        with MatchProcess(*WORDS, *(["-resume"] if (tmp_path / RESULTS).exists() else []), where=tmp_path) as match:
            match.wait_for("Finished game", rng.randint(1, 2))
            match.signal(signal.SIGKILL)
            match.finish()
        for name in (PGN, EPD):
            path = tmp_path / name
            data = path.read_bytes()
            if attempt < 2:
                path.write_bytes(data[: rng.randint(0, len(data))])
            elif rng.random() < 0.5:
                path.unlink()
            else:
                foreign = b'\n\n[Event "another"]\n\n1. e4 *\n\n' if name == PGN else b"8/8/8/8/8/8/8/K1k5 w - -\n"
                path.write_bytes(data + foreign)
    finished = run_match(*WORDS, "-resume", where=tmp_path)
    assert (finished.status, finished.err) == (0, "")
    records = list(read_records(tmp_path / RESULTS))
    games = [game for game in read_pgn(tmp_path / PGN) if game.headers["Event"] != "another"]
    assert Counter(game.headers["GameNumber"] for game in games) == Counter(str(record.number) for record in records)
    assert sorted(record.number for record in records) == list(range(1, 13))
    positions = Counter((tmp_path / EPD).read_text().splitlines())
    positions.pop("8/8/8/8/8/8/8/K1k5 w - -", None)
    assert positions == Counter(game.end().board().epd() for game in games)
