"""The searches, by the names under which a user chooses them."""

from __future__ import annotations

from ..game import Position
from ..option import shorten
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
STRONGEST = "AlphaBeta"
STRONGEST_WITH_CHANCE = "Expectimax"  # which prunes at chance nodes


def create(name: str, position: Position) -> Search:
    """A search by its name, Auto for the strongest; ValueError if there is none, or it cannot walk this game."""
    if name == "Auto":
        name = STRONGEST_WITH_CHANCE if position.chance else STRONGEST
    if name not in SEARCHES:
        raise ValueError(f"a search is one of {', '.join(SEARCHES)}, not {shorten(str(name))!r}")
    search = SEARCHES[name]()
    reason = search.accepts(position)
    if reason is not None:
        raise ValueError(f"{name} cannot search {position.game}: {reason}")
    return search


__all__ = ["SEARCHES", "AlphaBeta", "Expectimax", "Minimax", "Random", "Search", "create"]
