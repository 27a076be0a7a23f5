"""The name and the options of minimax."""

from __future__ import annotations

from ...algorithm import Algorithm
from ...option import Option

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from typing import Any

    from ...position import Position


class MinimaxAlgorithm(Algorithm):
    """The whole tree."""

    name = "Minimax"
    options = (
        Option(
            "Memoise",
            "check",
            False,
            "keep values from `go` to `go`, until Clear Hash, and look them up instead of searching again",
            "Minimax",
        ),
    )

    def strength(self, position: Position[Any]) -> int:
        return 1


ALGORITHM = MinimaxAlgorithm()
