"""What a search tells: Info while it runs, a Result at its end. Plain values; a Result can show itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

M = TypeVar("M")  # a move, as the caller writes it


@dataclass(frozen=True)
class Score:
    """The worth of a position to the side to move at the root.

    value: in the units of the evaluation. centi: in hundredths of the game's unit, rounded.
    plies: to a forced win, negative to a forced loss, None if neither is known. bound: "" if exact, "lower" or "upper";
    "unknown" for the mere evaluation of the root, where no limit left time to search. result: how the game ends if
    nobody errs, 1 won, 0 drawn, -1 lost, where that is known for certain (a solver, endgame tables).
    """

    value: float
    centi: int
    plies: int | None = None
    bound: str = ""
    result: int | None = field(default=None, repr=False)


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
    """What a search reports while it runs: a line of play, or the move it is looking at, or a remark in words.

    hits: positions that were looked up before the search, such as in tables of endgames.
    """

    depth: int
    nodes: int
    seconds: float
    hashfull: int = 0
    number: int = 1  # of the line (MultiPV) or of the current move
    line: Line[str] | None = None
    current: str = ""
    hits: int = 0
    remark: str = ""


@dataclass(frozen=True)
class Result(Generic[M]):
    """What a search found. It prints as a table, in Jupyter too.

    move: the best one, None if there is no legal move. lines: one for each root move, best first; those behind the
    asked number of lines may only have a bound. nodes and seconds: of the whole search. depth: the last one finished.
    counts: what else the search has counted, by name, such as the nodes of the model of an opponent.
    mate: what became of the mate that `Limits.mate` asks for: "found", "refuted" (there is none in so many moves) or
    "undecided"; empty if none was asked for, if the game is over, and from searches that prove no mates: all but PVS.
    """

    move: M | None
    score: Score
    pv: tuple[M, ...]
    depth: int
    nodes: int
    seconds: float
    lines: tuple[Line[M], ...]
    counts: Mapping[str, int] = field(default_factory=dict, hash=False)
    mate: str = ""

    def __str__(self) -> str:
        from .display.show import result_text

        return result_text(self)

    def _repr_html_(self) -> str:
        """The root moves and their values, for Jupyter."""
        from .display.show import result_html

        return result_html(self)
