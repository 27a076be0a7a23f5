"""How much time a move gets.

Two budgets follow from limits and clocks: when not to begin another iteration, and when to stop in the middle of one.
How much of the first to take depends on how settled the best move is. What that goes by is common to strong programs
(Stockfish's `timeman` and `search`): a best move that has just changed, a score that falls, and effort that went to
other moves ask for more time; a move that has long been best for less.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from ..limits import Limits
from ..searches.search import RootMove

MOVES_LEFT = 27  # how long a game is expected to last where nobody says
INCREMENT_SHARE = 0.8  # of each increment that is spent at once
SOFT_SHARE = 0.5  # of the hard budget; an iteration begun later would hardly end in time
HARD_FACTOR = 3.0  # times the time for a move that a hard one may take
MOST_OF_CLOCK = 0.8  # of what is left that one move may take
OVERHEADS = 4  # kept on the clock: one for this move, the others for a machine that stalls when hardly any time is left
MOVETIME_SHARE = 0.1  # of a fixed time for a move that the overhead may take: 20 ms must not become 1
LEAST = 0.001  # seconds: a move is owed even when there is no time

SETTLED = (1.5, 1.2, 1.0, 0.9, 0.85, 0.8, 0.75)  # by iterations since the best move changed
FALL = 0.005  # of the time more for each hundredth of the unit that the score is below that of iterations before
LEAST_FALL, MOST_FALL = 0.85, 1.5
REMEMBERED = 4  # iterations whose scores are the measure
SHARE_FROM = 1.6  # less the share of nodes that the best move has had, times
SHARE_WEIGHT = 1.2
FEWEST = 1000  # nodes from which on a share says something


@dataclass(frozen=True)
class Budget:
    """Seconds from the start of the search; infinite where nothing limits it."""

    soft: float = inf
    hard: float = inf

    @property
    def managed(self) -> bool:
        """Whether time not used now is of use later, so that an obvious move is played at once."""
        return self.soft < self.hard


def budget(limits: Limits, player: int, overhead: int) -> Budget:
    """The budgets of a player for one move; `overhead` milliseconds are lost between us and the clock."""
    hard = inf
    soft = inf
    remaining = limits.times[player]
    if remaining is not None:
        left = max(0.0, (remaining - OVERHEADS * overhead) / 1000)
        share = left / max(1, limits.movestogo or MOVES_LEFT) + INCREMENT_SHARE * limits.increments[player] / 1000
        hard = max(LEAST, min(HARD_FACTOR * share, MOST_OF_CLOCK * left))
        soft = min(share, SOFT_SHARE * hard)
    if limits.movetime is not None:
        fixed = max(LEAST, (limits.movetime - min(overhead, MOVETIME_SHARE * limits.movetime)) / 1000)
        hard = min(hard, fixed)
    return Budget(min(soft, hard), hard)


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
