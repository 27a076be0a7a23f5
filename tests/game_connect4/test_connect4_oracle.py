"""The solver beside the exact openings of BitBully, which M. Thill computed (PyPI: bitbully-databases)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from bitbully_databases import BitBullyDatabases
from connect4_games import mirrored, played
from oddsfish.engine import Connect4Position
from oddsfish.engine.games.connect4.searches.solver.solver import Solver

pytestmark = pytest.mark.slow
ROWS, COLUMNS = 6, 7
CERTAIN = 100  # a book's value of a win is this minus the plies to it


@pytest.fixture(scope="module", params=["8-ply", "12-ply", "12-ply-dist"])
def book(request: pytest.FixtureRequest) -> Any:
    return BitBullyDatabases(request.param)


def test_a_sample_of_its_positions(book: Any) -> None:
    discs = 8 if book.is_8ply else 12
    count = 40 if book.is_8ply else 150
    texts = quiet_games(f"{discs}", discs, count)
    positions = [played(text) for text in texts]
    solvers = [Solver(1, 1, False), Solver(64, 1, False), Solver(64, 2, False)]
    for solver in solvers[1 if book.is_8ply else 0 :]:
        weak = [solver.solve(position, weak=True) for position in positions]
        scores = [] if book.is_8ply else [solver.solve(position) for position in positions]
        for number, text in enumerate(texts):
            value = book.get_book_value(board(text))
            assert weak[number] == (value > 0) - (value < 0), text
            if scores:
                assert (scores[number] > 0) - (scores[number] < 0) == weak[number], text
            if book.with_distances:
                assert scores[number] == score(value, discs), text
        solver.clear()
        assert [solver.solve(played(mirrored(text)), weak=True) for text in texts] == weak
        assert solver.solve_all(positions, weak=True) == weak


def score(value: int, discs: int) -> int:
    """The score for a value of a book: 22 minus the discs that the winner will have played; negative for a loss."""
    if value == 0:
        return 0
    winner = (discs + CERTAIN - abs(value) + 1) // 2
    return 22 - winner if value > 0 else winner - 22


def board(text: str) -> list[list[int]]:
    """Rows from the top; 1 and 2 for the players."""
    rows = [[0] * COLUMNS for _ in range(ROWS)]
    heights = [0] * COLUMNS
    for number, column in enumerate(text):
        place = int(column) - 1
        rows[ROWS - 1 - heights[place]][place] = 1 + number % 2
        heights[place] += 1
    return rows


def quiet_games(seed: str, discs: int, count: int) -> list[str]:
    """Positions that such books hold: nobody has four in a row, or can get it with the next disc."""
    chooser = random.Random(seed)
    found: list[str] = []
    while len(found) < count:
        position = Connect4Position()
        text = ""
        while len(text) < discs and position.ending() is None:
            column = chooser.choice(position.moves())
            position.play(column)
            text += str(column + 1)
        if position.ending() is None and not any(wins(text, column) for column in position.moves()):
            found.append(text)
    return found


def wins(text: str, column: int) -> bool:
    return played(text + str(column + 1)).ending() is not None
