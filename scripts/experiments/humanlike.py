#!/usr/bin/env python3
"""Does Humanlike play as people do? Does it win king and rook against king, and miss mates in one as often?

- endings: king and rook against king from random positions. Humanlike has the rook, at each rating, and PVS defends.
  The table shows how many games Humanlike wins by the rules of a game (50 moves, repetition).
- mates: with --table, a table of games as `oddsfish opponent fit-people` reads it. It shows how often people of each
  band miss a mate in one, with the 95 % interval, and how often the model does.

The same command goes on where it was stopped.

    python scripts/experiments/humanlike.py --starts 200 --table games.tsv.xz --source league2
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import chess
from common.command import make_parser, perform
from common.plots import Plots
from common.results import wilson
from common.table import Cell, Table
from common.work import Work
from oddsfish.engine import ChessPosition, Limits, Session
from oddsfish.engine.games.chess.human.model import HumanModel
from oddsfish.engine.options import Options
from oddsfish.learning.people.table import PeopleGame, read
from oddsfish.protocols.commands.arguments import number

RATINGS = (1100, 1500, 1900)
BAND = 200
LIMITS = (Limits(depth=1), Limits(nodes=3000))  # of Humanlike, who is White, and of the defender
AT_ONCE = 50  # games between two entries of the journal
SLOWEST_BULLET = 179  # seconds for 40 moves


def main() -> int:
    parser = make_parser("humanlike", __doc__)
    parser.add_argument("--starts", type=number(1), default=200, metavar="N", help="of endings (default: %(default)s)")
    parser.add_argument("--table", type=Path, help="table of games")
    parser.add_argument("--source", action="append", metavar="NAME", help="only games of this Source; may be repeated")
    arguments = parser.parse_args()
    settings = {
        "starts": arguments.starts,
        "table": arguments.table and arguments.table.name,
        "sources": arguments.source,
    }
    return perform("humanlike", arguments, settings, partial(experiment, arguments))


def experiment(arguments: Any, work: Work) -> tuple[list[Table], Plots]:
    keys = [["ending", rating, place] for rating in RATINGS for place in range(arguments.starts)]
    won = work.collect(partial(play_ending, arguments.seed), keys, "endings")
    rows: list[tuple[Cell, ...]] = []
    for place, rating in enumerate(RATINGS):
        own = won[place * arguments.starts : (place + 1) * arguments.starts]
        wins = [plies for plies in own if plies]
        rows.append((str(rating), len(own), len(wins) / len(own), sum(wins) / len(wins) / 2 if wins else None))
    tables = [Table("endings", "King and rook against king", ("rating", "starts", "won", "moves to mate"), rows)]
    if arguments.table is not None:
        tables.append(mates(arguments, work))
    return tables, {}


def play_ending(seed: int, key: Sequence[Any]) -> int:
    """Plies to mate from a random position, 0 for a draw."""
    _, rating, place = key
    random = Random(f"{seed} {place}")
    position = ChessPosition(random_start(random))
    sessions = []
    for name, value in (("Humanlike", rating), ("PVS", None)):
        options = Options()
        options.set("Search", name)
        options.set("Seed", str(place))
        if value is not None:
            options.set("HumanlikeElo", str(value))
        sessions.append(Session(position, options))
    plies = 0
    while position.ending() is None:
        session = sessions[position.player()]
        session.set_position(position)
        move = session.search(LIMITS[position.player()]).move
        position.play(str(move))
        plies += 1
    return plies if position.outcome() == "checkmate" else 0


def random_start(random: Random) -> str:
    """The FEN of a random position with White, king and rook, to move. Nobody is in check or attacks the rook."""
    while True:
        board = chess.Board(None)
        squares = random.sample(range(64), 3)
        for square, piece in zip(squares, "KRk", strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(piece))
        taken = board.attacks_mask(squares[2]) & chess.BB_SQUARES[squares[1]]
        if board.is_valid() and not board.is_check() and not taken:
            return board.fen()


def mates(arguments: Any, work: Work) -> Table:
    """The table of mates in one: how often people missed them, and how often the model does."""
    games = list(games_of(arguments.table, tuple(arguments.source or ())))
    pieces = -(-len(games) // AT_ONCE)
    look = partial(look_for_mates, arguments.table, tuple(arguments.source or ()))
    found = [row for piece in work.collect(look, [["mates", n] for n in range(pieces)], "games") for row in piece]
    rows: list[tuple[Cell, ...]] = []
    for band in sorted({band for band, _, _ in found}):
        own = [(missed, likely) for known, missed, likely in found if known == band]
        missed = sum(was for was, _ in own)
        low, high = wilson(missed, len(own))
        share = sum(likely for _, likely in own) / len(own)
        rows.append((f"{band - BAND // 2}-{band + BAND // 2 - 1}", len(own), missed / len(own), low, high, share))
    columns = ("rating", "positions", "missed by people", "95 % from", "to", "missed by the model")
    return Table("mates", "Mates in one that were not played", columns, rows)


@cache
def games_of(table: Path, sources: tuple[str, ...]) -> tuple[PeopleGame, ...]:
    return tuple(
        game
        for game in read(table)
        if (not sources or game.source in sources) and (game.pace is None or game.pace > SLOWEST_BULLET)
    )


def look_for_mates(table: Path, sources: tuple[str, ...], key: Sequence[Any]) -> list[tuple[int, bool, float]]:
    """For each position with a mate in one: the band, whether it was missed, and how likely the model misses it."""
    found = []
    for game in games_of(table, sources)[key[1] * AT_ONCE : (key[1] + 1) * AT_ONCE]:
        position = ChessPosition()
        board = chess.Board()
        for ply, text in enumerate(game.moves):
            mating = [move.uci() for move in board.legal_moves if board.gives_check(move) and mates_by(board, move)]
            if mating:
                elo = game.elos[ply & 1]
                weights = HumanModel(min(max(elo, 800), 2400)).weights(position)
                moves = [position.notation(move) for move in position.moves()]
                likely = sum(weight for move, weight in zip(moves, weights, strict=True) if move in mating)
                found.append((elo // BAND * BAND + BAND // 2, text not in mating, 1 - likely / sum(weights)))
            position.play(text)
            board.push_uci(text)
    return found


def mates_by(board: chess.Board, move: chess.Move) -> bool:
    board.push(move)
    mate = board.is_checkmate()
    board.pop()
    return mate


if __name__ == "__main__":
    raise SystemExit(main())
