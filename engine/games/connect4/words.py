"""How Connect-4 speaks with people."""

from __future__ import annotations

from typing import Any

from ...position import Position, Win
from ...registry.game_words import LONGEST, Words
from ...support.text import shorten
from . import notation


class Connect4Words(Words):
    moves = "a column, a to g or 1 to 7"

    def rules(self, position: Any) -> str:
        goal = "most fours on the full board win" if position.full_board else "the first four in a row wins"
        slips = " Discs may slip into a column beside." if position.weights else ""
        return f"Connect-4: {goal}.{slips}"

    def parse(self, position: Position[Any], text: str) -> Any:
        if text[:2].upper() == "P@":  # as UCI's clients write it
            return position.parse(f"P@{text[2:].lower()}")
        column = text.lower()
        if column not in (*notation.LETTERS, *notation.DIGITS):
            raise ValueError(f"a move is {self.moves}, not {shorten(text, LONGEST)!a}")
        return position.parse(column)

    def outcome(self, position: Position[Any], move: Any) -> str:
        aimed, _, landed = position.notation(move).partition(">")
        return f"The disc slips to {landed}." if landed else f"The disc lands in {aimed}."

    def reason(self, position: Any) -> str:
        if isinstance(position.ending(), Win):
            return "four in a row"
        if not position.full_board:
            return "the board is full"
        return "more fours" if position.ending() else "as many fours each"
