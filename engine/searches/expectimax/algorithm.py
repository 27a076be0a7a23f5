"""What expectimax says about itself."""

from __future__ import annotations

from ...algorithm import Algorithm
from ...option import Option

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from typing import Any

    from ...position import Position


class ExpectimaxAlgorithm(Algorithm):
    """The best plan against chance, and against an opponent that errs."""

    name = "Expectimax"
    options = (
        Option(
            "Opponent",
            "combo",
            "Auto",
            "how the other side is expected to play; Auto is the choice of the game, most often optimal",
            "Expectimax",
            choices=("Auto", "uniform", "optimal", "softmax", "blunder"),
        ),
        Option(
            "OpponentTemperature",
            "spin",
            100,
            "temperature of softmax, in hundredths of the game's unit: "
            "likelihoods are proportional to exp(value / temperature)",
            "Expectimax, with Opponent softmax",
            low=0,
            high=10**9,
        ),
        Option(
            "OpponentDepth",
            "spin",
            1,
            "plies that the opponent looks ahead to judge his moves",
            "Expectimax, with Opponent softmax or blunder",
            low=1,
            high=20,
        ),
        Option(
            "OpponentBlunder",
            "spin",
            100,
            "blunders in a thousand moves: how often any move is played, instead of one of the best",
            "Expectimax, with Opponent blunder",
            low=0,
            high=1000,
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


ALGORITHM = ExpectimaxAlgorithm()
