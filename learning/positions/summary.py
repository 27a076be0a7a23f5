"""What is in a file of positions, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from struct import Struct

from .block import GameEnd
from .reader import Reader
from .record import GAME

SCORE = Struct("<24xh6x")  # of a record as record.py has it


@dataclass
class Summary:
    """results and endings: games by result for White, and by how they ended. scores: positions by centipawns.

    fewest and most: positions of a game. plies: of all games. tail: bytes behind the last whole game.
    """

    games: int = 0
    positions: int = 0
    plies: int = 0
    fewest: int = 0
    most: int = 0
    tail: int = 0
    results: Counter[float] = field(default_factory=Counter)
    positions_by_result: Counter[float] = field(default_factory=Counter)  # positions by the result of their game
    endings: Counter[GameEnd] = field(default_factory=Counter)
    scores: Counter[int] = field(default_factory=Counter)


def summarise(reader: Reader, report: Callable[[int], None] = lambda end: None) -> Summary:
    """Count all of it; ValueError as from `Reader`. report: called after each game with the bytes that are read."""
    found = Summary()
    size = reader.head.size_of_record
    score = SCORE if reader.head.game == GAME else Struct(f"<{size - 4}xhxx")  # two bytes are behind it
    for block in reader.blocks():
        found.fewest = min(found.fewest, len(block)) if found.games else len(block)
        found.most = max(found.most, len(block))
        found.games += 1
        found.positions += len(block)
        found.plies += block.plies
        found.results[block.result] += 1
        found.positions_by_result[block.result] += len(block)
        found.endings[block.ending] += 1
        found.scores.update(each for (each,) in score.iter_unpack(block.packed))
        report(reader.end)
    found.tail = reader.tail
    return found
