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

# What is tuned by play: ranges and steps are read by scripts/strength/tunables.py.
MOVES_LEFT = 27  # 15 to 60 by 4: moves that a game is expected to last where nobody says
INCREMENT_SHARE = 80  # 30 to 100 by 10: per cent of each increment that are spent at once
HARD_SHARE = 300  # 150 to 600 by 50: per cent of the time for a move that a hard one may take
UNSETTLED = 150  # 100 to 250 by 20: per cent of the soft budget to take when the best move has just changed
SETTLED = 73  # 40 to 100 by 8: per cent of it when the best move has not changed for long
SETTLING = 65  # 30 to 90 by 8: per cent of the distance between the two that each iteration leaves
FALL = 50  # 0 to 150 by 15: per cent more for each unit that the score is below that of iterations before
LEAST_FALL = 85  # 50 to 100 by 5: per cent of the time to take at least where it rises,
MOST_FALL = 150  # 100 to 250 by 20: and at most where it falls
SHARE_FROM = 160  # 120 to 220 by 10: per cent, less the share of nodes that the best move has had; times
SHARE_WEIGHT = 120  # 60 to 200 by 12: per cent

MOST_OF_CLOCK = 0.8  # of what is left that one move may take
SOFT_SHARE = 0.5  # of the hard budget; an iteration begun later would hardly end in time
OVERHEADS = 4  # kept on the clock: one for this move, the others for a machine that stalls when hardly any time is left
MOVETIME_SHARE = 0.1  # of a fixed time for a move that the overhead may take: 20 ms must not become 1
LEAST = 0.001  # seconds: a move is owed even when there is no time
REMEMBERED = 4  # iterations whose scores are the measure
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
        share = left / max(1, limits.movestogo or MOVES_LEFT) + INCREMENT_SHARE / 100 * limits.increments[player] / 1000
        hard = max(LEAST, min(HARD_SHARE / 100 * share, MOST_OF_CLOCK * left))
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
        factor = (SETTLED + (UNSETTLED - SETTLED) * (SETTLING / 100) ** self.unchanged) / 100
        if self.scores:
            before = self.scores[-REMEMBERED:]
            fall = sum(before) / len(before) - centi
            factor *= min(MOST_FALL, max(LEAST_FALL, 100 + FALL * fall / 100)) / 100
        self.scores.append(centi)
        if nodes >= FEWEST:
            factor *= SHARE_WEIGHT / 100 * (SHARE_FROM / 100 - line.nodes / nodes)
        return factor
