"""What a game knows of a position beside its rules, such as an opening book: asked once, at the root, before a search.

A game that has an adviser returns one from `Game.adviser`; sessions, searches and protocols know no more than is here.
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
    """What is known of a position before it is searched.

    moves: the root moves that are worth a search, None for all. final: the one that is left is played without one.
    result: what these moves lead to if nobody errs, as the side to move sees it: 1 won, 0 drawn, -1 lost, None if that
    is not known. hits: positions that were looked up. remarks: what the client is told, each a line.
    """

    moves: frozenset[Any] | None = None
    final: bool = False
    result: int | None = None
    hits: int = 0
    remarks: tuple[str, ...] = ()


NOTHING = Advice()


class Adviser(Generic[P]):
    """One for each session and game: it may keep files open, and what it has complained of."""

    def prepare(self, options: Mapping[str, Value]) -> None:
        """Load what these options ask for, so that no search has to wait for it. Faults are told by `advise`."""

    def advise(
        self, position: P, limits: Limits, options: Mapping[str, Value], random: Random, until: float = inf
    ) -> Advice:
        """What is known of this position. Nothing is raised: a fault is a remark, once, and then it is done without.

        limits: with the root moves that may be played, if not all; they need not be legal. random: for what is drawn.
        until: what is not known by then, on the clock of time.perf_counter(), is done without.
        """
        return NOTHING
