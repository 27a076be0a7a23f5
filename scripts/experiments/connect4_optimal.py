#!/usr/bin/env python3
"""How often does AlphaBeta find an optimal move of Connect-4, with each evaluation? The exact solver is the judge.

Positions come from 4 to 20 random plies. The side to move cannot win at once, and its moves have different values. A
move is optimal if no other has a better score (won sooner or lost later), and sound if none has a better outcome.

    python scripts/experiments/connect4_optimal.py --network my.net --depth 6
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

from common.command import make_parser, perform
from common.plots import Plots
from common.results import wilson
from common.table import Cell, Table
from common.work import Work
from oddsfish.engine import Connect4Position, Limits, Win, analyse, games
from oddsfish.engine.games.connect4.searches.solver.solver import Solver
from oddsfish.engine.net import network
from oddsfish.engine.net.choice import shipped_path
from oddsfish.matches.cli.match_command import explain
from oddsfish.protocols.commands.arguments import number

PLIES = range(4, 21)
MEGABYTES = 16
KNOWN = ("Windows", "Fours")  # evaluations that are no networks


def main() -> int:
    parser = make_parser("connect4_optimal", __doc__)
    parser.add_argument("--network", type=Path, metavar="FILE", help="default: the one that ships")
    parser.add_argument("--depth", type=number(1), default=6, metavar="N", help="default: %(default)s")
    parser.add_argument("--positions", type=number(1), default=1000, metavar="N", help="default: %(default)s")
    arguments = parser.parse_args()
    path = str(arguments.network or shipped_path(games.find("connect4")))
    try:
        settings = {"depth": arguments.depth, "network": network.read(path).checksum}
    except (ValueError, OSError) as fault:
        parser.error(explain(fault))
    players = {**{name: {"Evaluation": name} for name in KNOWN}, "Net": {"Evaluation": "Net", "EvalFile": path}}
    return perform("connect4_optimal", arguments, settings, partial(experiment, arguments, players))


def experiment(arguments: Any, players: Mapping[str, Mapping[str, str]], work: Work) -> tuple[list[Table], Plots]:
    keys = [["position", place] for place in range(arguments.positions)]
    measure = partial(choices, arguments.seed, arguments.depth, players)
    found = work.collect(measure, keys, "positions")
    rows: list[tuple[Cell, ...]] = []
    for name in players:
        row: list[Cell] = [name]
        for what in ("optimal", "sound"):
            count = sum(each[name][what] for each in found)
            low, high = wilson(count, len(found))
            row += [100 * count / len(found), f"{100 * low:.1f} to {100 * high:.1f}"]
        rows.append(tuple(row))
    title = f"AlphaBeta at depth {arguments.depth}, {len(found)} positions"
    return [Table("optimal", title, ("evaluation", "optimal, %", "95 %", "sound, %", "95 %"), rows)], {}


def choices(seed: int, depth: int, players: Mapping[str, Mapping[str, str]], key: Any) -> dict[str, dict[str, bool]]:
    """For each player, whether its move is optimal, and whether it is sound."""
    position, scores = telling(seed, key[1])
    best = max(scores.values())
    found = {}
    for name, options in players.items():
        result = analyse(position, "AlphaBeta", Limits(depth=depth), dict(options))
        score = scores[str(result.move)]
        found[name] = {"optimal": score == best, "sound": sign(score) == sign(best)}
    return found


def telling(seed: int, place: int) -> tuple[Connect4Position, dict[str, int]]:
    """A position whose moves have different scores, and the score of each move by the solver."""
    random = Random(f"{seed} position {place}")
    while True:
        position = Connect4Position()
        for _ in range(random.choice(PLIES)):
            if position.ending() is None:
                position.play(random.choice(position.moves()))
        if position.ending() is not None or any(wins(position, move) for move in position.moves()):
            continue
        scores = solver().scores(position)
        found = {position.notation(move): score for move, score in enumerate(scores) if score is not None}
        if len(set(found.values())) > 1:
            return position, found


def wins(position: Connect4Position, move: int) -> bool:
    """Whether a move wins at once."""
    position.play(move)
    won = isinstance(position.ending(), Win)
    position.undo()
    return won


@cache
def solver() -> Solver:
    """One solver for all positions of a process."""
    return Solver(MEGABYTES)


def sign(score: int) -> int:
    return (score > 0) - (score < 0)


if __name__ == "__main__":
    raise SystemExit(main())
