"""From limits and clocks to two budgets: when not to begin another iteration, and when to stop in the middle of one."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from ..limits import Limits

MOVES_LEFT = 30  # how long a game is expected to last where nobody says
INCREMENT_SHARE = 0.75  # of each increment that is spent at once
SOFT_SHARE = 0.5  # of the time for a move; an iteration begun later would hardly end in time
HARD_FACTOR = 3.0  # times the time for a move that a hard one may take
MOST_OF_CLOCK = 0.8  # of what is left that one move may take
OVERHEADS = 4  # kept on the clock: one for this move, the others for a machine that stalls when hardly any time is left
MOVETIME_SHARE = 0.1  # of a fixed time for a move that the overhead may take: 20 ms must not become 1
LEAST = 0.001  # seconds: a move is owed even when there is no time


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
        soft = min(SOFT_SHARE * share, SOFT_SHARE * hard)
    if limits.movetime is not None:
        fixed = max(LEAST, (limits.movetime - min(overhead, MOVETIME_SHARE * limits.movetime)) / 1000)
        hard = min(hard, fixed)
    return Budget(min(soft, hard), hard)
