"""Games as texts: a column for each move, as in 4455 or ddee."""

from __future__ import annotations

from ...support.text import shorten
from .notation import DIGITS, LETTERS
from .position import Connect4Position


def read(text: str) -> list[int]:
    """The columns of a text, from 0; ValueError if a character names no column."""
    found = []
    for place, name in enumerate(text, 1):
        column = max(DIGITS.find(name), LETTERS.find(name))
        if column < 0:
            raise ValueError(f"move {place}: a column is 1 to 7 or a to g, not {shorten(name)!r}")
        found.append(column)
    return found


def play(text: str, start: Connect4Position | None = None) -> Connect4Position:
    """The position after these moves from the empty board, or from another; ValueError if one is not legal."""
    position = Connect4Position() if start is None else start.clone()
    for place, column in enumerate(read(text), 1):
        try:
            position.play(column)
        except ValueError:
            why = "the game is over" if position.ending() is not None else f"column {DIGITS[column]} is full"
            raise ValueError(f"move {place}: {why}") from None
    return position
