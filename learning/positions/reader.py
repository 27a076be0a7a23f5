"""A reader of files of positions: block by block, so that no more than one game is in memory; and what it counts."""

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

CHUNK = 2**20  # bytes that are looked through at once
MOST_IN_VAIN = 2**26
SCORE = Struct("<24xh6x")  # of a record as record.py has it


class Reader:
    """Used in a `with`. head: what the file says of itself.

    ValueError in one line if it is no file of positions, of another version, or damaged; OSError if it cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        check_regular(path)
        with path.open("rb") as file:
            self.head = head.read(file, path)
        self.file = path.open("rb")
        self.end = len(self.head.data)  # behind the last block that was read

    def __enter__(self) -> Reader:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    @property
    def size(self) -> int:
        """Of the file, in bytes."""
        return os.fstat(self.file.fileno()).st_size

    @property
    def tail(self) -> int:
        """Once all blocks are read: the bytes behind the last whole one, which a run leaves that was cut short."""
        return self.size - self.end

    def blocks(self) -> Iterator[Block]:
        """Every whole block; ValueError, which says where, if something else is between two, or a game is missing."""
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
        """Every record of every whole block; ValueError as `blocks`, and if they are not as record.py has them."""
        self.head.check_game(self.path, GAME)
        for each in self.blocks():
            yield from each

    def block_here(self) -> Block | None:
        """The block that begins here; None if none does that is whole."""
        return block.read(self.file, self.head.checksum, self.head.size_of_record)

    def is_followed(self) -> bool:
        """Whether a whole block begins anywhere behind the last one that was read.

        ValueError where so many headers have no block behind them as chance does not make, or for ever would be read.
        """
        place = self.end + 1
        in_vain = 0  # bytes that were read and are no block
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
    """results, endings, lengths: games by result for White, by how they ended, and by how many positions they have.

    positions, scores: positions by the result of their game, and by centipawns. plies: of all games.
    """

    results: Counter[float] = field(default_factory=Counter)
    endings: Counter[GameEnd] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    positions: Counter[float] = field(default_factory=Counter)
    scores: Counter[int] = field(default_factory=Counter)
    plies: int = 0


def summarise(reader: Reader, report: Callable[[int], None] = lambda end: None) -> Summary:
    """Count all of it; ValueError as from `Reader`. report: called after each game with the bytes that are read."""
    found = Summary()
    size = reader.head.size_of_record
    score = SCORE if reader.head.game == GAME else Struct(f"<{size - 4}xhxx")  # two bytes are behind it
    for game in reader.blocks():
        found.results[game.result] += 1
        found.endings[game.ending] += 1
        found.lengths[len(game)] += 1
        found.positions[game.result] += len(game)
        found.plies += game.plies
        found.scores.update(value for (value,) in score.iter_unpack(game.packed))
        report(reader.end)
    return found
