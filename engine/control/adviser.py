"""Advice on a position, such as that of an opening book or endgame tables. It is asked once, before a search.

A game with an adviser returns it from `Game.adviser`. Sessions, searches and protocols use only this interface.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from random import Random
from typing import Any, Generic, TypeVar

from ..limits import Limits
from ..options import Value
from ..position import Position

P = TypeVar("P", bound=Position)  # the game


@dataclass(frozen=True)
class Advice:
    """What is known of a position before the search.

    moves: the root moves to search, None for all. final: whether the only one of them is played without a search.
    result: the result of these moves with best play, for the side to move: 1 won, 0 drawn, -1 lost, None if not known.
    hits: the number of positions that were looked up. remarks: lines for the client.
    """

    moves: frozenset[Any] | None = None
    final: bool = False
    result: int | None = None
    hits: int = 0
    remarks: tuple[str, ...] = ()


NOTHING = Advice()


class Adviser(Generic[P]):
    """Each session has one for each game. It may keep files open, and remembers which faults it has reported."""

    def prepare(self, options: Mapping[str, Value]) -> None:
        """Load the files of these options, so that no search has to wait for them. `advise` reports faults."""

    def advise(
        self, position: P, limits: Limits, options: Mapping[str, Value], random: Random, until: float = inf
    ) -> Advice:
        """The advice for this position. It raises nothing: a fault becomes a remark, once.

        limits: may restrict the root moves, which need not be legal. random: the source of random numbers. until: the
        time, on the clock of time.perf_counter(), after which no more is looked up.
        """
        return NOTHING
