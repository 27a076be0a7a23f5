"""Handicap: by what a search is kept from playing as well as it can."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from ..results import Score


@dataclass(frozen=True)
class Handicap:
    """Few nodes, whatever the machine, and an error of judgement, as in Stockfish's `Skill`.

    nodes: after which the search ends; depth 1 may take 10,000. lines: so many of the best moves are considered.
    error: the standard deviation of what each of these seems to be worth about what the search has found, in hundredths
    of the game's unit.
    """

    nodes: int
    lines: int
    error: float

    def choose(self, scores: Sequence[Score], random: Random) -> int:
        """Which of the moves with these scores, best first, seems to be the best. A forced win is played as it is."""
        if (scores[0].plies or 0) > 0:
            return 0
        seeming = [score.centi + random.gauss(0.0, self.error) for score in scores]
        return seeming.index(max(seeming))
