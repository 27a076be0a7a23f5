"""A game before what nobody decides has come, such as a first card."""

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
    """There is nothing to play, and nothing is over."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game.name
        self.said = game.words.not_started

    def configure(self, options: Mapping[str, Value]) -> None:
        """ValueError: before a search it has to begin."""
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
        """NotImplementedError: the game's drawing is of positions that have begun."""
        raise NotImplementedError(self.said)

    def fen(self) -> str:
        return "startpos"
