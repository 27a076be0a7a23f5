"""The searches, by the names under which a user chooses them."""

from __future__ import annotations

from ..position import Position
from ..text import shorten
from .alphabeta import AlphaBeta
from .expectimax import Expectimax
from .minimax import Minimax
from .random import Random
from .search import Search

SEARCHES: dict[str, type[Search]] = {
    "Minimax": Minimax,
    "AlphaBeta": AlphaBeta,
    "Expectimax": Expectimax,
    "Random": Random,
}


def strongest(position: Position) -> str:
    """The name of the strongest search for a position: where there is chance Expectimax, which prunes there."""
    return "Expectimax" if position.chance else "AlphaBeta"


def create(name: str, position: Position) -> Search:
    """A search by its name, Auto for the strongest; ValueError if there is none, or it cannot walk this game."""
    if name == "Auto":
        name = strongest(position)
    if name not in SEARCHES:
        raise ValueError(f"a search is one of {', '.join(SEARCHES)}, not {shorten(str(name))!r}")
    search = SEARCHES[name]()
    reason = search.accepts(position)
    if reason is not None:
        raise ValueError(f"{name} cannot search {position.game}: {reason}")
    return search


__all__ = ["SEARCHES", "AlphaBeta", "Expectimax", "Minimax", "Random", "Search", "create", "strongest"]
