"""The output of a search: each Info while it runs, and a Result at its end.

They are plain values. A Result can print itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

M = TypeVar("M")  # a move, as the caller writes it


@dataclass(frozen=True)
class Score:
    """The value of a position, from the view of the side to move at the root.

    value: the value in the units of the evaluation.
    centi: the value in hundredths of the game's unit, rounded.
    plies: the number of plies to a forced win; negative for a forced loss; None if neither is known.
    bound: "" if the value is exact, "lower" or "upper" if it is a bound, "unknown" if it is only the evaluation of the
        root, because a limit left no time to search.
    result: the result of the game under perfect play, if it is known for certain (by a solver or endgame tables): 1
        won, 0 drawn, -1 lost; otherwise None.
    """

    value: float
    centi: int
    plies: int | None = None
    bound: str = ""
    result: int | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Line(Generic[M]):
    """A root move and what the search found for it.

    score: the score of the move.
    pv: the principal variation, which begins with this move.
    depth, seldepth: how deep the move was searched, and the depth of the deepest line. A depth of 0 means that the move
        was not searched.
    nodes: how many nodes were searched for it.
    """

    move: M
    score: Score
    pv: tuple[M, ...]
    depth: int
    seldepth: int
    nodes: int = 0


@dataclass(frozen=True)
class Info:
    """A report while a search runs: a line of play, the move that is being searched, or a remark in words.

    depth, nodes, seconds: the current depth, and the nodes and time since the start of the search.
    hashfull: how full the table is, per mille.
    number: the number of the line (MultiPV) or of the current move, from 1.
    line, current: the line of play, and the move that is being searched. Each report has at most one of them; otherwise
        `line` is None and `current` is "".
    hits: the number of positions looked up before the search, for example in endgame tables.
    remark: a remark in words, such as that a move comes from a book; otherwise "".
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
    """The result of a search. It prints as a table, and as HTML in Jupyter.

    move: the best move; None if there is no legal move.
    score, pv: the score of the best move, and its principal variation.
    depth: the last depth that was finished.
    nodes, seconds: the nodes and time of the whole search.
    lines: one Line for each root move, best first. Lines beyond the requested number of lines may have only a bound.
    counts: further counts of the search by name, such as the nodes of an opponent model.
    mate: the outcome for the mate that `Limits.mate` asks for: "found", "refuted" (there is no mate in this number of
        moves) or "undecided". It is empty if no mate was asked for, if the game is over, and for searches that cannot
        prove a mate, which are all except PVS.
    remark: a remark in words on the choice of the move, such as why it is not the best one; otherwise "".
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
    remark: str = ""

    def __str__(self) -> str:
        from .display.show import result_text

        return result_text(self)

    def _repr_html_(self) -> str:
        """Return the root moves and their values as HTML, for Jupyter."""
        from .display.show import result_html

        return result_html(self)
