"""Annotate a game of Connect-4: the solver gives the score of each move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from . import move_list
from .position import Connect4Position
from .searches.solver.book import number as number_of
from .searches.solver.solver import Solver


@dataclass(frozen=True)
class AnnotatedMove:
    """A move, and how it changed the score.

    number: the number of the move, from 1, both sides counted.
    player: 0 for red, 1 for yellow.
    column: the column, from 0.
    before: the score of the position for the side to move, which is the score of the best move.
    after: the score of this move, from the view of the same side.
    best: the columns of all moves with the best score.
    """

    number: int
    player: int
    column: int
    before: int
    after: int
    best: tuple[int, ...]

    @property
    def verdict(self) -> str:
        """The fault of the move, or "" if it has none.

        - "blunder": it changes the result of the game.
        - "slow": the win comes later.
        - "hasty": the loss comes sooner.
        """
        if outcome(self.after) != outcome(self.before):
            return "blunder"
        if self.after == self.before:
            return ""
        return "slow" if self.before > 0 else "hasty"


def annotate(moves: str, solver: Solver, start: Connect4Position | None = None) -> Iterator[AnnotatedMove]:
    """Yield each move of a game as soon as it is solved.

    moves: columns, as in 4455 or ddee.
    solver: the Solver that scores them.
    start: the position before the first move; the empty board by default.

    ValueError, before anything is solved, if a move is not legal or the start position cannot be solved.
    """
    position = Connect4Position() if start is None else start.clone()
    number_of(position)  # ValueError if the position cannot be solved
    move_list.play(moves, position)
    return solved(move_list.read(moves), solver, position)


def solved(moves: list[int], solver: Solver, position: Connect4Position) -> Iterator[AnnotatedMove]:
    for number, column in enumerate(moves, 1):
        scores = solver.scores(position)
        best = max(score for score in scores if score is not None)
        after = scores[column]
        assert after is not None
        ways = tuple(place for place, score in enumerate(scores) if score == best)
        yield AnnotatedMove(number, position.player(), column, best, after, ways)
        position.play(column)


def outcome(score: int) -> int:
    """Return 1 for a won score, 0 for a drawn one, -1 for a lost one."""
    return (score > 0) - (score < 0)
