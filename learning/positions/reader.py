"""A reader of files of positions, and a summary of a file. Only one game at a time is in memory."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from struct import Struct

from ...engine.support.regular_file import check_regular
from . import block, head
from .block import Block, GameEnd
from .record import GAME, Record

CHUNK = 2**20  # bytes that are searched at once
MOST_IN_VAIN = 2**26
SCORE = Struct("<24xh6x")  # the score in a record of record.py


class Reader:
    """Used in a `with`. head: the head of the file.

    ValueError in one line if it is no file of positions, of another version, or damaged; OSError if it cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        check_regular(path)
        with path.open("rb") as file:
            self.head = head.read(file, path)
        self.file = path.open("rb")
        self.end = len(self.head.data)  # the end of the last block that was read

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    @property
    def size(self) -> int:
        """The size of the file in bytes."""
        return os.fstat(self.file.fileno()).st_size

    @property
    def tail(self) -> int:
        """Once all blocks are read: the bytes after the last whole one, as an interrupted run leaves them."""
        return self.size - self.end

    def blocks(self) -> Iterator[Block]:
        """Yield all whole blocks; ValueError, with the place, if other bytes lie between two, or a game is missing."""
        self.end = len(self.head.data)
        self.file.seek(self.end)
        number = 0
        while (found := self.block_here()) is not None:
            if found.number != number:
                raise ValueError(f"{self.path} has game {found.number} at byte {self.end}, where {number} belongs")
            self.end += found.size
            yield found
            number += 1
        if self.is_followed():
            raise ValueError(f"{self.path} is damaged at byte {self.end}, and whole games follow")

    def records(self) -> Iterator[Record]:
        """Yield the records of all whole blocks; ValueError as from `blocks`, or if they are not as in record.py."""
        self.head.check_game(self.path, GAME)
        for each in self.blocks():
            yield from each

    def block_here(self) -> Block | None:
        """The block at the current position of the file; None without a whole one."""
        return block.read(self.file, self.head.checksum, self.head.size_of_record)

    def is_followed(self) -> bool:
        """Whether a whole block begins anywhere after the last one that was read.

        ValueError if more than MOST_IN_VAIN bytes were read after headers without a whole block. Chance does not make
        so many, and to read on could take for ever.
        """
        place = self.end + 1
        in_vain = 0  # bytes read after such headers
        while True:
            self.file.seek(place)
            chunk = self.file.read(CHUNK)
            found = chunk.find(block.MAGIC)
            while found >= 0:
                self.file.seek(place + found)
                if self.block_here() is not None:
                    return True
                in_vain += self.file.tell() - place - found - block.HEADER
                if in_vain > MOST_IN_VAIN:
                    raise ValueError(f"{self.path} is damaged at byte {self.end}")
                found = chunk.find(block.MAGIC, found + 1)
            if len(chunk) < CHUNK:
                return False
            place += CHUNK - len(block.MAGIC) + 1


@dataclass
class Summary:
    """results, endings, lengths: numbers of games by result for White, by ending, and by number of positions.

    positions, scores: numbers of positions by result of their game, and by centipawns. plies: of all games.
    """

    results: Counter[float] = field(default_factory=Counter)
    endings: Counter[GameEnd] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    positions: Counter[float] = field(default_factory=Counter)
    scores: Counter[int] = field(default_factory=Counter)
    plies: int = 0


def summarise(reader: Reader, report: Callable[[int], None] = lambda end: None) -> Summary:
    """Count games and positions; ValueError as from `Reader`. report: called after each game, with the bytes read."""
    found = Summary()
    size = reader.head.size_of_record
    score = SCORE if reader.head.game == GAME else Struct(f"<{size - 4}xhxx")  # two bytes follow the score
    for game in reader.blocks():
        found.results[game.result] += 1
        found.endings[game.ending] += 1
        found.lengths[len(game)] += 1
        found.positions[game.result] += len(game)
        found.plies += game.plies
        found.scores.update(value for (value,) in score.iter_unpack(game.packed))
        report(reader.end)
    return found
