#!/usr/bin/env python3
"""Long searches by PVS from random positions, checked by python-chess. It should run with sanitizers (sanitize.py).

Every principal variation must be legal to its end, and every reported mate must be a mate. Positions come from random
games, Chess960 among them. The same command goes on where it was stopped.

    python scripts/measure/sanitize.py scripts/experiments/deep_searches.py --positions 1000 --nodes 1000000
    python scripts/measure/sanitize.py --threads scripts/experiments/deep_searches.py --nodes 200000 --threads 2
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any

import chess
from common.command import make_parser, perform
from common.table import Table
from common.work import Work
from oddsfish.engine import Limits, analyse
from oddsfish.protocols.commands.arguments import number

PLIES = 160  # of a random game, at most
CHESS960 = 4  # one game in so many
HASH = 16  # megabytes


def main() -> int:
    parser = make_parser("deep_searches", __doc__)
    parser.add_argument("--positions", type=number(1), default=1000, metavar="N", help="default: %(default)s")
    parser.add_argument("--nodes", type=number(1), default=1_000_000, metavar="N", help="default: %(default)s")
    parser.add_argument("--threads", type=number(1), default=1, metavar="N", help="of a search (default: %(default)s)")
    parser.add_argument("--lines", type=number(1), default=1, metavar="N", help="MultiPV (default: %(default)s)")
    parser.add_argument("--hash", type=number(1), default=HASH, metavar="MB", help="default: %(default)s")
    arguments = parser.parse_args()
    names = ("nodes", "threads", "lines", "hash")
    settings = {name: getattr(arguments, name) for name in names}
    return perform("deep_searches", arguments, settings, partial(experiment, arguments, settings), str(settings))


def experiment(arguments: Any, settings: dict[str, int], work: Work) -> tuple[list[Table], dict[str, Any]]:
    keys = [["search", place] for place in range(arguments.positions)]
    found = work.collect(partial(examine, arguments.seed, settings), keys, "searches")
    nodes = [entry["nodes"] for entry in found]
    row = ("searches", len(found), sum(nodes), sum(entry["mate"] for entry in found))
    faults: list[tuple[str, str]] = [(entry["fen"], fault) for entry in found for fault in entry["faults"]]
    tables = [Table("searches", "What was searched", ("", "positions", "nodes", "mates"), [row])]
    if faults:
        tables.append(Table("faults", "What was wrong", ("position", "fault"), faults))
    return tables, {}


def examine(seed: int, settings: dict[str, int], key: Sequence[Any]) -> dict[str, Any]:
    board = random_board(Random(f"{seed} deep search {key[-1]}"))
    options = {"Threads": settings["threads"], "Hash": settings["hash"], "MultiPV": settings["lines"]}
    result = analyse(board, "PVS", Limits(nodes=settings["nodes"]), options)
    faults = [fault for line in result.lines[: settings["lines"]] if (fault := wrong(board, line))]
    mate = result.score.plies is not None
    return {"fen": board.fen(), "nodes": result.nodes, "mate": mate, "faults": faults}


def random_board(random: Random) -> chess.Board:
    """A position of a random game that is not over, with the moves that led there."""
    while True:
        start = chess.Board.from_chess960_pos(random.randrange(960)) if random.randrange(CHESS960) == 0 else None
        board = start or chess.Board()
        for _ in range(random.randrange(PLIES)):
            if board.is_game_over(claim_draw=True):
                break
            board.push(random.choice(list(board.legal_moves)))
        if not board.is_game_over(claim_draw=True):
            return board


def wrong(board: chess.Board, line: Any) -> str:
    """What is wrong with a line; "" if nothing is."""
    after = board.copy()
    for move in line.pv:
        if after.is_game_over() or not after.is_legal(move):
            return (
                f"{move} cannot be played at the end of {' '.join(map(str, after.move_stack[len(board.move_stack) :]))}"
            )
        after.push(move)
    plies = line.score.plies
    if line.score.bound == "" and plies is not None and len(line.pv) == abs(plies) and not after.is_checkmate():
        return f"no mate at the end of {' '.join(map(str, line.pv))}"
    return ""


if __name__ == "__main__":
    raise SystemExit(main())
