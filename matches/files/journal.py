"""The result file: the settings of a match, then a line of JSON for each game, each handed to the system at once."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO

from ...engine.support.json_text import parse_json
from ...engine.support.line_file import LineFile
from ...engine.support.regular_file import read_lines
from ...engine.support.text import printable
from ..openings.setups import setup
from ..pairing import Seatings
from ..record import Record, check
from ..settings import Match
from ..tournament.rounds import seatings_of_file
from ..variants import Rules, by_library, position
from .header import HEAD, check_same, first_line, match_of, parse_header

SAN = re.compile(r"(?:O-O(?:-O)?|(?:[KQRBN][a-h]?[1-8]?x?|(?:[a-h]x)?)(?P<to>[a-h][1-8])(?:=[QRBN])?)[+#]?")


class Journal(LineFile):
    """Written by one run at a time."""

    def __init__(self, path: Path, resume: bool = True) -> None:
        """OSError or ValueError if it cannot be written, is in use, or is not empty without `resume`."""
        super().__init__(path)
        if os.fstat(self.file).st_size and not resume:
            self.close()
            raise ValueError(f"{path} holds a match: go on with it by -resume, or name another file by -results")

    def header(self) -> dict[str, Any] | None:
        """The settings, None if there are none yet; ValueError if it is no result file."""
        with self.reader() as file:
            line = first_line(file, self.path)
        if not line.endswith(b"\n") and (line.startswith(HEAD) or HEAD.startswith(line)):
            return None  # a run ended while it wrote the settings
        fields = parse_header(line, self.path)
        match_of(fields, self.path)
        return fields

    def begin(self, header: Mapping[str, Any]) -> None:
        """Resume the file of the same match, or begin a new one; ValueError if it is of another match."""
        found = self.header()
        if found is not None:
            check_same(found, header, self.path)  # first, so that a file of another match is not changed
        self.mend()
        if found is None:
            self.write(header)

    def records(self) -> Iterator[Record]:
        """The games so far, as in `read_records`."""
        with self.reader() as file:
            yield from parse_records(file, self.path)

    def add(self, record: Record) -> None:
        self.write(record.to_json())

    def write(self, fields: Mapping[str, Any]) -> None:
        self.write_line(json.dumps(fields, separators=(",", ":")).encode())


def read_records(path: Path) -> Iterator[Record]:
    """The games, in the order in which they ended; ValueError names a malformed line.

    Each game finishes once: later records of it are left out, such as those of a second run that wrote to the file.
    """
    with path.open("rb") as file:
        yield from parse_records(file, path)


def parse_records(file: BinaryIO, path: Path) -> Iterator[Record]:
    lines = enumerate(read_lines(file, path), 1)
    match = match_of(parse_header(next(lines, (1, b""))[1], path), path)
    finished: set[int] = set()
    seatings = seatings_of_file(match)
    for number, line in lines:
        if not line.endswith(b"\n"):
            return  # cut short: its game is played again
        try:
            record = parse_record(line, match, seatings)
        except ValueError as error:
            raise ValueError(f"{path}:{number} {error}") from None
        if is_new(record, finished):
            seatings.add(record)
            yield record


def is_new(record: Record, finished: set[int]) -> bool:
    """Whether no earlier line has finished this game. finished: the numbers of finished games; may gain this one."""
    if record.number in finished:
        return False
    if record.finished:
        finished.add(record.number)
    return True


def parse_record(line: bytes, match: Match, seatings: Seatings) -> Record:
    """The game of a line; ValueError, with a text that follows the name of the line, if it is malformed.

    seatings: with the results of all earlier games.
    """
    try:
        record = Record.from_json(parse_json(line))
    except ValueError:
        raise ValueError("is no game") from None
    try:
        check(record)
        check_played(record, match, seatings)
    except ValueError as fault:
        raise ValueError(f"has a malformed game: {fault}") from None
    return record


def check_played(record: Record, match: Match, seatings: Seatings) -> None:
    """ValueError if a game does not fit this match: its number, its players, its start or its moves."""
    if record.variant != match.variant:
        raise ValueError(f"game {record.number} is not one of {match.variant}")
    if (record.pair, record.leg, record.seats) != seatings.of(record.number):
        raise ValueError(f"game {record.number} has another pair, leg or seats")
    if record.names != tuple(match.engines[seat].name for seat in record.seats):
        raise ValueError(f"game {record.number} is of other players")
    rules = match.variant_options
    check_start(match.variant, rules, record.start)
    try:
        position(match.variant, rules, record.start, [ply.move for ply in record.plies])
    except ValueError as fault:
        raise ValueError(f"game {record.number}: {fault}") from None
    written = looks_like_san if by_library(match.variant) else str.__eq__
    for ply in record.plies:
        if not written(ply.text, ply.move):
            raise ValueError(f"{ply.move} is not written as {printable(ply.text)}")


def looks_like_san(text: str, move: str) -> bool:
    """Whether a text can be the SAN of a legal move. Only form and target are checked; more would need a board."""
    found = SAN.fullmatch(text)
    return found is not None and (found["to"] or move[2:4]) == move[2:4]


@lru_cache(maxsize=1024)
def check_start(variant: str, rules: Rules, fen: str) -> None:
    """ValueError if no game can begin at this position."""
    setup(variant, rules, fen)
