"""A game before its first event that no player decides, such as a first card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..ending import Draw, Win
from ..option import Value
from ..python_position import PythonPosition

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from ..display.diagram import Diagram
    from ..game import Game


class NotStarted(PythonPosition[Any]):
    """A game that has not begun: it has no moves, but it is not over."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game.name
        self.said = game.words.not_started

    def configure(self, options: Mapping[str, Value]) -> None:
        """Raise ValueError: the game has to begin before a search."""
        raise ValueError(self.said)

    def moves(self) -> list[Any]:
        return []

    def play(self, move: Any) -> None:
        raise ValueError(f"illegal move: {move}: {self.said}")

    def undo(self) -> None:
        raise IndexError("no move to take back")

    def ending(self) -> Win | Draw | float | None:
        return None

    def diagram(self, last: str = "") -> Diagram:
        """Raise NotImplementedError: the game draws only positions after its beginning."""
        raise NotImplementedError(self.said)

    def fen(self) -> str:
        return "startpos"
