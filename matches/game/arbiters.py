"""Which arbiter a game has."""

from __future__ import annotations

from ..settings import Fixture
from ..variants import by_library, chess960
from .arbiter import Arbiter


def make_arbiter(game: Fixture) -> Arbiter:
    """The arbiter of a game, its opening not yet played."""
    if by_library(game.variant):
        from .chess_arbiter import ChessArbiter

        return ChessArbiter(game.opening, chess960(game.variant))
    from .dealer import Dealer

    return Dealer.of(game)
