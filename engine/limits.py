"""What a search is asked and what it tells: Limits in, Info and Result out. Plain values; a Result can show itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from .option import LARGEST

M = TypeVar("M")  # a move, as the caller writes it


@dataclass(frozen=True)
class Limits:
    """When to stop searching; whatever is set and comes first. Times are in milliseconds.

    times, increments: for players 0 and 1. mate: a mate in so many moves. moves: the root moves to search, all if
    empty. infinite, ponder: go on until told otherwise.

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


@dataclass(frozen=True)
class Score:
    """The worth of a position to the side to move at the root.

    value: in the units of the evaluation. centi: in hundredths of the game's unit (centipawns in chess), rounded.
    plies: to a forced win, negative to a forced loss, None if neither is known. bound: "" if exact, "lower" or "upper";
    "unknown" for the mere evaluation of the root, where no limit left time to search.
    """

    value: float
    centi: int
    plies: int | None = None
    bound: str = ""


@dataclass(frozen=True)
class Line(Generic[M]):
    """A root move: its score, its principal variation (that move first), how deep it was searched, by how many nodes.

    A depth of 0: not at all.
    """

    move: M
    score: Score
    pv: tuple[M, ...]
    depth: int
    seldepth: int
    nodes: int = 0


@dataclass(frozen=True)
class Info:
    """What a search reports while it runs: a line of play, or the move it is looking at."""

    depth: int
    nodes: int
    seconds: float
    hashfull: int = 0
    number: int = 1  # of the line (MultiPV) or of the current move
    line: Line[str] | None = None
    current: str = ""


@dataclass(frozen=True)
class Result(Generic[M]):
    """What a search found. It prints as a table, in Jupyter too.

    move: the best one, None if there is no legal move. lines: one for each root move, best first; those behind the
    asked number of lines may only have a bound. nodes and seconds: of the whole search. depth: the last one finished.
    """

    move: M | None
    score: Score
    pv: tuple[M, ...]
    depth: int
    nodes: int
    seconds: float
    lines: tuple[Line[M], ...]

    def __str__(self) -> str:
        from .show import result_text  # noqa: PLC0415 -- only who prints draws

        return result_text(self)

    def _repr_html_(self) -> str:
        """The root moves and their values, for Jupyter."""
        from .show import result_html  # noqa: PLC0415 -- only a notebook draws

        return result_html(self)
