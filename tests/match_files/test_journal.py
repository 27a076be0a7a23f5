"""The result file and the files beside it: records are read back unchanged, wherever a file was cut off."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from match_process import read_pgn
from oddsfish.matches.files.header import FREE, HEAD, header, read_settings
from oddsfish.matches.files.journal import read_records
from oddsfish.matches.files.store import Store
from oddsfish.matches.followed_match import FollowedMatch
from oddsfish.matches.record import Record
from oddsfish.matches.report.page import page
from oddsfish.matches.settings import Engine, Match, Run, TimeControl
from random_records import SEED, random_record, write_results

MATCH = Match((Engine("A", "none", time=TimeControl(base=1.0)), Engine('B "b"', "none", depth=3)), games=4, repeat=2)
HEADER = header(MATCH, SEED)
FIRST, SECOND = HEADER["engines"]


def made(first: int, last: int) -> list[Record]:
    """Random games. Fields that nothing else in the file determines have arbitrary values."""
    records = []
    for number in range(first, last + 1):
        rng = Random(number)
        record = random_record(number, MATCH, rng, most=6)
        reason = rng.choice([record.reason, 'a "reason"\n with ♞ and \\'])
        records.append(replace(record, reason=reason, utility=rng.choice([None, 0.25])))
    return records


def written(path: Path, count: int, first: int = 1) -> list[Record]:
    """A result file of so many games."""
    records = made(first, first + count - 1)
    write_results(path, HEADER, records)
    return records


def test_records_come_back(tmp_path: Path) -> None:
    path = tmp_path / "results"
    records = written(path, 30) + written(path, 20, first=31)  # the second call continues the file
    assert list(read_records(path)) == records
    found = read_settings(path)
    assert (found.seed, found.games, found.repeat, found.variant) == (5, 4, 2, "standard")
    assert [(each.name, each.time, each.depth) for each in found.engines] == [
        (each.name, each.time, each.depth) for each in MATCH.engines
    ]
    assert all(json.loads(line) for line in path.read_text().splitlines())


def test_a_file_that_was_cut_off_anywhere_goes_on(tmp_path: Path) -> None:
    """If the first line is not whole, the run ended before the match had begun, and the match begins anew."""
    path = tmp_path / "results"
    records = written(path, 3)
    data = path.read_bytes()
    ends = {at + near for at, byte in enumerate(data) if byte == 10 for near in (-1, 0, 1)}
    for length in sorted({*range(0, len(data), 7), *range(len(HEAD) + 2), *ends} - {len(data)}):
        path.write_bytes(data[:length])
        games = data.count(b"\n", 0, length) - 1
        if games >= 0:
            assert list(read_records(path)) == records[:games]
        write_results(path, HEADER, records[max(games, 0) :])
        assert path.read_bytes() == data


@pytest.mark.parametrize(
    "other",
    [
        {**HEADER, "seed": 6},
        {**HEADER, "variant": "fischerandom"},
        {**HEADER, "engines": [FIRST]},
        {**HEADER, "engines": [{**FIRST, "more": None}, SECOND]},
        header(replace(MATCH, games=6), SEED),
    ],
)
def test_a_file_of_another_match(other: dict[str, Any], tmp_path: Path) -> None:
    """A match with more rounds is the same match."""
    path = tmp_path / "results"
    written(path, 2)
    before = path.read_bytes()
    with pytest.raises(ValueError, match=r"^\S+ is of another match: [\w ]+ was .*, not .*$"):
        write_results(path, other)
    write_results(path, header(replace(MATCH, rounds=9, recover=True), SEED))
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "text",
    [
        HEAD.decode() + ',"seed":' + "9" * 5000 + "}\n",
        "hello\nworld",
        "{}\n",
        "\n",
        '{"format": "other"}\n',
        "\xff\xfe",
    ],
)
def test_a_file_of_something_else_is_left_alone(text: str, tmp_path: Path) -> None:
    path = tmp_path / "results"
    path.write_bytes(text.encode("latin-1"))
    for read in (lambda: write_results(path, HEADER), lambda: read_settings(path)):
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


@pytest.mark.parametrize("seat", [-5, -1, 2, 0.0, None, True, "0"])
def test_an_oddity_is_of_one_of_both_players(seat: Any, tmp_path: Path) -> None:
    path = tmp_path / "results"
    written(path, 1)
    head, game = path.read_bytes().splitlines(keepends=True)
    fields = json.loads(game) | {"oddities": [[seat, "contradicts a mate", 1, "x"]]}
    path.write_bytes(head + json.dumps(fields).encode() + b"\n")
    with pytest.raises(ValueError, match=r":2 has a malformed game: malformed"):
        list(read_records(path))


NUMBERS: list[Any] = [-1, 2.5, 10**6, 2**31, 10**30, -(10**30), 1e300, True]
EMPTY_BOARD = "8/8/8/8/8/8/8/8 w - - 0 1"
TEXTS: list[Any] = ["", "x\n", "e2e5", "*", "} 1-0 [Event", "Nf3", "0-1", "drawn", "hilo", EMPTY_BOARD, "\ud800"]
WRONG: list[Any] = [None, *NUMBERS, *TEXTS, [], {}, [[]], [1], [None], [0, 0], [1, 1], [0, 2], ["A", "A"]]
ANYTHING = ("reason", "loser", "utility", "began", "seconds", "late", "oddities")  # nothing else determines them


def changed(fields: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """All games with one change, in a field of the game or of one of its plies; with a description of the change."""
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
    """The PGN that is being completed stays whole, and no number in the file makes the runner use much memory."""
    records = [record for record in made(1, 40) if len(record.plies) > 2 and record.finished][:2]
    numbers = "|".join(str(record.number) for record in records)
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
        followed = fault_of(lambda: FollowedMatch(Path(run.results)).game())
        assert followed.isprintable(), what
        try:
            with kept(run) as store:
                assert len(page("Match", ["A", "B"], store.records(), {})) < 1_000_000, what
            assert what.startswith((*ANYTHING, "result", "ending", "plies []", "ply ")), what
            assert not re.match(r"ply \d [01] ", what), "a move, or how people write it"
            taken += 1
        except ValueError as fault:
            assert re.search(rf"results:3 (is no game|has a malformed game: .+)$|^game ({numbers}) ", str(fault)), what
            refused += 1
        written = Path(run.pgn).read_bytes()
        assert written == cut or written.startswith(first_game), what
    assert refused > 300 and taken > 30, (refused, taken)


def test_one_thing_changed_in_the_settings_is_refused_or_makes_no_difference(tmp_path: Path) -> None:
    """With a one-line error, when it is resumed or followed. But only the resumed match knows the right settings."""
    path = tmp_path / "results"
    written(path, 2)
    _, *games = path.read_bytes().splitlines(keepends=True)
    refused = taken = 0
    for name, value in HEADER.items():
        changes = [{**HEADER, name: wrong} for wrong in WRONG if wrong != value]
        for fields in [*changes, {key: HEADER[key] for key in HEADER if key != name}]:
            path.write_bytes(b"".join([json.dumps(fields).encode(), b"\n", *games]))
            faults = [fault_of(lambda: write_results(path, HEADER)), fault_of(lambda: FollowedMatch(path))]
            assert all("results" in fault and fault.isprintable() for fault in faults if fault), faults
            assert faults[0] or (name in FREE and not faults[1]), (name, fields.get(name))
            refused += bool(faults[0])
            taken += not faults[0]
    assert refused > 400 and taken, (refused, taken)


def fault_of(do: Callable[[], object]) -> str:
    """The text of the error, "" if there is none."""
    try:
        do()
    except ValueError as fault:
        return str(fault)
    return ""


@contextmanager
def kept(run: Run) -> Iterator[Store]:
    """The files of a run. It is resumed if the files exist."""
    with closing(Store(replace(run, resume=True))) as store:
        store.begin(MATCH, header(MATCH, SEED))
        yield store


def keep(where: Path, records: list[Record]) -> Run:
    run = Run(pgn=str(where / "pgn"), results=str(where / "results"), epd=str(where / "epd"))
    with kept(run) as store:
        for record in records:
            store.add(record)
    return run


def test_only_finished_games_if_so_wanted(tmp_path: Path) -> None:
    records = made(1, 29)
    run = replace(keep(tmp_path, []), pgn_finished_only=True)
    with kept(run) as store:
        for record in records:
            store.add(record)
    finished = [record for record in records if record.finished]
    assert 0 < len(finished) < len(records)
    assert [int(game.headers["GameNumber"]) for game in read_pgn(Path(run.pgn))] == [each.number for each in finished]
    assert len(Path(run.epd).read_text().splitlines()) == len(finished)
    assert list(read_records(Path(run.results))) == records


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
