"""How tic-tac-toe speaks with people."""

from __future__ import annotations

from typing import Any

from ...position import Win
from ...registry.game_words import Words


class TicTacToeWords(Words):
    moves = "a cell, a1 to c3"

    def rules(self, position: Any) -> str:
        return "Tic-tac-toe: three in a row win."

    def reason(self, position: Any) -> str:
        return "three in a row" if isinstance(position.ending(), Win) else "the board is full"
