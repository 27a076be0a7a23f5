"""Games of Connect-4 for tests, as columns 1 to 7."""

from __future__ import annotations

import random
from collections.abc import Iterator

from oddsfish.engine import Connect4Position

CELLS = 42
START_SCORES = (-2, -1, 0, 1, 0, -1, -2)  # of the seven columns (V. Allis, 1988)


def played(columns: str) -> Connect4Position:
    position = Connect4Position()
    for column in columns:
        position.play(int(column) - 1)
    return position


def random_games(seed: int, least: int, count: int) -> Iterator[str]:
    """Random games that are not over, as columns, with so many discs at least."""
    chooser = random.Random(seed)
    while count:
        position = Connect4Position()
        columns = ""
        wanted = chooser.randrange(least, CELLS)
        while len(columns) < wanted and position.ending() is None:
            column = chooser.choice(position.moves())
            position.play(column)
            columns += str(column + 1)
        if position.ending() is None:
            count -= 1
            yield columns


def mirrored(columns: str) -> str:
    return "".join(str(8 - int(column)) for column in columns)
