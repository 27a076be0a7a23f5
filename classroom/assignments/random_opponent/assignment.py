"""Minimax against a random opponent in chess."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from ... import chess_positions
from ...assignment import Assignment, Check, Mistake, Names, Task
from ...games import TreeGame
from ...trees import ENOUGH, tree
from .. import solution

STORY = """\
Minimax expects the best reply. But what if the opponent plays any legal move? Then a move that a good player would
refute can be the better one. Expectimax takes the mean over the replies.

Write the rules of chess with the library python-chess, an evaluation, minimax, and expectimax against a random
opponent. It must work for White and for Black. A mate has a finite value: a mean that contains infinity says nothing
any more."""

Tasks = Callable[[Random, Mapping[str, Any], Names], list[dict[str, Any]]]


def rules(random: Random) -> Mapping[str, Any]:
    return {
        "VALUES": chess_positions.piece_values(random),
        "CENTRE": random.randint(11, 29),
        "MATE": random.choice((10000, 15000, 20000, 30000)),
    }


def positions(call: str, ends: int = 0) -> Tasks:
    def tasks(random: Random, constants: Mapping[str, Any], names: Names) -> list[dict[str, Any]]:
        found = [chess_positions.position(random, random.randint(1, 8)) for _ in range(20)]
        found += [chess_positions.ended(random, bool(number % 2)) for number in range(ends)]
        return [{"call": call, "arguments": [fen]} for fen in found]

    return tasks


def checked(random: Random, constants: Mapping[str, Any], names: Names) -> list[dict[str, Any]]:
    """Positions with few and with many legal moves, of kings in check, too."""
    fens = [chess_positions.position(random, random.randint(1, 7)) for _ in range(40)]
    return [{"call": "moves", "arguments": [fen]} for fen in fens]


def searched(call: str) -> Tasks:
    """Return cases on trees, and in positions of chess, some of them just before a mate."""

    def tasks(random: Random, constants: Mapping[str, Any], names: Names) -> list[dict[str, Any]]:
        found = [
            {
                "call": call,
                "tree": tree(random, random.choice((1, 2, 3, 4))),
                "arguments": [0, (1, 2, ENOUGH)[number % 3]],
            }
            for number in range(24)
        ]
        fens = [chess_positions.position(random, 2) for _ in range(2)]
        fens += [chess_positions.before_mate(random, 1) for _ in range(2)]
        return found + [{"call": call, "own": True, "arguments": [fen, 2]} for fen in fens]

    return tasks


def chosen(random: Random, constants: Mapping[str, Any], names: Names) -> list[dict[str, Any]]:
    trees = [tree(random, random.choice((2, 3, 4))) for _ in range(24)]
    return [
        {"call": "best", "tree": text, "arguments": [0, (1, 2, ENOUGH)[number % 3]]}
        for number, text in enumerate(trees)
    ]


def best(names: Names, task: Task) -> list[int]:
    game, depth = TreeGame(task["tree"]), task["arguments"][1]
    us = game.player(0)
    values = {move: names["against_random"](game, game.result(0, move), depth - 1, us) for move in game.moves(0)}
    good = max(values.values()) if us == 0 else min(values.values())
    return [move for move in values if abs(values[move] - good) < 1e-9]


ASSIGNMENT = Assignment(
    "random_opponent",
    "Chess: minimax against a random opponent",
    STORY,
    solution(__package__ or ""),
    rules,
    (
        Check("Legal moves", 10, checked, comparison="any order"),
        Check("Whose turn it is", 5, positions("player")),
        Check("Mates and draws", 15, positions("utility", ends=12)),
        Check("The evaluation", 15, positions("evaluation")),
        Check("Minimax", 20, searched("minimax"), comparison="order", seconds=30, editor="minimax"),
        Check("Expectimax", 25, searched("expectimax"), comparison="order", seconds=30, editor="expectimax"),
        Check("The best move", 10, chosen, comparison="one of", best=best, editor="expectimax"),
    ),
    (
        Mistake(
            "a mate has an infinite value: it swallows all other replies in a mean",
            [
                (
                    "return -MATE if board.turn == chess.WHITE else MATE",
                    "return float('-inf') if board.turn == chess.WHITE else float('inf')",
                )
            ],
        ),
        Mistake(
            "a move may leave the own king in check: the king could be captured next",
            [("chess.Board(fen).legal_moves", "chess.Board(fen).pseudo_legal_moves")],
        ),
        Mistake(
            "it plays for White only: at Black's turn, the largest value is taken, too",
            [("return max(values) if us == 0 else min(values)", "return max(values)")],
        ),
        Mistake(
            "it plays for White only: White is always the side that plays its best moves",
            [("depth, game.player(state))", "depth, 0)")],
        ),
        Mistake(
            "the opponent plays its best reply",
            [("return sum(values) / len(values)", "return min(values) if us == 0 else max(values)")],
        ),
        Mistake(
            "the values of replies are added up, and not divided by their number",
            [("sum(values) / len(values)", "sum(values)")],
        ),
        Mistake(
            "a stalemate is taken for a mate",
            [("if board.is_checkmate():", "if board.is_checkmate() or board.is_stalemate():")],
        ),
        Mistake(
            "the evaluation is from the view of the side to move",
            [("    return total\n", "    return total if chess.Board(fen).turn == chess.WHITE else -total\n")],
        ),
    ),
    packages=("chess",),
    examples=(
        {"call": "moves", "arguments": ["7k/5Q2/8/8/8/8/8/K7 b - - 0 1"]},
        {"call": "utility", "arguments": ["7k/6Q1/5K2/8/8/8/8/8 b - - 0 1"]},
        {"call": "minimax", "tree": "max(min(3 12 8) min(2 4 6) min(14 5 2))", "arguments": [0, ENOUGH]},
        {"call": "expectimax", "tree": "max(min(3 12 8) min(2 4 6) min(14 5 2))", "arguments": [0, ENOUGH]},
        {"call": "expectimax", "tree": "min(max(3 12 8) max(2 4 6))", "arguments": [0, ENOUGH]},
    ),
    game="chess",
    seat="black",
    choice="solution.best(OfPosition(position), (), self.depth)",
)
