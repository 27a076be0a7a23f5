#!/usr/bin/env python3
"""The MinMax family on chess: how do pruning, and looking ahead before pruning, change the results?

Part 1: the opponent is BranchLimit 5 at depth 2, with material alone and a random choice of ties. Against it play
alpha-beta, BranchLimit without look ahead, and alpha-beta that draws among ties as a program published elsewhere does.
The ties of the last one either include bounds or not. Plain minimax, fail-soft and fail-hard alpha-beta play the same
moves if they play the first of tied moves. The script shows this on positions, without games.
Part 2: BranchLimit 10 at depth 4 with 0 to 3 plies of look ahead, against alpha-beta at depth 2.

Games begin with 10 random plies, and each opening is played with both colours. A cycle of a player's own moves is a
draw (unless --no-cycle). If the intervals of two scores overlap, both sides play on, up to --most games. The same
command goes on where it was stopped.

    python scripts/experiments/branching.py --part 1 --plots
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from statistics import fmean
from typing import Any

from common.command import make_parser, perform
from common.games import Conditions, Pairing, play_pairings
from common.players import Side
from common.plots import Plots
from common.positions import middlegame
from common.published_ties import PublishedTies
from common.results import plots, tables
from common.table import Table
from common.work import Work
from oddsfish.engine import Limits, analyse
from oddsfish.engine.options import options_of
from oddsfish.protocols.commands.arguments import number

SLACK = 1e-9  # a smaller difference of two values is a rounding error
DEPTH = 2  # of part 1; the source does not state it
TITLES = {
    1: "Part 1, {}: against BranchLimit 5 with material, depth 2",
    2: "Part 2, {}: BranchLimit 10 at depth 4 against AlphaBeta at depth 2",
}
SAME: dict[str, dict[str, str]] = {
    "Minimax": {},
    "AlphaBeta, fail-soft": {"Fail": "soft"},
    "AlphaBeta, fail-hard": {"Fail": "hard"},
    "AlphaBeta, fail-soft, strict": {"Cut": "strict"},
}  # the search is the first word


def main() -> int:
    parser = make_parser("branching", __doc__)
    parser.add_argument("--part", type=int, choices=(1, 2), default=1, help="default: %(default)s")
    parser.add_argument("--games", type=number(1), default=100, metavar="N", help="a pairing (default: %(default)s)")
    parser.add_argument("--most", type=number(1), default=400, metavar="N", help="a pairing (default: %(default)s)")
    parser.add_argument(
        "--positions", type=number(1), default=200, metavar="N", help="to show the same moves on (default: %(default)s)"
    )
    parser.add_argument(
        "--evaluation", choices=("Material", "Simplified", "SEF"), default="SEF", help="of the searches tested"
    )
    parser.add_argument("--no-cycle", action="store_true", help="a player's own moves in a cycle are no draw")
    arguments = parser.parse_args()
    settings = {"part": arguments.part, "evaluation": arguments.evaluation, "cycle": not arguments.no_cycle}
    variant = f"part {arguments.part}, {arguments.evaluation}{', no cycle' * arguments.no_cycle}"
    return perform("branching", arguments, settings, partial(experiment, arguments), variant)


def experiment(arguments: Any, work: Work) -> tuple[list[Table], Plots]:
    sides = pruning(arguments.evaluation) if arguments.part == 1 else looking_ahead(arguments.evaluation)
    conditions = Conditions(arguments.seed, draw_cycle=not arguments.no_cycle)
    results = play_pairings(work, conditions, sides, arguments.games, max(arguments.games, arguments.most))
    title = TITLES[arguments.part].format(arguments.evaluation)
    found = tables(title, results)
    if arguments.part == 1:
        keys = [["position", place] for place in range(arguments.positions)]
        entries = work.collect(partial(examine, arguments.seed, arguments.evaluation), keys, "positions")
        found += [same_table(entries), tie_table(entries)]
    return found, plots(title, results)


def pruning(evaluation: str) -> list[Pairing]:
    """The sides of part 1."""
    ours = (("Evaluation", evaluation),)
    other = Side(
        "BL(2, BF 5), material",
        "BranchLimit",
        2,
        # Material alone has many ties, and to play the first of them would lead to cycles.
        (("BranchLimit", "5"), ("Evaluation", "Material"), ("TiePolicy", "random")),
    )
    sides = (
        Side("AlphaBeta", "AlphaBeta", DEPTH, ours),
        Side("BL(2, BF 10)", "BranchLimit", DEPTH, ours),
        Side("ties from bounds (fsab)", "AlphaBeta", DEPTH, ours, "soft"),
        Side("true ties (fhab)", "AlphaBeta", DEPTH, ours, "hard"),
    )
    return [Pairing(side, other) for side in sides]


def looking_ahead(evaluation: str) -> list[Pairing]:
    """The sides of part 2."""
    ours = (("Evaluation", evaluation),)
    other = Side("AlphaBeta, depth 2", "AlphaBeta", 2, ours)
    return [
        Pairing(Side(f"BL(4), l {plies}", "BranchLimit", 4, (*ours, ("LookAhead", str(plies)))), other)
        for plies in range(4)
    ]


# Positions.


def examine(seed: int, evaluation: str, key: Sequence[Any]) -> dict[str, Any]:
    """The move, value and nodes of each search; for each cut, how much worse than the best move each tied move is."""
    position = middlegame(seed, key[1])
    limits = Limits(depth=DEPTH)
    given: dict[str, Any] = {"Evaluation": evaluation, "Deepening": False, "Table": False}
    played = {}
    for name, options in SAME.items():
        result = analyse(position, name.split(",")[0], limits, {**given, **options})
        played[name] = [result.move, result.score.value, result.nodes]
    exact = analyse(position, "Minimax", limits, {**given, "MultiPV": 256})
    values = {line.move: line.score.value for line in exact.lines}
    settings = options_of(position)
    settings.set("Evaluation", evaluation)
    ties = {}
    for cut in ("soft", "hard"):
        position.configure(settings)
        tied = PublishedTies(strict=cut == "hard").tied(position, DEPTH)
        ties[cut] = [max(values.values()) - values[position.notation(move)] for move in tied]
    return {"played": played, "ties": ties}


def same_table(entries: Sequence[dict[str, Any]]) -> Table:
    first = next(iter(SAME))
    rows = [
        (
            name,
            len(entries),
            sum(entry["played"][name][:2] == entry["played"][first][:2] for entry in entries),
            fmean(entry["played"][name][2] for entry in entries),
        )
        for name in SAME
    ]
    columns = ("search", "positions", "move and value of Minimax", "nodes")
    return Table("same", f"The same moves at depth {DEPTH}, ties to the first", columns, rows)


def tie_table(entries: Sequence[dict[str, Any]]) -> Table:
    """The table of tied moves. A worse move is worse than the best one by the values of Minimax."""
    rows = []
    for cut, name in (("soft", "ties from bounds (fsab)"), ("hard", "true ties (fhab)")):
        found = [entry["ties"][cut] for entry in entries]
        worse = [[loss for loss in losses if loss > SLACK] for losses in found]
        shares = [len(bad) / len(losses) for bad, losses in zip(worse, found, strict=True)]
        rows.append(
            (
                name,
                len(found),
                fmean(map(len, found)),
                sum(map(bool, worse)),
                100 * fmean(shares),
                fmean(sum(losses) / len(losses) for losses in found),
                max(map(max, found)),
            )
        )
    columns = ("drawn among", "positions", "moves", "with a worse one", "% played worse", "mean loss", "largest loss")
    return Table("ties", f"What is drawn among at depth {DEPTH}; losses in units of the evaluation", columns, rows)


if __name__ == "__main__":
    raise SystemExit(main())
