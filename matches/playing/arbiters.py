"""Which arbiter a game has."""

from __future__ import annotations

from ..settings import Fixture
from ..variants import by_library, chess960
from .arbiter import Arbiter


def make_arbiter(game: Fixture) -> Arbiter:
    """The arbiter of a game, its opening not yet played."""
    if by_library(game.variant):
        from .chess_arbiter import ChessArbiter  # noqa: PLC0415 -- as the dealer

        return ChessArbiter(game.opening, chess960(game.variant))
    from .dealer import Dealer  # noqa: PLC0415 -- python-chess needs none of our own rules

    return Dealer(game)
