"""What minimax says about itself."""

from __future__ import annotations

from ...algorithm import Algorithm

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from typing import Any

    from ...position import Position
    from .search import Minimax


class MinimaxAlgorithm(Algorithm):
    """The whole tree."""

    name = "Minimax"

    def strength(self, position: Position[Any]) -> int:
        return 1

    def create(self) -> Minimax:
        from .search import Minimax  # noqa: PLC0415 - not needed on the way to uciok

        return Minimax()


ALGORITHM = MinimaxAlgorithm()
