#!/usr/bin/env python3
"""The effects of incremental evaluation, memoising, pruning at chance nodes and quiescence, on middlegames of our own.

- minimax: nodes a second with the evaluation from scratch, incremental, and memoised, the first and the second time.
- expectimax: time and nodes of the plain search (Star, Table and Deepening off) and of ours with a table, at depths 3
  and 5. It also shows whether move, value, and the values of the best three moves are the same.
- quiescence: the change of the root's value from depth n to n + 1, with quiescence and without.

Positions come from seeded play. Times are processor times. The same command goes on where it was stopped.

    python scripts/experiments/speeds.py --positions 100 --deepest 5 --plots
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from statistics import median
from typing import Any

from common.command import make_parser, perform
from common.plots import Plots, draw_lines, name_lines, new_plot
from common.positions import middlegame
from common.table import Cell, Table
from common.work import Work
from oddsfish.engine import ChessPosition, Limits, Result, Session
from oddsfish.protocols.commands.arguments import number

MINIMAX_DEPTH = 4
ROUNDS = {3: 4, 5: 1}  # searches of Expectimax, by depth; the fastest counts, as one of a millisecond is hard to time
DEEPEST = 5  # n of the last change of quiescence
FEWEST_PLIES = 2  # n of the first one
LINES = 3  # moves whose exact values are compared
MEMORY = {"Memoise": True, "Hash": 64}  # megabytes: room for every position of a search
MINIMAX: dict[str, dict[str, Any]] = {
    "scratch": {"Incremental": False},
    "incremental": {},
    "memoised, first": MEMORY,
    "memoised, again": MEMORY,
}  # the last one uses the values that the one before has memoised
PLAIN = {"Star": "off", "Table": False, "Deepening": False}
OURS = {"Table": True}  # allocated once for all positions


def main() -> int:
    parser = make_parser("speeds", __doc__)
    parser.add_argument("--positions", type=number(1), default=100, metavar="N", help="default: %(default)s")
    parser.add_argument(
        "--deepest", type=int, choices=(3, 5), default=5, help="depth of Expectimax (default: %(default)s)"
    )
    arguments = parser.parse_args()
    return perform("speeds", arguments, {}, partial(experiment, arguments))


def experiment(arguments: Any, work: Work) -> tuple[list[Table], Plots]:
    def ask(measure: Any, name: str, *more: int) -> list[Any]:
        keys = [[name, *more, place] for place in range(arguments.positions)]
        return work.collect(partial(measure, arguments.seed), keys, f"positions, {' '.join(map(str, [name, *more]))}")

    depths = [depth for depth in ROUNDS if depth <= arguments.deepest]
    minimax = ask(measure_minimax, "minimax")
    expectimax = {depth: ask(measure_expectimax, "expectimax", depth) for depth in depths}
    changes = ask(measure_changes, "quiescence")
    tables = [minimax_table(minimax), expectimax_table(expectimax), changes_table(changes)]
    return tables, {"quiescence": partial(plot_changes, changes)}


@dataclass(frozen=True)
class Timed:
    """A result and its time. seconds: of the processor, which do not depend on other programs."""

    result: Result[str]
    seconds: float


@cache
def session(search: str, settings: tuple[tuple[str, Any], ...]) -> Session[ChessPosition]:
    """One session for all positions."""
    made = Session(ChessPosition())
    for name, value in (("Search", search), *settings):
        made.set_option(name, str(value))
    return made


def search(name: str, position: ChessPosition, depth: int, options: dict[str, Any], clear: bool = True) -> Timed:
    made = session(name, tuple(options.items()))
    if clear:
        made.set_option("Clear Hash", "")
    made.set_position(position)
    began = time.process_time()
    result = made.search(Limits(depth=depth))
    return Timed(result, time.process_time() - began)


def measure_minimax(seed: int, key: Sequence[Any]) -> dict[str, list[float]]:
    """For each evaluation: nodes, seconds of the processor and value."""
    position = middlegame(seed, key[-1])
    found = {}
    for name, options in MINIMAX.items():
        settings = {"Deepening": False, "Table": False, **options}
        timed = search("Minimax", position, MINIMAX_DEPTH, settings, clear=not name.endswith("again"))
        found[name] = [timed.result.nodes, timed.seconds, timed.result.score.value]
    return found


def measure_expectimax(seed: int, key: Sequence[Any]) -> dict[str, Any]:
    """Nodes and processor seconds of both; whether move and value agree; the largest difference for the best moves."""
    _, depth, place = key
    position = middlegame(seed, place)
    timed = [
        [search("Expectimax", position, depth, options, clear=number == 0) for number in range(ROUNDS[depth])]
        for options in (PLAIN, OURS)
    ]
    plain, ours = (rounds[0].result for rounds in timed)
    seconds = [min(each.seconds for each in rounds) for rounds in timed]
    lines = search("Expectimax", position, depth, {**OURS, "MultiPV": LINES}).result.lines[:LINES]
    values = {line.move: line.score.value for line in plain.lines}
    return {
        "plain": [plain.nodes, seconds[0]],
        "ours": [ours.nodes, seconds[1]],
        "same move": plain.move == ours.move,
        "same value": plain.score.value == ours.score.value,
        "largest difference": max(abs(line.score.value - values[line.move]) for line in lines),
    }


def measure_changes(seed: int, key: Sequence[Any]) -> dict[str, list[float]]:
    """The value at each depth, with quiescence and without."""
    position = middlegame(seed, key[-1])
    return {
        name: [
            search("AlphaBeta", position, depth, {"Quiescence": quiescence, "Table": True}).result.score.value
            for depth in range(FEWEST_PLIES, DEEPEST + 2)
        ]
        for name, quiescence in (("with", True), ("without", False))
    }


# Tables and plots.


def minimax_table(found: Sequence[Any]) -> Table:
    """The last column is the nodes of the whole tree over the time, as memoised searches do not count saved nodes."""
    rows: list[tuple[Cell, ...]] = []
    for name in MINIMAX:
        nodes, seconds = (sum(entry[name][place] for entry in found) for place in (0, 1))
        whole = sum(entry["incremental"][0] for entry in found)
        same = sum(entry[name][2] == entry["scratch"][2] for entry in found)
        rows.append((name, len(found), same, nodes, 1000 * seconds / len(found), nodes / seconds, whole / seconds))
    columns = ("evaluation", "positions", "same value", "nodes", "ms", "nodes a second", "tree's nodes a second")
    return Table("minimax", f"Minimax at depth {MINIMAX_DEPTH}", columns, rows)


def expectimax_table(found: dict[int, list[Any]]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for depth, entries in found.items():
        nodes, seconds = (
            [sum(entry[who][place] for entry in entries) for who in ("plain", "ours")] for place in (0, 1)
        )
        rows.append(
            (
                *(str(depth), len(entries), *nodes, 100 * nodes[1] / nodes[0]),
                *(*(1000 * each / len(entries) for each in seconds), 100 * seconds[1] / seconds[0]),
                *(sum(entry[name] for entry in entries) for name in ("same move", "same value")),
                max(entry["largest difference"] for entry in entries),
            )
        )
    columns = (
        *("depth", "positions", "nodes, plain", "ours", "% of nodes", "ms, plain", "ms, ours", "% of ms"),
        *("same move", "same value", f"best {LINES} moves: largest difference"),
    )
    return Table("expectimax", "Expectimax, plain and as it comes, with a table", columns, rows)


def changes_table(found: Sequence[Any]) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (f"{depth} to {depth + 1}", len(found), *(median(changes(found, name, depth)) for name in ("with", "without")))
        for depth in range(FEWEST_PLIES, DEEPEST + 1)
    ]
    return Table(
        "quiescence",
        "AlphaBeta: the median change of the root's value, in centipawns",
        ("depth", "positions", "with Quiescence", "without"),
        rows,
    )


def changes(found: Sequence[Any], name: str, depth: int) -> list[float]:
    """The change of the value from this depth to the next, in each position."""
    place = depth - FEWEST_PLIES
    return [abs(entry[name][place + 1] - entry[name][place]) for entry in found]


def plot_changes(found: Sequence[Any]) -> Any:
    figure, (axes,) = new_plot("AlphaBeta: the median change of the root's value from a depth to the next", height=3)
    depths = range(FEWEST_PLIES, DEEPEST + 1)
    lines = {
        f"{name} Quiescence": [(depth, median(changes(found, name, depth))) for depth in depths]
        for name in ("with", "without")
    }
    draw_lines(axes, lines, "from depth", "centipawns")
    axes.set_xticks(list(depths))
    name_lines(figure, axes)
    return figure


if __name__ == "__main__":
    raise SystemExit(main())
