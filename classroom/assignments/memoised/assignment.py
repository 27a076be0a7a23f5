"""Memoised minimax with incremental evaluation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import chess

from ... import chess_positions
from ...assignment import Assignment, Check, Mistake, Names
from .. import solution

STORY = """\
Many orders of moves lead to the same position. A program that remembers what it has searched saves this work. And the
evaluation of a position differs little from that of the position before: it is faster to update it than to compute it.

Write an evaluation, its change by a move, and a minimax that remembers. Take care of what makes two positions equal,
and of mates: a nearer mate is the better one, and a draw is a draw however late it comes."""

Tasks = Callable[[Random, Mapping[str, Any], Names], list[dict[str, Any]]]
SPECIAL = (  # castling, en passant, promotions with captures
    "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1",
    "r3k2r/p6p/8/8/8/8/P6P/R3K2R b KQkq - 0 1",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
    "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
    "1n2k3/P7/8/8/8/8/p7/1N2K3 w - - 0 1",
    "1n2k3/P7/8/8/8/8/p7/1N2K3 b - - 0 1",
)


RIGHTS = (  # en passant takes a pawn; castling mates
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"),
    ("4Q3/8/8/8/8/5k2/1P4R1/4K2R w K - 0 1", "4Q3/8/8/8/8/5k2/1P4R1/4K2R w - - 0 1"),
)


def rules(random: Random) -> Mapping[str, Any]:
    return {
        "VALUES": {**chess_positions.piece_values(random), "k": 0},
        "STEP": random.randint(3, 11),
        "RIM": random.randint(7, 25),
        "MATE": random.choice((20000, 30000, 50000)),
        "DELAY": random.randint(3, 19),
    }


def evaluations(random: Random, constants: Mapping[str, Any], names: Names) -> list[dict[str, Any]]:
    fens = [chess_positions.position(random, random.randint(2, 12)) for _ in range(20)]
    return [{"call": "evaluation", "arguments": [fen]} for fen in (*fens, *SPECIAL)]


def gains(random: Random, constants: Mapping[str, Any], names: Names) -> list[dict[str, Any]]:
    fens = [*SPECIAL, *(chess_positions.position(random, random.randint(2, 12)) for _ in range(12))]
    found = []
    for fen in fens:
        legal = [move.uci() for move in chess.Board(fen).legal_moves]
        changing = [move for move in legal if names["gain"](fen, move)]  # most moves change nothing
        quiet = [move for move in legal if move not in changing]
        chosen = changing + random.sample(quiet, min(2, len(quiet)))
        found += [{"call": "gain", "arguments": [fen, move]} for move in chosen]
    return found


def values(random: Random, constants: Mapping[str, Any], names: Names) -> list[dict[str, Any]]:
    fens = [chess_positions.position(random, random.randint(1, 3)) for _ in range(8)]
    return [{"call": "minimax", "arguments": [fen, 1 + number % 2]} for number, fen in enumerate(fens)]


def mates(random: Random, constants: Mapping[str, Any], names: Names) -> list[dict[str, Any]]:
    """A mate in one move and a later one, from positions of both sides; draws near and late."""
    found = [{"call": "minimax", "arguments": [chess_positions.before_mate(random, 1), depth]} for depth in (1, 2, 2)]
    found += [{"call": "minimax", "arguments": [chess_positions.before_mate(random, 3), 3]} for _ in range(2)]
    for drawn in ("7k/8/6Q1/8/8/8/8/K7 b - - 0 1", "8/8/8/8/8/1q6/8/K6k w - - 0 1", "8/8/8/4k3/8/8/8/4K1N1 w - - 0 1"):
        found += [{"call": "minimax", "arguments": [drawn, depth]} for depth in (0, 1, 2)]
    return found


def remembered(random: Random, constants: Mapping[str, Any], names: Names) -> list[dict[str, Any]]:
    """Values must not change by what was searched before: other depths, the other side, other rights."""
    found = []
    for _ in range(4):
        fen = chess_positions.position(random, 2)
        found.append({"call": "minimax", "arguments": [fen, 1], "before": [[fen, 2]]})
        found.append({"call": "minimax", "arguments": [fen, 2], "before": [[fen, 0], [fen, 1]]})
        board = chess.Board(fen)
        board.turn = not board.turn
        if board.is_valid():
            found.append({"call": "minimax", "arguments": [board.fen(), 1], "before": [[fen, 1]]})
    for rights, none in RIGHTS:
        found.append({"call": "minimax", "arguments": [rights, 1], "before": [[none, 1]]})
        found.append({"call": "minimax", "arguments": [none, 1], "before": [[rights, 1]]})
    return found


def saved(random: Random, constants: Mapping[str, Any], names: Names) -> list[dict[str, Any]]:
    """Kings and a pawn: many orders of moves lead to the same position."""
    fens = ("8/8/3k4/8/8/3K4/3P4/8 w - - 0 1", "8/3p4/3k4/8/8/3K4/8/8 b - - 0 1")
    return [{"call": "minimax", "arguments": [fen, 4], "count": "chess.Board.push"} for fen in fens]


ASSIGNMENT = Assignment(
    "memoised",
    "Chess: memoised minimax with incremental evaluation",
    STORY,
    solution(__package__ or ""),
    rules,
    (
        Check("The evaluation", 15, evaluations),
        Check("The change by a move", 25, gains),
        Check("Minimax", 15, values, seconds=30),
        Check("Mates and draws", 15, mates, seconds=60),
        Check("What was searched before changes nothing", 15, remembered, seconds=30),
        Check("No position is searched twice", 15, saved, comparison="fewer", seconds=60),
    ),
    (
        Mistake(
            "the depth that remains is added to the values of mates, and of draws, too: a draw is no draw any more",
            [
                (
                    "value = -MATE if board.turn == chess.WHITE else MATE",
                    "value = -MATE - depth if board.turn == chess.WHITE else MATE + depth",
                ),
                ("        value = 0\n", "        value = depth\n"),
                ("values.append(later(after))", "values.append(after)"),
            ],
        ),
        Mistake("a late mate is as good as a near one", [("values.append(later(after))", "values.append(after)")]),
        Mistake("what is remembered does not depend on the depth", [("place = key(fen), depth", "place = key(fen)")]),
        Mistake("what is remembered does not depend on the side to move", [("fen.split()[:4]", "fen.split()[:1]")]),
        Mistake("nothing is remembered", [("    if place in known:\n        return known[place]\n", "")]),
        Mistake("a pawn that is taken en passant stays", [("if board.is_en_passant(played):", "if False:")]),
        Mistake("a promoted pawn stays a pawn", [("if played.promotion else mover", "if False else mover")]),
        Mistake("a captured piece is not counted", [("change += points(victim, taken)", "change += 0")]),
        Mistake("the change is from the view of the side that moves", [("return sign * change", "return change")]),
        Mistake(
            "a stalemate is taken for a mate",
            [("if board.is_checkmate():", "if board.is_checkmate() or board.is_stalemate():")],
        ),
    ),
    packages=("chess",),
    examples=(
        {"call": "evaluation", "arguments": ["4k3/8/8/3pP3/8/8/8/N3K3 w - d6 0 1"]},
        {"call": "gain", "arguments": ["4k3/8/8/3pP3/8/8/8/N3K3 w - d6 0 1", "e5d6"]},
        {"call": "minimax", "arguments": ["7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", 1]},
        {"call": "minimax", "arguments": ["8/8/3k4/8/8/3K4/3P4/8 w - - 0 1", 2]},
    ),
    game="chess",
    seat="black",
    choice="(max if position.player() == 0 else min)(position.moves(), key=lambda move: solution.minimax("
    "solution.result(position.fen(), position.notation(move)), self.depth - 1))",
)
