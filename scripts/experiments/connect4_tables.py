#!/usr/bin/env python3
"""Nodes and time of three searches on Connect-4 played to a full board, for K = 1 to 8, next to the published figures.

K counts the layers of a tree. minimax and alphabeta look K moves ahead. In expectiminimax, discs slip with the weights
3, 1, 1, and a layer of chance follows each move, so that K = 2n - 1 and K = 2n both look n moves ahead. Moves are tried
from left to right, there is no iterative deepening, and every node counts: root, chance and leaves included.

The published figures are from the report of the original program (PUBLISHED in this file). Its times include drawing
the tree. Ours are medians of several rounds. With --trees, the tree is also built in plain Python, for the first few K,
and its time is shown: this is the work of the original without the drawing.

The exit status is 0 if every count of nodes is as published, 1 if one is not, 2 if an argument is wrong, a file cannot
be written, or matplotlib is missing.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from oddsfish.engine import Connect4Position, Limits, Result, analyse
from oddsfish.engine.display import colours, tree
from oddsfish.engine.option import Value

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

DEEPEST = 8
MOST_TREES = 6  # the largest K for --trees, where the tree of minimax has 137,256 nodes
SLIP = (3.0, 1.0, 1.0)  # straight, left, right
ANY = 0  # the column of the other side's first disc, if all columns give the same counts
FIRST_COLUMNS = (ANY, 4, 3, 3, 2, 3, 4, 3)  # for alphabeta, by K, from 0: columns that give the published counts

# As printed in the report of the original program. It does not state the board, but if the other side has dropped one
# disc, the counts are exactly the same. Times are milliseconds; at K = 1, they include the start of the drawing tool.
# The times of alphabeta and expectiminimax at K = 4 were printed as microseconds, evidently by mistake.
PUBLISHED: dict[str, tuple[tuple[int, ...], tuple[float, ...]]] = {
    "minimax": (
        (8, 57, 400, 2801, 19608, 137256, 960750, 6724200),
        (407.73, 80.94, 315.26, 3420, 8250, 38840, 384950, 1788000),
    ),
    "alphabeta": (
        (8, 47, 224, 747, 3456, 11453, 44896, 161528),
        (623.78, 71.05, 152.77, 525.92, 1630, 2770, 8200, 36990),
    ),
    "expectiminimax": (
        (27, 27, 521, 521, 9907, 9907, 188241, 188241),
        (68.47, 61.83, 240.91, 318.62, 1780, 2200, 31750, 40670),
    ),
}

# Line and marker of each search, which can be told apart without colour. The colours are Okabe and Ito's.
STYLES = {
    "minimax": ("-", "o", colours.lines()[0]),
    "alphabeta": ("--", "s", colours.lines()[1]),
    "expectiminimax": (":", "^", colours.lines()[2]),
}
RING = 12.0  # points: the diameter of a hollow marker, visible around a full one
LINE = 13.0  # points from one line of text to the next


@dataclass(frozen=True)
class Row:
    """One search at one K, times in milliseconds. tree_time: None if no tree was built."""

    search: str
    k: int
    nodes: int
    published_nodes: int
    time: float
    published_time: float
    tree_time: float | None


def main() -> int:
    arguments = parse_arguments()
    try:
        if arguments.plots is not None:
            import_matplotlib()
        rows = [measure(search, k, arguments) for search in PUBLISHED for k in range(1, arguments.deepest + 1)]
        print_tables(rows)
        if arguments.csv is not None:
            write_csv(rows, arguments.csv)
        if arguments.plots is not None:
            write_plots(rows, arguments.plots)
    except OSError as error:
        print(f"connect4_tables.py: {error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    except ImportError as error:
        print(f"connect4_tables.py: {error}", file=sys.stderr)
        return 2
    return 1 if report_mismatches(rows) else 0


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write the table to this file as well")
    parser.add_argument("--plots", type=Path, metavar="FOLDER", help="draw nodes and time against K, as SVG and PNG")
    parser.add_argument(
        "--deepest", type=int, default=DEEPEST, metavar="K", help=f"the last K, 1 to {DEEPEST} (default %(default)s)"
    )
    parser.add_argument(
        "--rounds", type=int, default=5, metavar="N", help="how often each is measured (default %(default)s)"
    )
    parser.add_argument(
        "--trees",
        type=int,
        default=0,
        metavar="K",
        help=f"build the trees up to this K, 0 to {MOST_TREES} (default %(default)s)",
    )
    arguments = parser.parse_args()
    if not 0 <= arguments.trees <= MOST_TREES:
        parser.error(f"--trees is 0 to {MOST_TREES}")
    if not 1 <= arguments.deepest <= DEEPEST:
        parser.error(f"--deepest is 1 to {DEEPEST}")
    if arguments.rounds < 1:
        parser.error("--rounds is 1 or more")
    return arguments


def measure(search: str, k: int, arguments: argparse.Namespace) -> Row:
    task = set_out(search, k)
    results = [look_ahead(task) for _ in range(arguments.rounds)]
    nodes, times = PUBLISHED[search]
    seconds = median(result.seconds for result in results)
    built = 1000 * median(grow(task) for _ in range(arguments.rounds)) if k <= arguments.trees else None
    return Row(search, k, results[0].nodes, nodes[k - 1], 1000 * seconds, times[k - 1], built)


@dataclass(frozen=True)
class Task:
    """A search as the original does it, O to move after a first disc of X."""

    search: str
    position: Connect4Position
    depth: int
    options: Mapping[str, Value]


def set_out(search: str, k: int) -> Task:
    if search == "expectiminimax":
        return Task("Expectimax", Connect4Position(start(ANY), "fullboard", SLIP), (k + 1) // 2, options("Windows"))
    if search == "alphabeta":
        position = Connect4Position(start(FIRST_COLUMNS[k - 1]), "fullboard")
        return Task("AlphaBeta", position, k, options("OpenWindows"))
    return Task("Minimax", Connect4Position(start(ANY), "fullboard"), k, options("Windows"))


def start(column: int) -> str:
    """The board with one yellow disc (X) in this column, red (O) to move."""
    left, right = column, 6 - column
    return f"7/7/7/7/7/{left or ''}y{right or ''} r 2"


def options(evaluation: str) -> Mapping[str, Value]:
    return {"Evaluation": evaluation, "MoveOrder": "left-to-right", "Deepening": False, "Opponent": "optimal"}


def look_ahead(task: Task) -> Result[str]:
    return analyse(task.position, task.search, Limits(depth=task.depth), task.options)


def grow(task: Task) -> float:
    """Seconds that it takes to build the tree."""
    began = time.perf_counter()
    tree.build(task.position, task.search, task.depth, task.options)
    return time.perf_counter() - began


def print_tables(rows: Sequence[Row]) -> None:
    for search in PUBLISHED:
        print(search)
        print(f"{'K':>3}{'nodes':>12}{'published':>12}{'time, ms':>14}{'with tree':>12}{'published, ms':>16}")
        for row in rows:
            if row.search == search:
                mark = "" if row.nodes == row.published_nodes else "  MISMATCH"
                print(
                    f"{row.k:>3}{row.nodes:>12,}{row.published_nodes:>12,}"
                    f"{row.time:>14.3f}{'-' if row.tree_time is None else f'{row.tree_time:,.2f}':>12}"
                    f"{row.published_time:>16,.2f}{mark}"
                )
        print()


def report_mismatches(rows: Sequence[Row]) -> bool:
    """Report the counts that are not as published; return whether there are any."""
    wrong = [row for row in rows if row.nodes != row.published_nodes]
    for row in wrong:
        print(
            f"connect4_tables.py: MISMATCH: {row.search}, K = {row.k}: "
            f"{row.nodes} nodes, published are {row.published_nodes}",
            file=sys.stderr,
        )
    return bool(wrong)


def write_csv(rows: Sequence[Row], path: Path) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["search", "K", "nodes", "published_nodes", "time_ms", "published_time_ms", "tree_time_ms"])
        for row in rows:
            built = None if row.tree_time is None else f"{row.tree_time:.4f}"
            writer.writerow(
                [row.search, row.k, row.nodes, row.published_nodes, f"{row.time:.4f}", row.published_time, built]
            )


# The plots.


def import_matplotlib() -> None:
    """Fail now, not after the measurements."""
    try:
        import matplotlib  # noqa: F401 -- only those who want plots need it
    except ImportError as error:
        raise ImportError(
            "--plots needs matplotlib: pip install '.[plots]' in the source folder, or pip install matplotlib"
        ) from error


def write_plots(rows: Sequence[Row], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    save(plot_nodes(rows), folder / "connect4_nodes")
    save(plot_times(rows), folder / "connect4_times")


def plot_nodes(rows: Sequence[Row]) -> Figure:
    figure, axes = new_plot("Connect-4 to a full board: nodes against K", "nodes")
    ends = []
    for search, (line, marker, colour) in STYLES.items():
        series = [row for row in rows if row.search == search]
        ks = [row.k for row in series]
        axes.plot(ks, [row.nodes for row in series], line, marker=marker, color=colour)
        rings = axes.plot(ks, [row.published_nodes for row in series], linestyle="none", marker=marker, color=colour)
        rings[0].set(markersize=RING, markerfacecolor="none")
        ends.append((search, ks[-1], series[-1].nodes, colour))
    name_lines(figure, axes, ends)
    explain(axes, "published", RING)
    return figure


def plot_times(rows: Sequence[Row]) -> Figure:
    figure, axes = new_plot("Connect-4 to a full board: time against K", "milliseconds")
    ends = []
    for search, (line, marker, colour) in STYLES.items():
        series = [row for row in rows if row.search == search]
        ks = [row.k for row in series]
        published = [row.published_time for row in series]
        axes.plot(ks, [row.time for row in series], line, marker=marker, color=colour)
        axes.plot(ks, published, line, marker=marker, markerfacecolor="white", color=colour)
        ends += [(search, ks[-1], series[-1].time, colour), (search, ks[-1], published[-1], colour)]
    name_lines(figure, axes, ends)
    explain(axes, "published, with the tree drawn")
    return figure


def new_plot(title: str, unit: str) -> tuple[Figure, Axes]:
    """An empty plot, without the state that pyplot keeps and without a window."""
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    figure = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.add_subplot()
    axes.set_title(title)
    axes.set_xlabel("K")
    axes.set_ylabel(f"{unit} (logarithmic)")
    axes.set_yscale("log")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.grid(True, color="0.9")
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes


def name_lines(figure: Figure, axes: Axes, ends: Sequence[tuple[str, int, float, str]]) -> None:
    """The name of each line at its end (x, y), moved up if it would cover the name below."""
    figure.draw_without_rendering()  # this fixes the layout, and so the place of each point on paper
    points = 72 / figure.dpi
    lowest = float("-inf")
    for name, x, y, colour in sorted(ends, key=lambda end: end[2]):
        here = float(axes.transData.transform((x, y))[1]) * points
        place = max(here, lowest)
        axes.annotate(name, (x, y), (12, place - here), "data", "offset points", color=colour, va="center")
        lowest = place + LINE


def explain(axes: Axes, published: str, size: float | None = None) -> None:
    """Explain full and hollow markers in a legend."""
    axes.plot([], [], "o", color="0.3", label="ours")
    axes.plot([], [], "o", color="0.3", markerfacecolor="white", markersize=size, label=published)
    axes.legend(frameon=False, loc="upper left")


def save(figure: Figure, stem: Path) -> None:
    for suffix in (".svg", ".png"):
        figure.savefig(stem.with_suffix(suffix), dpi=150)


if __name__ == "__main__":
    raise SystemExit(main())
