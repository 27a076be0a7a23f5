"""The name and the options of expectimax."""

from __future__ import annotations

from ...algorithm import Algorithm
from ...opponents import options as opponents
from ...option import Option

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from typing import Any

    from ...position import Position


class ExpectimaxAlgorithm(Algorithm):
    """The best plan against chance, and against an opponent that errs."""

    name = "Expectimax"
    options = (
        *opponents.OPTIONS,
        Option(
            "Star",
            "combo",
            "Auto",
            "pruning at chance nodes; Auto is Star2, or off where Deepening is off",
            "Expectimax",
            choices=("Auto", "off", "Star1", "Star2"),
        ),
    )

    def strength(self, position: Position[Any]) -> int:
        return 3 if position.chance else 1  # with chance, it prunes as no other search does


ALGORITHM = ExpectimaxAlgorithm()
