"""The name and the options of alpha-beta."""

from __future__ import annotations

from ...algorithm import Algorithm
from ...option import Option

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from typing import Any

    from ...position import Position


class AlphaBetaAlgorithm(Algorithm):
    """The value of minimax, without the moves that cannot change it."""

    name = "AlphaBeta"
    options = (
        Option(
            "Fail",
            "combo",
            "soft",
            "what a search returns outside its window: a bound, or the edge (hard)",
            "AlphaBeta",
            choices=("soft", "hard"),
        ),
        Option(
            "Cut",
            "combo",
            "non-strict",
            "cut where a value equals the edge of the window, or only beyond (strict)",
            "AlphaBeta",
            choices=("non-strict", "strict"),
        ),
        Option(
            "RootWindow",
            "combo",
            "infinite",
            "the window at the root; with mate a found mate cuts at once",
            "AlphaBeta",
            choices=("infinite", "mate"),
        ),
        Option(
            "MoveOrder",
            "combo",
            "Auto",
            "how moves are ordered: Auto by what the search learns, generated as the game has them; "
            "some games know more",
            "AlphaBeta",
            choices=("Auto", "generated"),
        ),
    )

    def strength(self, position: Position[Any]) -> int:
        return 2


ALGORITHM = AlphaBetaAlgorithm()
