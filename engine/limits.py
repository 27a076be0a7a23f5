"""When a search is to stop."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .support.text import LARGEST


@dataclass(frozen=True)
class Limits:
    """When to stop searching; whatever is set and comes first. Times are in milliseconds.

    times, increments: for players 0 and 1. mate: a mate of the side to move, in so many of its moves. moves: the root
    moves to search, all if empty. infinite, ponder: go on until told otherwise.

    ValueError for what is no whole number in its range; a clock alone may be overdrawn.
    """

    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    movetime: int | None = None
    times: tuple[int | None, int | None] = (None, None)
    increments: tuple[int, int] = (0, 0)
    movestogo: int | None = None
    infinite: bool = False
    ponder: bool = False
    moves: tuple[Any, ...] = ()

    def __post_init__(self) -> None:
        for name in ("depth", "nodes", "mate", "movetime", "movestogo"):
            if getattr(self, name) is not None:
                check(name, getattr(self, name), 1)
        for name, least in (("times", -LARGEST), ("increments", 0)):
            pair = getattr(self, name)
            if not isinstance(pair, tuple | list) or len(pair) != 2:
                raise ValueError(f"{name} are two numbers, of players 0 and 1, not {pair!r}")
            for number in pair:
                if number is not None or name != "times":
                    check(name, number, least)
        for name in ("infinite", "ponder"):
            if not isinstance(getattr(self, name), bool):
                raise ValueError(f"{name} is True or False, not {getattr(self, name)!r}")
        if not isinstance(self.moves, tuple | list):
            raise ValueError(f"moves are several, as in moves=({self.moves!r},)")

    def end(self, player: int) -> bool:
        """Whether a search by this player ends by itself: a clock is a limit to its owner alone."""
        limited = (self.depth, self.nodes, self.mate, self.movetime, self.times[player])
        return limited.count(None) < len(limited)


def check(name: str, number: object, least: int) -> None:
    """ValueError if it is no whole number from `least` to LARGEST."""
    if not isinstance(number, int) or isinstance(number, bool):
        raise ValueError(f"{name} is a whole number, not {number!r}")
    if not least <= number <= LARGEST:
        raise ValueError(f"{name} is a whole number from {least} to {LARGEST}, not {number}")
