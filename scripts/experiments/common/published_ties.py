"""Alpha-beta that draws among the best moves as a program published elsewhere does: it takes bounds for values."""

from __future__ import annotations

from math import inf
from typing import Any

from oddsfish.engine import plain


class PublishedTies(plain.AlphaBeta):
    """Fail-soft alpha-beta that takes every root move with the best returned value for a best move.

    strict: cut only if a value lies beyond the window. Then a returned value equal to the best is exact. Otherwise, a
    move is cut as soon as one reply makes it no better than the best, although another reply may make it worse.
    """

    def __init__(self, strict: bool) -> None:
        super().__init__()
        self.strict = strict

    def tied(self, game: plain.Game, depth: int) -> list[Any]:
        """The moves to draw among: those with the best returned value."""
        maximise = game.player() == 0
        low, high = -inf, inf
        best, tied = None, []
        self.player = game.player()
        for move in game.moves():
            value = self.after(game, move, depth - 1, 1, low, high)
            if best is None or (value > best if maximise else value < best):
                best, tied = value, [move]
            elif value == best:
                tied.append(move)
            if maximise:
                low = max(low, best)
            else:
                high = min(high, best)
        return tied
