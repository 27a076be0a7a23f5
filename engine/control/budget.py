"""How much time a move gets.

Limits and clocks give two budgets. After the soft budget, no iteration begins; after the hard budget, the search stops.
The search takes more or less of the soft budget, by rules that are common to strong programs (Stockfish's `timeman` and
`search`). It takes more if the best move has just changed, if the score falls, or if many nodes went to other moves. It
takes less if a move has been the best for long.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from ..limits import Limits
from ..searches.search import RootMove

# Numbers that are tuned by play. scripts/strength/tunables.py reads their ranges and steps.
MOVES_LEFT = 27  # 15 to 60 by 4: moves that are expected to follow, if `movestogo` does not tell
INCREMENT_SHARE = 80  # 30 to 100 by 10: per cent of each increment that is spent at once
HARD_SHARE = 300  # 150 to 600 by 50: per cent of the usual time for a move that the hard budget allows
UNSETTLED = 150  # 100 to 250 by 20: per cent of the soft budget to take when the best move has just changed
SETTLED = 73  # 40 to 100 by 8: per cent of it when the best move has not changed for long
SETTLING = 65  # 30 to 90 by 8: per cent of the distance between the two that each iteration leaves
FALL = 50  # 0 to 150 by 15: per cent more for each unit that the score is below that of earlier iterations
LEAST_FALL = 85  # 50 to 100 by 5: per cent of the time to take at least if the score rises,
MOST_FALL = 150  # 100 to 250 by 20: and at most if it falls
SHARE_FROM = 160  # 120 to 220 by 10: per cent, minus the share of nodes below the best move; times
SHARE_WEIGHT = 120  # 60 to 200 by 12: per cent

MOST_OF_CLOCK = 0.8  # the largest share of the remaining time for one move
SOFT_SHARE = 0.5  # of the hard budget: an iteration that begins later would hardly end in time
OVERHEADS = 4  # kept on the clock: one for this move, the others in case the machine stalls near the end
MOVETIME_SHARE = 0.1  # the largest share of `movetime` for the overhead: 20 ms must not become 1
LEAST = 0.001  # seconds: even without time, a move has to be found
REMEMBERED = 4  # iterations whose mean score is compared
FEWEST = 1000  # nodes: with fewer, the share of nodes is not used


@dataclass(frozen=True)
class Budget:
    """Seconds from the start of the search; infinite without a limit."""

    soft: float = inf
    hard: float = inf

    @property
    def managed(self) -> bool:
        """Whether saved time can be used later, so that an obvious move is played at once."""
        return self.soft < self.hard


def budget(limits: Limits, player: int, overhead: int) -> Budget:
    """The budgets of a player for one move. overhead: milliseconds that are lost between the engine and the clock."""
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
    """How stable the best move and the score are over the iterations of one search."""

    def __init__(self) -> None:
        self.best: int | None = None
        self.unchanged = 0
        self.scores: list[float] = []

    def note(self, line: RootMove, centi: float, nodes: int) -> float:
        """Add an iteration. Return the factor of the soft budget to take.

        line: its best line. centi: the score of that, in hundredths, for the side to move. nodes: of all lines.
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
