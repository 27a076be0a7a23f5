"""The result file: the settings of a match, then a line of JSON for each game, each whole on disk before the next."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO

from ...engine.json_text import difference, parse_json
from ...engine.regular_file import read_lines
from ...engine.text import shorten
from ..openings.setups import setup
from ..record import Record, check
from ..variants import game_of
from .output import check_output, exists, open_output, reader, write_all

BLOCK = 1 << 16  # bytes
KIND = "oddsfish match "
FORMAT = f"{KIND}1"
HEAD = json.dumps({"format": FORMAT}, separators=(",", ":")).encode()[:-1]  # how every result file begins
MANY = 1 << 30  # players of a match that does not say how many
Rules = tuple[tuple[str, str], ...]
FREE = ("rounds", "sprt", "recover")  # may be others when a match goes on: a longer one is still the same


class Journal:
    """Written by one run at a time: it holds a lock on the file, which the system takes away when the run ends or dies.

    The lock is on the file, not on its name, so that links and other paths to it lead to the same lock.
    """

    def __init__(self, path: Path, resume: bool = True) -> None:
        """See that the file can be written, and lock it if it is there; nothing is created.

        OSError or ValueError if it cannot be, another run has it, or it is not empty and nobody wants to `resume`.
        """
        self.path = path
        self.resume = resume
        self.file: int | None = None
        check_output(path)
        if exists(path):
            self.open()

    def open(self, flags: int = 0) -> None:
        file = open_output(self.path, flags)
        try:
            lock(file, self.path)
            if os.fstat(file).st_size and not self.resume:
                raise ValueError(
                    f"{self.path} holds a match: go on with it by -resume, or name another file by -results"
                )
        except BaseException:
            os.close(file)
            raise
        self.file = file

    def header(self) -> dict[str, Any] | None:
        """The settings, None as long as there are none; ValueError if the file is not ours."""
        if self.file is None:
            return None
        with reader(self.file) as file:
            line = first_line(file, self.path)
        if not line.endswith(b"\n") and (line.startswith(HEAD) or HEAD.startswith(line)):
            return None  # cut short by the end of a run that had not begun
        return parse_header(line, self.path)

    def begin(self, header: Mapping[str, Any]) -> None:
        """Go on with a file of the same match, or begin a new one; ValueError if it is of another."""
        if self.file is None:
            self.open(os.O_CREAT)
        assert self.file is not None
        found = self.header()
        if found is not None:
            check_same(found, header, self.path)  # first: what is not ours is left as it is
        mend(self.file)
        if found is None:
            self.write({"format": FORMAT, **header})

    def records(self) -> Iterator[Record]:
        """The games so far, as `read_records` has them, of the file that is locked, whatever it is called by now."""
        assert self.file is not None
        with reader(self.file) as file:
            yield from parse_records(file, self.path)

    def add(self, record: Record) -> None:
        self.write(record.to_json())

    def write(self, fields: Mapping[str, Any]) -> None:
        """One call writes a whole line, so that only the machine's own end can cut it."""
        assert self.file is not None
        write_all(self.file, json.dumps(fields, separators=(",", ":")).encode() + b"\n")

    def close(self) -> None:
        """The lock goes with it."""
        if self.file is not None:
            os.close(self.file)
            self.file = None


def lock(file: int, path: Path) -> None:
    """ValueError if another run has the file; OSError where files cannot be locked."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise ValueError(f"{path} is in use: another run of this match is still going on") from None
    except OSError as error:
        raise OSError(error.errno, f"cannot be locked: {error.strerror}", str(path)) from error


def mend(file: int) -> None:
    """Take away what follows the last end of line."""
    size = begin = os.fstat(file).st_size
    block = b""
    while begin and b"\n" not in block:
        begin = max(0, begin - BLOCK)
        block = os.pread(file, BLOCK, begin)
    end = begin + block.rfind(b"\n") + 1
    if end != size:
        os.ftruncate(file, end)


def check_same(found: Mapping[str, Any], header: Mapping[str, Any], path: Path) -> None:
    """ValueError if a file is of a match with other settings."""
    for name, value in header.items():
        if name not in FREE and found.get(name) != json.loads(json.dumps(value)):
            raise ValueError(
                f"{path} is of another match: {difference(name, found.get(name), json.loads(json.dumps(value)))}"
            )


def read_header(path: Path) -> dict[str, Any]:
    """The settings; ValueError if the file is not ours."""
    try:
        with path.open("rb") as file:
            return parse_header(first_line(file, path), path)
    except OSError as error:
        raise ValueError(f"{path} is no result file of a match") from error


def first_line(file: BinaryIO, path: Path) -> bytes:
    """ValueError if it is too long to be one of ours."""
    try:
        return next(read_lines(file, path), b"")
    except ValueError:
        raise ValueError(f"{path} is no result file of a match") from None


def parse_header(line: bytes, path: Path) -> dict[str, Any]:
    """The same of its first line."""
    try:
        fields = parse_json(line)
    except ValueError as error:
        raise ValueError(f"{path} is no result file of a match") from error
    found = fields.get("format") if isinstance(fields, dict) else None
    if found != FORMAT:
        if isinstance(found, str) and found.startswith(KIND):
            raise ValueError(f"{path} is a result file of another version: {shorten(found)!a}, not {FORMAT!a}")
        raise ValueError(f"{path} is no result file of a match")
    return dict(fields)


def read_records(path: Path) -> Iterator[Record]:
    """The games, in the order in which they ended; ValueError names a line that is none.

    Each is finished once: what a file has of the same game behind that is left out, as where two runs wrote to it.
    """
    with path.open("rb") as file:
        yield from parse_records(file, path)


def parse_records(file: BinaryIO, path: Path) -> Iterator[Record]:
    """The same of an open file."""
    finished: set[int] = set()
    variant, rules, players = played_by({})
    for number, line in enumerate(read_lines(file, path), 1):
        if number == 1:
            variant, rules, players = played_by(parse_header(line, path))
            continue
        if not line.endswith(b"\n"):
            return  # cut short: its game is played again
        try:
            record = parse_record(line, variant, rules, players)
        except ValueError as error:
            raise ValueError(f"{path}:{number} {error}") from None
        if record.number in finished:
            continue
        if record.finished:
            finished.add(record.number)
        yield record


def played_by(header: Mapping[str, Any]) -> tuple[str, Rules, int]:
    """The variant of a match, "" if that is not said, its rules, and how many players it has."""
    rules = header.get("variant_options")
    pairs = [pair for pair in rules if isinstance(pair, list) and len(pair) == 2] if isinstance(rules, list) else []
    engines = header.get("engines")
    variant = header.get("variant", "")
    return str(variant), tuple((str(a), str(b)) for a, b in pairs), len(engines) if isinstance(engines, list) else MANY


def parse_record(line: bytes, variant: str, rules: Rules, players: int) -> Record:
    """A game of a match; ValueError, to follow the name of the line, if the line is none."""
    try:
        record = Record.from_json(parse_json(line))
    except ValueError:
        raise ValueError("is no game") from None
    try:
        check(record)
        if not all(seat < players for seat in record.seats):
            raise ValueError(f"seats cannot be {record.seats}")
        if variant and record.variant != variant:
            raise ValueError(f"game {record.number} is not one of {variant}")
        check_start(record.variant, rules, record.start)
    except ValueError as fault:
        raise ValueError(f"has a malformed game: {fault}") from None
    return record


@lru_cache(maxsize=1024)
def check_start(variant: str, rules: Rules, fen: str) -> None:
    """ValueError if no game can have begun there. Of a game that is not installed here, nobody knows."""
    try:
        game_of(variant)
    except ValueError:
        return
    setup(variant, rules, fen)
