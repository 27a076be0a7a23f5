#!/usr/bin/env python3
"""What do the bets of `Risk` really bring? A bet is a move that PVS plays instead of the best one (docs/study.md).

Positions come from games of PVS, without its queen and both rooks, against a player that draws its moves. It draws from
the network of Maia 1500, in the folder --maia, or from our model of people at 1500. In each position, PVS with
`Risk` plays a move. The value of a move is the mean of the winning chances after the replies, weighted by how likely
the opponent plays them. A search of --check nodes after each reply gives its winning chance. The gain of a bet is its
value minus that of the best move.

    python scripts/experiments/bets.py --maia FOLDER --jobs 2
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, partial
from math import exp
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import chess
from common.command import make_parser, perform
from common.odds import network, odds, over, session_with
from common.plots import Plots
from common.table import Cell, Table
from common.work import Work
from oddsfish.engine import ChessPosition, Limits, analyse
from oddsfish.engine.games.chess.human.model import HumanModel
from oddsfish.matches.score.statistics import mean_interval
from oddsfish.protocols.commands.arguments import number

START = "queen-both-rooks"
ELO = 1500  # of the opponent
GAME_NODES = 3000  # of each move of the games
FIRST = 6  # plies before the first position of a game
SHARE = 0.25  # of the positions of a game that are used
LOST = 4000  # centipawns: positions with this score or more, for either side, are not used
STEEPNESS = 272.0  # centipawns, in the formula of winning chances: https://lichess.org/page/accuracy
LEAST = 0.01  # the least probability of a reply that counts
ENOUGH = 0.95  # the total probability of the replies after which the others are left out
BANDS = ((5, 10), (10, 100))  # of the expected gain, in percent of a game
REMARK = re.compile(r"(\S+) instead of (\S+): ([\d.]+) pawns less .*; \+([\d.]+) %")


def main() -> int:
    parser = make_parser("bets", __doc__)
    parser.add_argument("--maia", type=Path, metavar="FOLDER", help="with its networks")
    parser.add_argument(
        "--games", type=number(1), default=160, metavar="N", help="for positions (default: %(default)s)"
    )
    parser.add_argument("--risk", type=number(1), default=100, metavar="N", help="of the bets (default: %(default)s)")
    parser.add_argument(
        "--nodes", type=number(1), default=50_000, metavar="N", help="of each move that may be a bet (default: 50,000)"
    )
    parser.add_argument(
        "--check", type=number(1), default=20_000, metavar="N", help="nodes after each reply (default: 20,000)"
    )
    arguments = parser.parse_args()
    settings = {"opponent": "Maia" if arguments.maia else "human", "check": arguments.check}
    return perform("bets", arguments, settings, partial(experiment, arguments))


def experiment(arguments: Any, work: Work) -> tuple[list[Table], Plots]:
    games = [["game", place] for place in range(arguments.games)]
    found = work.collect(partial(positions, arguments.seed, arguments.maia), games, "games")
    asked = (arguments.risk, arguments.nodes)
    keys = [["bet", *asked, place, moves] for place, of_game in enumerate(found) for moves in of_game]
    bets = list(filter(None, work.collect(partial(try_bet, arguments.maia, arguments.check), keys, "positions")))
    rows: list[tuple[Cell, ...]] = [row("all", bets)]
    for low, high in BANDS:
        rows.append(row(f"expected {low} to {high} %", [bet for bet in bets if low <= bet["expected"] < high]))
    title = f"Bets of Risk {arguments.risk} with {arguments.nodes} nodes in {len(keys)} positions"
    columns = ("bets", "number", "expected", "gain", "+/-", "against the best reply", "gain of all moves")
    return [Table("bets", title, columns, [(*row, share(row, len(keys))) for row in rows])], {}


def row(name: str, bets: Sequence[Mapping[str, float]]) -> tuple[Cell, ...]:
    if not bets:
        return (name, 0, None, None, None, None)
    gain, error = mean_interval([bet["gain"] for bet in bets])
    return (name, len(bets), fmean(bet["expected"] for bet in bets), gain, error, fmean(bet["best"] for bet in bets))


def share(row: Sequence[Any], positions: int) -> float | None:
    return row[1] * row[3] / positions if row[1] and positions else None


def positions(seed: int, folder: Path | None, key: Sequence[Any]) -> list[str]:
    """Positions of a game with PVS to move, each by the moves that lead to it. PVS is White in even games."""
    random = Random(f"{seed} bets {key[1]}")
    white = key[1] % 2 == 0
    board = chess.Board(odds(START, white))
    position = ChessPosition(board.fen())
    ours = session_with(position, {})
    found: list[str] = []
    while not over(board, position):
        if (board.turn == chess.WHITE) == white:
            ours.set_position(position)
            result = ours.search(Limits(nodes=GAME_NODES))
            move = str(result.move)
            if len(board.move_stack) >= FIRST and random.random() < SHARE and abs(result.score.centi) < LOST:
                found.append(" ".join(map(str, board.move_stack)))
        else:
            chances = replies(folder, board, position)
            move = random.choices(list(chances), list(chances.values()))[0]
        board.push_uci(move)
        position.play(move)
    return found


def try_bet(folder: Path | None, check: int, key: Sequence[Any]) -> dict[str, float] | None:
    """The gain of a bet, in percent of a game: expected, by the replies, against the best reply. None without a bet."""
    _, risk, nodes, place, moves = key
    board = chess.Board(odds(START, place % 2 == 0))
    position = ChessPosition(board.fen())
    for move in moves.split():
        board.push_uci(move)
        position.play(move)
    session = session_with(position, {"Risk": risk, "OpponentElo": ELO})
    said: list[str] = []
    session.search(Limits(nodes=nodes), lambda info: said.append(info.remark))
    remark = next(filter(None, map(REMARK.match, said)), None)
    if remark is None:
        return None
    even = min(0, centi(position, check))
    played, instead = (values(folder, board, position, move, even, check) for move in remark.groups()[:2])
    gain, best = (100 * (one - other) for one, other in zip(played, instead, strict=True))
    return {"expected": float(remark[4]), "gain": gain, "best": best}


def values(
    folder: Path | None, board: chess.Board, position: ChessPosition, move: str, even: int, check: int
) -> tuple[float, float]:
    """The winning chances after a move: their mean over the replies, and the chance after the best reply."""
    position.play(move)
    board.push_uci(move)
    if position.ending() is not None:
        mean = best = 1.0 if board.is_checkmate() else 0.5
    else:
        best = winning(-centi(position, check), even)
        mean = known = 0.0
        for reply, chance in sorted(replies(folder, board, position).items(), key=lambda pair: -pair[1]):
            if known > ENOUGH or chance < LEAST:
                break
            position.play(reply)
            board.push_uci(reply)
            if position.ending() is None:
                worth = winning(centi(position, check), even)
            else:
                worth = 0.0 if board.is_checkmate() else 0.5
            mean += chance * worth
            known += chance
            board.pop()
            position.undo()
        mean /= known
    board.pop()
    position.undo()
    return mean, best


def centi(position: ChessPosition, nodes: int) -> int:
    return analyse(position, "PVS", Limits(nodes=nodes)).score.centi


def winning(score: int, even: int) -> float:
    return 1 / (1 + exp((even - score) / STEEPNESS))


def replies(folder: Path | None, board: chess.Board, position: ChessPosition) -> dict[str, float]:
    """The probability of each move of the opponent."""
    if folder is not None:
        return {str(move): chance for move, chance in network(folder, ELO).policy([board])[0].items()}
    weights = model().weights(position)
    total = sum(weights)
    moves = [position.notation(move) for move in position.moves()]
    return {move: weight / total for move, weight in zip(moves, weights, strict=True)}


@cache
def model() -> HumanModel:
    return HumanModel(ELO)


if __name__ == "__main__":
    raise SystemExit(main())
