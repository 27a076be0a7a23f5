"""Searches with a full tree on one position, side by side: moves, values, nodes, times, and how nodes grow."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from .analysis import analyse
from .display import colours, tree
from .game_tree.numbers import shown
from .limits import Limits
from .options import Value
from .position import DEEPEST, Position

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST = 5_000_000  # nodes of one search: some seconds
MOST_WALKED = 200_000  # nodes of a tree that plain Python walks to count its cuts
SEARCHES: Mapping[str, tuple[str, Mapping[str, Value]]] = {
    "Minimax": ("Minimax", {}),
    "AlphaBeta": ("AlphaBeta", {}),
    "AlphaBeta, strict cut": ("AlphaBeta", {"Cut": "strict"}),
    "BranchLimit": ("BranchLimit", {}),
    "Expectimax": ("Expectimax", {}),
    "Expectimax, Star1": ("Expectimax", {"Star": "Star1"}),
    "Expectimax, Star2": ("Expectimax", {"Star": "Star2"}),
}
HEADS = ("search", "move", "value", "nodes", "share", "cuts", "time")
MARKERS = "os^Dv<>"


@dataclass(frozen=True)
class Row:
    """One search.

    move, value: the best move, and its value from the view of player 0, in the units of the evaluation. They are None
    if the search needs more nodes than allowed. nodes: with the root. cuts: how often a node was left before
    all its moves were searched; None if that was not counted. share: of the nodes of Minimax; None if unknown.
    by_depth: the nodes at depth 1, 2, ... up to the last one that was searched.
    """

    search: str
    move: str | None
    value: float | None
    nodes: int | None
    seconds: float
    cuts: int | None
    share: float | None
    by_depth: tuple[int, ...]

    def cells(self) -> list[str]:
        """Return the row as texts for people, in the order of HEADS."""
        return [
            self.search,
            self.move or "-",
            "-" if self.value is None else shown(self.value),
            "too many" if self.nodes is None else f"{self.nodes:,}",
            "-" if self.share is None else f"{100 * self.share:.3g} %",
            "-" if self.cuts is None else f"{self.cuts:,}",
            f"{self.seconds:.3g} s",
        ]


@dataclass(frozen=True)
class Comparison:
    """All searches on one position. See `compare`.

    branching: the number of moves at the root. unit: the view and the unit of the values, by `tree.values_text`.
    """

    depth: int
    branching: int
    unit: str
    rows: tuple[Row, ...]

    def lines(self) -> list[str]:
        """Return the table as lines of text."""
        cells = [list(HEADS), *(row.cells() for row in self.rows)]
        widths = [max(len(row[place]) for row in cells) for place in range(len(HEADS))]

        def aligned(row: Sequence[str]) -> str:
            left, right = row[:2], row[2:]
            texts = [text.ljust(width) for text, width in zip(left, widths[:2], strict=True)]
            texts += [text.rjust(width) for text, width in zip(right, widths[2:], strict=True)]
            return "  ".join(texts).rstrip()

        meaning = "share: of the nodes of Minimax; cuts: nodes left before all their moves were searched"
        return [*(aligned(row) for row in cells), "", f"Depth {self.depth}; {self.unit}; {meaning}."]

    def _repr_html_(self) -> str:
        heads = "".join(f"<th>{escape(head)}</th>" for head in HEADS)
        rows = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row.cells())}</tr>" for row in self.rows)
        return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"

    def plot(self) -> Figure:
        """Return a plot of the nodes by depth, beside b^d and b^(d/2), where b is the number of moves at the root.

        matplotlib draws it: ModuleNotFoundError if it is not installed.
        """
        from matplotlib.figure import Figure

        figure = Figure(figsize=(7, 4.2), layout="constrained")
        axes = figure.subplots()
        depths = range(1, self.depth + 1)
        for power, name, dash in ((1.0, "b^d", "--"), (0.5, "b^(d/2)", ":")):
            axes.plot(depths, [self.branching ** (power * depth) for depth in depths], dash, color="black", label=name)
        for row, colour, marker in zip(self.rows, colours.lines(), MARKERS, strict=False):
            axes.plot(depths[: len(row.by_depth)], row.by_depth, marker=marker, color=colour, label=row.search)
        axes.set_yscale("log")
        axes.set_xticks(list(depths))
        axes.set_xlabel("depth d, in decisions")
        axes.set_ylabel("nodes")
        axes.set_title(f"Nodes by depth, with b = {self.branching} moves at the root", fontsize="medium")
        axes.legend(fontsize="small")
        return figure


def compare(
    position: Position[Any],
    depth: int = 3,
    options: Mapping[str, Value] = {},
    nodes: int = MOST,
    show: Callable[[int, int], None] = lambda done, total: None,
) -> Comparison:
    """Compare every search with a full tree on one position.

    position: a position of any game; it is not changed.
    depth: the greatest depth, in decisions; the searches are compared there.
    options: options of docs/options.md for all searches. Those that would change the shape of a tree are set as in a
        textbook, as in `tree.build`.
    nodes: a search that needs more nodes is given up at this depth.
    show: called with the number of searches that are done, and with their total.

    ValueError for a depth or a number of nodes out of range, a wrong option, or a game that is over.
    """
    if not 1 <= depth <= DEEPEST:
        raise ValueError(f"a depth is 1 to {DEEPEST}, not {depth}")
    if position.ending() is not None:
        raise ValueError("the game is over: there is nothing to compare")
    if nodes < 1:
        raise ValueError(f"a search has at least 1 node, not {nodes}")
    chosen = {name: found for name, found in SEARCHES.items() if position.chance or "Star" not in name}
    rows: list[Row] = []
    for done, (name, (search, own)) in enumerate(chosen.items()):
        show(done, len(chosen))
        rows.append(compared(position, name, search, options, own, depth, nodes, rows))
    show(len(chosen), len(chosen))
    return Comparison(depth, len(position.moves()), tree.values_text(position, options), tuple(rows))


def compared(
    position: Position[Any],
    name: str,
    search: str,
    options: Mapping[str, Value],
    own: Mapping[str, Value],
    depth: int,
    most: int,
    rows: Sequence[Row],
) -> Row:
    settings = {**tree.textbook(position, options), **own}
    by_depth: list[int] = []
    while True:
        result = analyse(position, search, Limits(depth=len(by_depth) + 1, nodes=most + 1), settings)
        if result.nodes > most or result.depth <= len(by_depth):
            break
        by_depth.append(result.nodes)
        if len(by_depth) >= depth:
            break
    if len(by_depth) < depth:
        return Row(name, None, None, None, result.seconds, None, None, tuple(by_depth))
    whole = rows[0].nodes if rows else result.nodes  # Minimax comes first
    share = None if whole is None else result.nodes / whole
    cuts = counted_cuts(position, search, options, depth) if name == tree.ALPHABETA else None
    if name in (tree.MINIMAX, tree.EXPECTIMAX):
        cuts = 0
    value = result.score.value if position.player() == 0 else -result.score.value
    return Row(name, result.move, value, result.nodes, result.seconds, cuts, share, tuple(by_depth))


def counted_cuts(position: Position[Any], search: str, options: Mapping[str, Value], depth: int) -> int | None:
    """Return the number of nodes with cut moves; None if the tree has more than MOST_WALKED nodes."""
    if tree.count(position, search, depth, options, MOST_WALKED) is None:
        return None
    return sum(bool(node.pruned) for node in tree.build(position, search, depth, options))
