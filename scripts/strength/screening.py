"""Which numbers of the tournament search matter, and which way? All of them are tried in the same games.

A factorial design (R. Fisher, "The Design of Experiments", 1935): before each pair of games, each number moves one step
up or down, at random. The other side gets the opposite step. A number from 0 to 1 switches something on or off. Over
many pairs, the effects of all other numbers cancel out. So all games measure every number; separate matches would need
this many games for each. An effect is a mean over the values of the other numbers.

    python scripts/strength/screening.py LATE_BASE NULL_DEPTH RAZORING_DEPTH --games 20000

At the end comes a table: Elo gained by the higher value over the lower one. An SPRT must confirm each change
(`regression.py --nodes`). The same command goes on where it was stopped.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from oddsfish.matches.score.statistics import ELO_PER_NAT, SIGMAS
from pairs import Pairs, Points, signs_of
from tunables import Tunable


class Design:
    """The points of each pair, and the results."""

    def __init__(self, tunables: Sequence[Tunable], seed: int) -> None:
        self.tunables = tunables
        self.seed = seed
        self.pairs = 0
        self.squares = 0.0
        self.sums = [0.0] * len(tunables)

    def signs(self, pair: int) -> list[int]:
        """Whether the first side has the higher value (1) or the lower one (-1) of each number."""
        return signs_of(self.seed, pair, len(self.tunables))

    def points(self, pair: int) -> Points:
        levels = [levels_of(each) for each in self.tunables]
        signs = self.signs(pair)
        one, other = ([each[side * sign > 0] for each, sign in zip(levels, signs, strict=True)] for side in (1, -1))
        return one, other

    def learn(self, pair: int, lead: float) -> None:
        """Add the result of a pair. lead: the score of the first side minus that of the second."""
        self.pairs += 1
        self.squares += lead * lead
        for place, sign in enumerate(self.signs(pair)):
            self.sums[place] += sign * lead

    def effects(self) -> list[float]:
        """How much better the higher value of each number is than the lower one, in Elo."""
        return [ELO_PER_NAT * total / max(1, self.pairs) for total in self.sums]  # a lead of 1 is 75 % of both points

    def error(self) -> float:
        """Half the width of the 95 % interval of each effect."""
        return SIGMAS * ELO_PER_NAT * sqrt(self.squares) / max(1, self.pairs)


def levels_of(tunable: Tunable) -> tuple[int, int]:
    """The lower value and the higher one."""
    return max(tunable.low, tunable.value - tunable.step), min(tunable.high, tunable.value + tunable.step)


def main() -> int:
    pairs = Pairs("screening", __doc__)
    design = Design(pairs.tunables, pairs.seed)
    status = pairs.play(design.points, design.learn, lambda: f"each to within {design.error():.1f} Elo")
    print(f"\n{2 * design.pairs} games, each effect +- {design.error():.1f} Elo (95%)\n")
    for effect, tunable in sorted(zip(design.effects(), pairs.tunables, strict=True), key=lambda each: -each[0]):
        low, high = levels_of(tunable)
        print(f"{effect:+7.1f}  {tunable.name}: {high} in place of {low}")
    return status


if __name__ == "__main__":
    raise SystemExit(main())
