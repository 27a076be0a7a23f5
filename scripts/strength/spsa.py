"""Tune numbers of the tournament search by play: simultaneous perturbation stochastic approximation (SPSA).

J. Spall, "Multivariate Stochastic Approximation Using a Simultaneous Perturbation Gradient Approximation" (1992). In
each step, every number is moved up or down at random by its step size. The two opposite points play a pair of games
against each other, from one opening with both colours. All numbers then follow the better point. Step sizes and rates
fall as Spall recommends (`implementation`, 1998); at the end, a step has the size that `tunables.pxd` says.

At the end the values are printed; an SPRT must confirm them (`regression.py --nodes`). The same command goes on where
it was stopped.

    python scripts/strength/spsa.py REVERSE_FUTILITY_MARGIN FUTILITY_BASE FUTILITY_MARGIN --games 20000
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from pairs import Pairs, signs_of
from tunables import END_RATE, Tunable

ALPHA, GAMMA = 0.602, 0.101  # by which rates and step sizes fall; Spall's
STABILITY = 0.1  # of all steps: added to the number of a step, to lower the first rates; Spall's


class Schedule:
    """The points of each step, and how far the numbers follow the result."""

    def __init__(self, tunables: Sequence[Tunable], steps: int, seed: int) -> None:
        self.tunables = tunables
        self.steps = steps
        self.seed = seed
        self.lag = STABILITY * steps

    def signs(self, step: int) -> list[int]:
        """Whether each number is moved up (1) or down (-1) for the first of both points."""
        return signs_of(self.seed, step, len(self.tunables))

    def size(self, tunable: Tunable, step: int) -> float:
        """By how much a number is moved."""
        return tunable.step * float((self.steps / step) ** GAMMA)

    def rate(self, tunable: Tunable, step: int) -> float:
        """How far a number follows a pair of games, for each point that the better side is ahead."""
        fallen = float(((self.steps + self.lag) / (step + self.lag)) ** ALPHA)
        return END_RATE * tunable.step**2 * fallen / self.size(tunable, step)

    def points(self, values: Sequence[float], step: int) -> tuple[list[int], list[int]]:
        """The two points that play each other, rounded at random, so that small moves count, too."""
        chooser = random.Random(f"{self.seed} {step} rounding")
        both: tuple[list[int], list[int]] = [], []
        for tunable, value, sign in zip(self.tunables, values, self.signs(step), strict=True):
            share = chooser.random()
            for point, side in zip(both, (1, -1), strict=True):
                moved = int(value + side * sign * self.size(tunable, step) + share)
                point.append(max(tunable.low, min(tunable.high, moved)))
        return both

    def follow(self, values: Sequence[float], step: int, lead: float) -> list[float]:
        """The values after a pair of games; lead: the score of the first point minus that of the second."""
        moved = []
        for tunable, value, sign in zip(self.tunables, values, self.signs(step), strict=True):
            there = value + self.rate(tunable, step) * lead * sign
            moved.append(max(float(tunable.low), min(float(tunable.high), there)))
        return moved


def main() -> int:
    pairs = Pairs("spsa", __doc__)
    schedule = Schedule(pairs.tunables, pairs.count, pairs.seed)
    values = [float(each.value) for each in pairs.tunables]

    def learn(step: int, lead: float) -> None:
        values[:] = schedule.follow(values, step, lead)

    def describe() -> str:
        return ", ".join(f"{each.name} {value:.1f}" for each, value in zip(pairs.tunables, values, strict=True))

    status = pairs.play(lambda step: schedule.points(values, step), learn, describe)
    for tunable, value in zip(pairs.tunables, values, strict=True):
        print(f"{tunable.name} = {round(value)}  # was {tunable.value}; {value:.2f}")
    return status


if __name__ == "__main__":
    raise SystemExit(main())
