"""The result file and what is kept beside it: records come back as they were, whatever was cut off."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from match_process import read_pgn
from oddsfish.matches.files.header import HEAD, header, read_settings
from oddsfish.matches.files.journal import Journal, read_records
from oddsfish.matches.files.store import Store
from oddsfish.matches.followed_match import FollowedMatch
from oddsfish.matches.record import Ply, Record, Termination
from oddsfish.matches.report.page import page
from oddsfish.matches.settings import Engine, Match, Run, TimeControl

MATCH = Match((Engine("A", "none", time=TimeControl(base=1.0)), Engine('B "b"', "none", depth=3)), games=4, repeat=2)
HEADER = header(MATCH, 5)
FIRST, SECOND = HEADER["engines"]


def random_record(number: int) -> Record:
    rng = random.Random(number)
    moves = [("e2e4", "e4"), ("e7e5", "e5"), ("g1f3", "Nf3"), ("b8c6", "Nc6")]
    plies = [
        Ply(
            move,
            text,
            rng.random(),
            rng.choice([None, rng.random()]),
            rng.choice([None, 5]),
            rng.choice([None, -3]),
            4,
            9,
            32,
            20,
        )
        for move, text in moves[: rng.randrange(5)]
    ]
    result, ending = rng.choice(
        [
            ("1-0", Termination.TIME),
            ("1/2-1/2", Termination.FIFTY),
            ("0-1", Termination.CRASH),
            ("*", Termination.UNFINISHED),
        ]
    )
    return Record(
        number=number,
        pair=(number + 1) // 2,
        leg=2 - number % 2,
        seats=(0, 1) if number % 2 else (1, 0),
        names=("A", 'B "b"') if number % 2 else ('B "b"', "A"),
        variant="standard",
        start="",
        plies=tuple(plies),
        result=result,
        ending=ending,
        reason=rng.choice(["Unfinished", 'a "reason"\n with ♞ and \\']),
        loser=rng.choice([None, 0, 1]),
        utility=rng.choice([None, 0.25]),
        began=1.7e9 + rng.random(),
        seconds=rng.random(),
    )


def begun(path: Path, settings: dict[str, Any]) -> Journal:
    """A result file that a match writes to, or goes on with."""
    journal = Journal(path)
    try:
        journal.begin(settings)
    except BaseException:
        journal.close()
        raise
    return journal


def written(path: Path, count: int, first: int = 1) -> list[Record]:
    """A result file of so many games."""
    journal = begun(path, HEADER)
    records = [random_record(number) for number in range(first, first + count)]
    for record in records:
        journal.add(record)
    journal.close()
    return records


def test_records_come_back(tmp_path: Path) -> None:
    path = tmp_path / "results"
    records = written(path, 50)
    assert list(read_records(path)) == records
    found = read_settings(path)
    assert (found.seed, found.games, found.repeat, found.variant) == (5, 4, 2, "standard")
    assert [(each.name, each.time, each.depth) for each in found.engines] == [
        (each.name, each.time, each.depth) for each in MATCH.engines
    ]
    assert all(json.loads(line) for line in path.read_text().splitlines())


def test_a_match_goes_on_in_its_file(tmp_path: Path) -> None:
    path = tmp_path / "results"
    first = written(path, 3)
    again = written(path, 2, first=4)
    assert list(read_records(path)) == first + again


def test_a_last_line_cut_off_anywhere(tmp_path: Path) -> None:
    path = tmp_path / "results"
    records = written(path, 3)
    data = path.read_bytes()
    lines = data.splitlines(keepends=True)
    for length in range(len(data) - len(lines[-1]), len(data)):
        path.write_bytes(data[:length])
        assert list(read_records(path)) == records[:2]
        journal = begun(path, HEADER)
        journal.add(records[2])
        journal.close()
        assert path.read_bytes() == data


def test_a_first_line_cut_off_anywhere(tmp_path: Path) -> None:
    """The end came before the match had begun: it begins anew."""
    path = tmp_path / "results"
    records = written(path, 2)
    data = path.read_bytes()
    for length in range(data.index(b"\n")):
        path.write_bytes(data[:length])
        journal = begun(path, HEADER)
        for record in records:
            journal.add(record)
        journal.close()
        assert path.read_bytes() == data


@pytest.mark.parametrize(
    "other",
    [
        {**HEADER, "seed": 6},
        {**HEADER, "variant": "fischerandom"},
        {**HEADER, "engines": [FIRST]},
        {**HEADER, "engines": [{**FIRST, "more": None}, SECOND]},
    ],
)
def test_a_file_of_another_match(other: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "results"
    written(path, 2)
    before = path.read_bytes()
    with pytest.raises(ValueError, match=r"^\S+ is of another match: [\w ]+ was .*, not .*$"):
        begun(path, other)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "text",
    [
        HEAD.decode() + ',"seed":' + "9" * 5000 + "}\n",
        "hello",
        "hello\nworld",
        "{}\n",
        "[1]\n",
        "1",
        "\n",
        '{"format": "other"}\n',
        "\xff\xfe",
        "é\nü",
    ],
)
def test_a_file_of_something_else_is_left_alone(text: str, tmp_path: Path) -> None:
    path = tmp_path / "results"
    path.write_bytes(text.encode("latin-1"))
    for read in (lambda: begun(path, HEADER), lambda: read_settings(path)):
        with pytest.raises(ValueError, match="is no result file of a match") as caught:
            read()
        assert "\n" not in str(caught.value)
        assert path.read_bytes() == text.encode("latin-1")


def test_a_line_that_is_no_game(tmp_path: Path) -> None:
    for bad in (b"{}\n", b"nonsense\n", b"[]\n", b'{"number": 1}\n', b"\xff\n", b"null\n"):
        path = tmp_path / "results"
        path.unlink(missing_ok=True)
        written(path, 2)
        with path.open("ab") as file:
            file.write(bad)
        with pytest.raises(ValueError, match=r":4 is no game$"):
            list(read_records(path))


NUMBERS: list[Any] = [-1, 2.5, 10**6, 2**31, 10**30, -(10**30), 1e300, True]
EMPTY_BOARD = "8/8/8/8/8/8/8/8 w - - 0 1"
TEXTS: list[Any] = ["", "x\n", "e2e5", "*", "} 1-0 [Event", "Nf3", "0-1", "drawn", "hilo", EMPTY_BOARD, "\ud800"]
WRONG: list[Any] = [None, *NUMBERS, *TEXTS, [], {}, [[]], [1], [None], [0, 0], [1, 1], [0, 2], ["A", "A"]]
ANYTHING = ("reason", "loser", "utility", "began", "seconds", "late")  # what nothing else in a file tells


def changed(fields: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """A game with one thing changed, in every way: a field of it, or of one of its plies; with what was changed."""
    for name, value in fields.items():
        for wrong in WRONG:
            if wrong != value:
                yield f"{name} {wrong!r:.40}", {**fields, name: wrong}
        yield f"{name} away", {key: fields[key] for key in fields if key != name}
    for place, ply in enumerate(fields["plies"][:2]):
        for item in range(len(ply)):
            for value in WRONG:
                other = [*ply[:item], value, *ply[item + 1 :]]
                plies = [*fields["plies"][:place], other, *fields["plies"][place + 1 :]]
                yield f"ply {place} {item} {value!r:.40}", {**fields, "plies": plies}
    yield "more", {**fields, "more": 1}


def test_one_thing_changed_in_a_game_is_refused_in_one_line_or_makes_no_difference(tmp_path: Path) -> None:
    """The PGN that is being completed stays whole, and no number of the file costs memory."""
    records = [random_record(number) for number in (10, 12)]
    assert all(len(record.plies) > 2 and record.finished for record in records)
    run = keep(tmp_path, records)
    pgn = Path(run.pgn).read_bytes()
    first_game = pgn[: pgn.index(b"[Event", 1)]
    cut = first_game[: len(first_game) // 2]
    head, first, second = Path(run.results).read_bytes().splitlines(keepends=True)
    refused = taken = 0
    for what, fields in changed(json.loads(second)):
        Path(run.results).write_bytes(head + first + json.dumps(fields).encode() + b"\n")
        Path(run.pgn).write_bytes(cut)
        Path(run.epd).write_bytes(b"")
        try:
            with kept(run) as store:
                assert len(page("Match", ["A", "B"], store.records(), {})) < 1_000_000, what
            assert what.startswith((*ANYTHING, "result", "ending", "plies []", "ply ")), what
            assert not re.match(r"ply \d [01] ", what), "a move, or how people write it"
            taken += 1
        except ValueError as fault:
            assert re.search(r"results:3 (is no game|has a malformed game: .+)$|^game (10|12) ", str(fault)), what
            refused += 1
        written = Path(run.pgn).read_bytes()
        assert written == cut or written.startswith(first_game), what
    assert refused > 300 and taken > 30, (refused, taken)


def test_one_thing_changed_in_the_settings_is_refused_or_makes_no_difference(tmp_path: Path) -> None:
    """In one line, and by whoever plays on as by whoever looks on, but that only the first knows what was to be."""
    path = tmp_path / "results"
    written(path, 2)
    _, *games = path.read_bytes().splitlines(keepends=True)
    refused = taken = 0
    for name, value in HEADER.items():
        changes = [{**HEADER, name: wrong} for wrong in WRONG if wrong != value]
        for fields in [*changes, {key: HEADER[key] for key in HEADER if key != name}]:
            path.write_bytes(b"".join([json.dumps(fields).encode(), b"\n", *games]))
            faults = [fault_of(lambda: begun(path, HEADER).close()), fault_of(lambda: FollowedMatch(path))]
            assert all("results" in fault and fault.isprintable() for fault in faults if fault), faults
            assert faults[0] or (name in ("rounds", "sprt", "recover") and not faults[1]), (name, fields.get(name))
            refused += bool(faults[0])
            taken += not faults[0]
    assert refused > 400 and taken, (refused, taken)


def fault_of(do: Callable[[], object]) -> str:
    """What is wrong, "" if nothing is."""
    try:
        do()
    except ValueError as fault:
        return str(fault)
    return ""


def test_a_longer_match_is_the_same(tmp_path: Path) -> None:
    path = tmp_path / "results"
    begun(path, header(MATCH, 5)).close()
    begun(path, header(replace(MATCH, rounds=9, recover=True), 5)).close()
    for other in (replace(MATCH, games=6), replace(MATCH, repeat=1), replace(MATCH, random_plies=2)):
        with pytest.raises(ValueError, match="is of another match"):
            begun(path, header(other, 5))


@contextmanager
def kept(run: Run) -> Iterator[Store]:
    """The files of a run that goes on if there is something to go on with."""
    with closing(Store(replace(run, resume=True))) as store:
        store.begin(MATCH, header(MATCH, 5))
        yield store


def keep(where: Path, records: list[Record], minimal: bool = False) -> Run:
    run = Run(pgn=str(where / "pgn"), results=str(where / "results"), epd=str(where / "epd"), pgn_minimal=minimal)
    with kept(run) as store:
        for record in records:
            store.add(record)
    return run


@pytest.mark.parametrize("minimal", [False, True])
def test_a_game_cut_off_in_the_pgn_is_completed(minimal: bool, tmp_path: Path) -> None:
    """The result file is written first, so at most the last game of the PGN is not whole. Cut at every byte."""
    records = [random_record(number) for number in range(1, 4)]
    run = keep(tmp_path, records[:2], minimal)
    before = len(Path(run.pgn).read_bytes())
    keep(tmp_path, records[2:], minimal)
    whole = Path(run.pgn).read_bytes()
    for length in range(before, len(whole) + 1):
        Path(run.pgn).write_bytes(whole[:length])
        with kept(run) as store:
            assert list(store.recall()) == records
        assert Path(run.pgn).read_bytes() == whole
    assert [game.headers["Result"] for game in read_pgn(Path(run.pgn))] == [record.result for record in records]


def test_only_finished_games_if_so_wanted(tmp_path: Path) -> None:
    records = [random_record(number) for number in range(1, 30)]
    run = replace(keep(tmp_path, []), pgn_finished_only=True)
    with kept(run) as store:
        for record in records:
            store.add(record)
    finished = [record for record in records if record.finished]
    assert 0 < len(finished) < len(records)
    assert [int(game.headers["GameNumber"]) for game in read_pgn(Path(run.pgn))] == [each.number for each in finished]
    assert list(read_records(Path(run.results))) == records


def test_final_positions(tmp_path: Path) -> None:
    records = [replace(random_record(number), start="") for number in range(1, 9)]
    run = keep(tmp_path, records)
    lines = Path(run.epd).read_text().splitlines()
    assert len(lines) == sum(record.finished for record in records)
    assert all(len(line.split()) == 4 for line in lines)


def test_a_file_that_cannot_be_written_leaves_no_other_behind(tmp_path: Path) -> None:
    for run in (
        Run(pgn=str(tmp_path), results=str(tmp_path / "results")),
        Run(pgn=str(tmp_path / "none" / "pgn"), results=str(tmp_path / "results")),
        Run(epd=str(tmp_path), results=str(tmp_path / "results")),
        Run(pgn=str(tmp_path / "pgn"), results=str(tmp_path)),
    ):
        with pytest.raises((OSError, ValueError), match=re.escape(str(tmp_path))):
            Store(run)
        assert list(tmp_path.iterdir()) == []
