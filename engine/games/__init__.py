"""The games, each in a folder of its own."""

from __future__ import annotations

from typing import Any

from ..game import Position


def read(text: str) -> Position[Any]:
    """The position of a FEN, of whichever game's shape it has; ValueError, in the words of that game, if it is none.

    Chess has eight rows, Connect-4 six; HiLo has a card instead.
    """
    from .chess.position import ChessPosition  # noqa: PLC0415 - only the one that is asked for need be loaded
    from .connect4.position import Connect4Position  # noqa: PLC0415
    from .hilo.position import HiloPosition  # noqa: PLC0415

    board = text.split(maxsplit=1)[0] if text.split() else ""
    if board.count("/") == 5:
        return Connect4Position(text, drops="[" in board)
    return HiloPosition(text) if board.isdigit() else ChessPosition(text)
