"""The PGN file of a match. It may hold other games, too; those of the match are identified by tags and moves."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from hashlib import blake2b
from pathlib import Path

from ..record import Record
from ..settings import Match
from .appended_file import AppendedFile, Identity
from .pgn import pgn

FIRST = b'[Event "'  # the beginning of a game
TAGS = (
    b"Round",
    b"White",
    b"Black",
    b"Result",
    b"FEN",
)  # that identify a game, with its moves and its start time
TAG_SECTION = re.compile(rb"(?:\[[^\n]*(?:\n|$))*")
TAG = re.compile(rb'^\[(\w+)\s+"(.*)"\]', re.MULTILINE)
COMMENT = re.compile(rb"\{[^}]*\}")
NUMBER = re.compile(rb"(?<!\S)\d+\.+")
RESULTS = (b"1-0", b"0-1", b"1/2-1/2", b"*")
MARKS = b"+#!?"  # after a move; they do not matter


class PgnFile(AppendedFile):
    """With comments or without; all games, or only those that were finished."""

    END = b"\n\n"

    def __init__(self, path: Path, match: Match, minimal: bool, finished_only: bool) -> None:
        super().__init__(path)
        self.match = match
        self.minimal = minimal
        self.finished_only = finished_only

    def wants(self, record: Record) -> bool:
        return record.finished or not self.finished_only

    def text(self, record: Record) -> bytes:
        return pgn(record, self.match, self.minimal).encode()

    def identity(self, record: Record) -> Identity:
        return self.identify(pgn(record, self.match, minimal=True).encode())[0], record.began

    def identify(self, entry: bytes) -> Identity:
        head = TAG_SECTION.match(entry)
        assert head is not None, "it matches nothing as well"
        tags = dict(TAG.findall(head[0]))
        end = max(head.end(), entry.rfind(b"}") + 1)  # after it no comment ends; a search for ends there is quadratic
        moves = NUMBER.sub(b" ", COMMENT.sub(b" ", entry[head.end() : end]) + entry[end:]).split()
        words = [tags.get(name, b"") for name in TAGS]
        for move in moves:  # text after the result is not part of the game
            words.append(move.rstrip(MARKS))
            if move in RESULTS:
                break
        return blake2b(b"\0".join(words), digest_size=16).digest(), start_time(tags.get(b"GameStartTime", b""))

    def entries(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        """Entries as PGN readers see them: a game ends at an empty line after its moves, if it is in no comment."""
        entry: list[bytes] = []
        state = State()
        for line in lines:
            if entry and state.ends_before(line):
                yield b"".join(entry)
                entry = []
                state = State()
            entry.append(line)
            state.read(line)
        if entry:
            yield b"".join(entry)
        self.closing = b" }" if state.comment else b""


class State:
    """How far a game has been read."""

    def __init__(self) -> None:
        self.moves = False  # whether they have begun
        self.over = False  # whether they have ended
        self.comment = False  # whether one has begun and not ended

    def ends_before(self, line: bytes) -> bool:
        return not self.comment and (line.startswith(FIRST) or (self.over and bool(line.strip())))

    def read(self, line: bytes) -> None:
        if not line.strip():
            self.over = self.moves and not self.comment
        elif self.comment or not line.startswith(b"["):
            self.moves = True
            begin, end = line.rfind(b"{"), line.rfind(b"}")
            self.comment = begin > end if begin != end else self.comment


def start_time(text: bytes) -> float | None:
    """Seconds since 1970, None if that is no time."""
    try:
        return datetime.fromisoformat(text.decode()).timestamp()
    except (ValueError, OverflowError):
        return None
