"""A game of Connect-4 annotated: what each move was worth, by the solver."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from . import move_list
from .position import Connect4Position
from .searches.solver.book import number as number_of
from .searches.solver.solver import Solver


@dataclass(frozen=True)
class AnnotatedMove:
    """A move, and what it has changed.

    number: from 1, of both sides together. player: 0 for red. column: from 0. before: the score of the
    position for whoever moves, which is that of the best move. after: the score of this move, as the same side sees it.
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
        """What is wrong with it: "blunder", it changes who wins; "slow", "hasty", a later win or sooner loss; or ""."""
        if outcome(self.after) != outcome(self.before):
            return "blunder"
        if self.after == self.before:
            return ""
        return "slow" if self.before > 0 else "hasty"


def annotate(moves: str, solver: Solver, start: Connect4Position | None = None) -> Iterator[AnnotatedMove]:
    """Each move of a game, as soon as it is solved.

    moves: columns, as in 4455 or ddee, from the empty board or another position. ValueError, before anything is solved,
    if one is not legal, or if the position is none that can be solved.
    """
    position = Connect4Position() if start is None else start.clone()
    number_of(position)  # which says what is wrong with one of other rules
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
    """1 won, 0 drawn, -1 lost."""
    return (score > 0) - (score < 0)
