"""Handicap: how a search plays below its full strength."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from ..results import Score


@dataclass(frozen=True)
class Handicap:
    """A small number of nodes, the same on every machine, and random errors, as in Stockfish's `Skill`.

    nodes: the search ends after so many, but depth 1 may take 10,000. lines: the number of best moves to choose from.
    error: the standard deviation of the error that is added to each of their scores, in hundredths of the game's unit.
    """

    nodes: int
    lines: int
    error: float

    def choose(self, scores: Sequence[Score], random: Random) -> int:
        """The number of the move that seems best. scores: best first. A forced win is always played."""
        if (scores[0].plies or 0) > 0:
            return 0
        seeming = [score.centi + random.gauss(0.0, self.error) for score in scores]
        return seeming.index(max(seeming))
