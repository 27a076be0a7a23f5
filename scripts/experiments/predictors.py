#!/usr/bin/env python3
"""Does a trained model play better than the search that it has learned from?

Three sides play against AlphaBeta at depth 2, and against each other. They are Predictive with a forest on the
evaluation alone, Predictive with a network on all features, and BranchLimit (depth 4, 2 moves, look ahead 1). All have
the evaluation of the models, SEF. Games begin with 10 random plies, and each opening is played with both colours. A
cycle of a player's own moves is a draw. If the intervals of two scores against AlphaBeta overlap, both sides play on,
up to --most games. The same command goes on where it was stopped.

    oddsfish predictor data chess pairs.csv --evaluation SEF --rows 5000
    oddsfish predictor data chess columns.csv --evaluation SEF --columns --rows 5000
    oddsfish predictor train pairs.csv forest.json
    oddsfish predictor train columns.csv network.json
    python scripts/experiments/predictors.py --forest forest.json --network network.json --plots
"""

from __future__ import annotations

import hashlib
from argparse import ArgumentParser
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from common.command import make_parser, perform
from common.games import Conditions, Pairing, play_pairings
from common.players import Side
from common.plots import Plots
from common.results import plots, tables
from common.table import Table
from common.work import Work
from oddsfish.engine.searches.predictive.model import load
from oddsfish.protocols.commands.arguments import number
from oddsfish.protocols.errors import failure_text

SEF = ("Evaluation", "SEF")
TEACHER = Side("BL(4, BF 2), l 1", "BranchLimit", 4, (SEF, ("BranchLimit", "2"), ("LookAhead", "1")))
OPPONENT = Side("AlphaBeta, depth 2", "AlphaBeta", 2, (SEF,))


def main() -> int:
    parser = make_parser("predictors", __doc__)
    parser.add_argument("--forest", type=Path, required=True, metavar="FILE", help="a model of H_0")
    parser.add_argument("--network", type=Path, required=True, metavar="FILE", help="a model of all features")
    parser.add_argument("--games", type=number(1), default=100, metavar="N", help="a pairing (default: %(default)s)")
    parser.add_argument("--most", type=number(1), default=400, metavar="N", help="a pairing (default: %(default)s)")
    arguments = parser.parse_args()
    settings = {"models": [read(parser, path) for path in (arguments.forest, arguments.network)]}
    return perform("predictors", arguments, settings, partial(experiment, arguments))


def read(parser: ArgumentParser, path: Path) -> str:
    """The checksum of a model's file, which identifies the model in any folder. A parser error if it is no model."""
    try:
        load(str(path))
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except (ValueError, OSError) as error:
        parser.error(failure_text(error))


def experiment(arguments: Any, work: Work) -> tuple[list[Table], Plots]:
    forest = predictive("Predictive, forest of H_0", arguments.forest)
    network = predictive("Predictive, network of all", arguments.network)
    conditions = Conditions(arguments.seed)
    most = max(arguments.games, arguments.most)
    against = play_pairings(
        work, conditions, [Pairing(side, OPPONENT) for side in (TEACHER, forest, network)], arguments.games, most
    )
    heads = play_pairings(
        work,
        conditions,
        [Pairing(forest, TEACHER), Pairing(network, TEACHER), Pairing(forest, network)],
        arguments.games,
        arguments.games,
    )
    titles = ("Parts 3 and 4: against AlphaBeta at depth 2", "Parts 3 and 4: head to head")
    found = tables(titles[0], against)
    found += [replace(table, name=f"heads_{table.name}") for table in tables(titles[1], heads)]
    drawn = plots(titles[0], against)
    return found, {**drawn, **{f"heads_{name}": draw for name, draw in plots(titles[1], heads).items()}}


def predictive(name: str, model: Path) -> Side:
    return Side(name, "Predictive", 1, (SEF, ("Model", str(model.resolve()))))


if __name__ == "__main__":
    raise SystemExit(main())
