"""What expectimax says about itself."""

from __future__ import annotations

from ...algorithm import Algorithm
from ...option import Option

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from typing import Any

    from ...position import Position
    from .search import Expectimax


class ExpectimaxAlgorithm(Algorithm):
    """The best plan against chance, and against an opponent that errs."""

    name = "Expectimax"
    options = (
        Option(
            "Opponent",
            "combo",
            "Auto",
            "how the other side is expected to play; Auto is what the game says, most often optimal",
            "Expectimax",
            choices=("Auto", "uniform", "optimal"),
        ),
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
        return 3 if position.chance else 1  # where there is chance, it prunes as nobody else does

    def create(self) -> Expectimax:
        from .search import Expectimax  # noqa: PLC0415 - not needed on the way to uciok

        return Expectimax()


ALGORITHM = ExpectimaxAlgorithm()
