"""Limits of a search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .support.text import LARGEST


@dataclass(frozen=True)
class Limits:
    """When a search stops: at the first of these limits that it reaches. Times are in milliseconds.

    depth: the search depth.
    nodes: the number of nodes.
    mate: search for a mate by the side to move, within this number of its moves.
    movetime: the time for this search.
    times, increments: the clocks of players 0 and 1, and their increments per move.
    movestogo: the number of moves to the next time control.
    infinite: do not report the result before the search is stopped.
    ponder: do not report the result before the search is stopped, or the expected move is played (`ponderhit`). The
        clock runs from then on.
    moves: the root moves to search; all legal moves if empty.

    ValueError if a number is not an integer in its range. Numbers are at least 1, increments at least 0. Only `times`
    may be negative, for a clock that has run out.
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
        """Return whether a search by this player ends by itself. A clock limits only its owner."""
        limited = (self.depth, self.nodes, self.mate, self.movetime, self.times[player])
        return limited.count(None) < len(limited)


def check(name: str, number: object, least: int) -> None:
    """Raise ValueError if `number` is not an integer from `least` to LARGEST."""
    if not isinstance(number, int) or isinstance(number, bool):
        raise ValueError(f"{name} is a whole number, not {number!r}")
    if not least <= number <= LARGEST:
        raise ValueError(f"{name} is a whole number from {least} to {LARGEST}, not {number}")
