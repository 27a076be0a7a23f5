"""The description of my game for Oddsfish: `oddsfish play mygame`, matches, UGI, the tree and `oddsfish learn`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oddsfish import Game, Variant

from .position import MyGamePosition


class MyGame(Game):
    name = "mygame"
    title = "my game"
    fen_meaning = 'the stones left and the player to move, as in "12 0"'
    seats = ("First", "Second")
    variants = (Variant("mygame", "my game"),)
    positions = ("12 0", "7 1")  # for `oddsfish mygame bench`

    def start(self, fen: str | None, options: Mapping[str, Any]) -> MyGamePosition:
        return MyGamePosition() if fen is None else MyGamePosition(fen)


GAME = MyGame()
