"""Which arbiter a game has."""

from __future__ import annotations

from ..settings import CHESS, Game
from .arbiter import Arbiter
from .chess_arbiter import ChessArbiter


def seat(game: Game) -> Arbiter:
    """The arbiter of a game, its opening not yet played."""
    if game.variant in CHESS:
        return ChessArbiter(game.opening, game.variant == "fischerandom")
    from .dealer import Connect4Dealer, HiloDealer  # noqa: PLC0415 -- chess needs none of our own rules

    return HiloDealer(game) if game.variant == "hilo" else Connect4Dealer(game)
