"""Stability: how settled the best move is, and so how much of the time meant for it a search should take.

What it goes by is common to strong programs (Stockfish's `timeman` and `search`): a best move that has just changed, a
score that falls, and effort that went to other moves ask for more time; a move that has long been best for less.
"""

from __future__ import annotations

from ..searches.search import RootMove

SETTLED = (1.5, 1.2, 1.0, 0.9, 0.85, 0.8, 0.75)  # by iterations since the best move changed
FALL = 0.005  # of the time more for each hundredth of the unit that the score is below that of iterations before
LEAST_FALL, MOST_FALL = 0.85, 1.5
REMEMBERED = 4  # iterations whose scores are the measure
SHARE_FROM = 1.6  # less the share of nodes that the best move has had, times
SHARE_WEIGHT = 1.2
FEWEST = 1000  # nodes from which on a share says something


class Stability:
    """What the iterations of one search have found."""

    def __init__(self) -> None:
        self.best: int | None = None
        self.unchanged = 0
        self.scores: list[float] = []

    def note(self, line: RootMove, centi: float, nodes: int) -> float:
        """An iteration is done: its best line, what that is worth in hundredths to the mover, and all of its nodes.

        How many times the usual share of time to take.
        """
        self.unchanged = self.unchanged + 1 if line.move == self.best else 0
        self.best = line.move
        factor = SETTLED[min(self.unchanged, len(SETTLED) - 1)]
        if self.scores:
            before = self.scores[-REMEMBERED:]
            fall = sum(before) / len(before) - centi
            factor *= min(MOST_FALL, max(LEAST_FALL, 1 + FALL * fall))
        self.scores.append(centi)
        if nodes >= FEWEST:
            factor *= SHARE_WEIGHT * (SHARE_FROM - line.nodes / nodes)
        return factor
