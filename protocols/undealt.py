"""HiLo before the first card."""

from __future__ import annotations

from collections.abc import Mapping

from ..engine.games.hilo.position import HiloPosition
from ..engine.option import Value


class Undealt(HiloPosition):
    """No card is up: there is nothing to guess, and nothing is over."""

    def __init__(self) -> None:
        super().__init__(1, 1.0, 0)  # with no draws left there is no move

    def configure(self, options: Mapping[str, Value]) -> None:
        raise ValueError("no card has been dealt: the first move is one, as in position startpos moves 5")

    def ending(self) -> None:
        return None

    def fen(self) -> str:
        return "startpos"
