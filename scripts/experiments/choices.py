#!/usr/bin/env python3
"""How does the best move change when we plan against a random opponent, not a perfect one?

Minimax and Expectimax (with an opponent who plays any move) choose a move in middlegames from seeded play. How often do
they differ, and what does each choice cost against the other's opponent? Minimax gives the loss of Expectimax's choice
against perfect replies; Expectimax gives the loss of Minimax's choice against random replies. Then both play whole
games against a random opponent, with AlphaBeta for Minimax. The same command goes on where it was stopped.

    python scripts/experiments/choices.py --positions 1000 --games 200 --plots
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from statistics import fmean, median
from typing import Any

from common.command import make_parser, perform
from common.games import Conditions, Pairing, play_game
from common.players import Side
from common.plots import Plots, draw_bars, new_plot
from common.positions import middlegame
from common.results import Results, wilson
from common.table import Cell, Table
from common.work import Work
from oddsfish.engine import Limits, analyse
from oddsfish.matches.record import Record, Termination
from oddsfish.protocols.commands.arguments import number

DEPTHS = (2, 3)
LARGEST = 1000.0  # centipawns: larger losses count as this, as mates (100000) would dominate the means
SEARCHES = ("AlphaBeta", "Expectimax")
EXACT = {"MultiPV": 256, "Table": False}  # every root move gets its exact value


def main() -> int:
    parser = make_parser("choices", __doc__)
    parser.add_argument("--positions", type=number(1), default=1000, metavar="N", help="default: %(default)s")
    parser.add_argument("--games", type=number(1), default=200, metavar="N", help="of each side (default: %(default)s)")
    arguments = parser.parse_args()
    return perform("choices", arguments, {}, partial(experiment, arguments.seed, arguments.positions, arguments.games))


def experiment(seed: int, positions: int, games: int, work: Work) -> tuple[list[Table], Plots]:
    keys = [["position", place] for place in range(positions)]
    found = work.collect(partial(compare, seed), keys, "positions")
    conditions = Conditions(seed, random_plies=0, draw_cycle=False)
    pairings = {pairing.one.name: pairing for pairing in whole_games()}
    keys = [[name, place] for place in range(games) for name in pairings]
    records = [
        Record.from_json(fields) for fields in work.collect(partial(play_game, conditions, pairings), keys, "games")
    ]
    lengths = [
        summarise(pairing, [record for record in records if name in record.names]) for name, pairing in pairings.items()
    ]
    tables = [
        Table(
            "choices",
            f"Minimax and Expectimax in {positions} middlegames; costs in centipawns, {LARGEST:.0f} at most",
            (
                *("depth", "other move", "% of them", "from", "to"),
                *("Expectimax's choice loses, perfect replies: median", "and mean"),
                *("Minimax's choice loses, random replies: median", "mean"),
            ),
            [cost_row(depth, [entry[str(depth)] for entry in found]) for depth in DEPTHS],
        ),
        Table(
            "lengths",
            "Whole games against a random opponent, who is White in every other one",
            ("side", "games", "mates", "other ends", "lost", "plies to mate: median", "least", "most"),
            lengths,
        ),
    ]

    def plot() -> Any:
        figure, (axes,) = new_plot("Plies until a random opponent is mated, in the median", height=2.5)
        draw_bars(axes, [str(row[0]) for row in lengths], {"": [float(row[5] or 0) for row in lengths]})
        axes.set_xlabel("plies")
        return figure

    return tables, {"lengths": plot}


def whole_games() -> list[Pairing]:
    return [
        Pairing(Side(f"{search}, depth {depth}", search, depth), Side("Random", "Random", 1))
        for depth in DEPTHS
        for search in SEARCHES
    ]


def compare(seed: int, key: Sequence[Any]) -> dict[str, list[float]]:
    """For each depth: whether the moves differ, and the loss of each by the values of the other search."""
    position = middlegame(seed, key[1])
    found = {}
    for depth in DEPTHS:
        minimax, expectimax = (
            {line.move: line.score.value for line in analyse(position, search, Limits(depth=depth), EXACT).lines}
            for search in ("Minimax", "Expectimax")
        )
        perfect, random = (max(values, key=lambda move: values[move]) for values in (minimax, expectimax))
        found[str(depth)] = [
            float(perfect != random),
            minimax[perfect] - minimax[random],
            expectimax[random] - expectimax[perfect],
        ]
    return found


def cost_row(depth: int, found: Sequence[Sequence[float]]) -> tuple[Cell, ...]:
    """A row of the table. Costs are those of the positions where the moves differ."""
    differ = [entry for entry in found if entry[0]]
    low, high = wilson(len(differ), len(found))
    costs: list[float | None] = []
    for place in (1, 2):
        values = [min(LARGEST, entry[place]) for entry in differ]
        costs += [median(values), fmean(values)] if values else [None, None]
    return (str(depth), len(differ), 100 * len(differ) / len(found), 100 * low, 100 * high, *costs)


def summarise(pairing: Pairing, records: Sequence[Record]) -> tuple[Cell, ...]:
    results = Results(pairing.one.name, pairing.other.name)
    for record in records:
        results.add(record)
    mates = [len(record.plies) for record in records if record.ending is Termination.CHECKMATE]
    lost = results.counts.losses
    span = (median(mates), min(mates), max(mates)) if mates else (None, None, None)
    return (pairing.one.name, len(records), len(mates) - lost, len(records) - len(mates), lost, *span)


if __name__ == "__main__":
    raise SystemExit(main())
