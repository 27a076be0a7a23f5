"""Connect-4 with slips: the three searches of a lecture on one game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from ...assignment import Assignment, Check, Mistake, Names
from ...trees import ALTERNATING, ENOUGH, SLIPPING, WINDOW, tree
from .. import solution

STORY = """\
Two players drop discs into the columns of a small board. A disc may slip into a neighbouring column. The game goes on
until the board is full, and whoever has more lines wins.

Write the rules of the game, and then three searches: minimax and alpha-beta for a board without slips, expectiminimax
for one with slips. The searches take any game that answers the questions of `games.py`. So they can be tested on small
trees, which you can see in the tree editor."""

END = "    end = game.utility(state)\n    if end is not None:\n        return end\n"
HORIZON = "    if depth == 0:\n        return game.evaluation(state)\n"
Tasks = Callable[[Random, Mapping[str, Any], Names], list[dict[str, Any]]]


def rules(random: Random) -> Mapping[str, Any]:
    return {
        "COLUMNS, ROWS": random.choice(((5, 4), (4, 4), (4, 5), (6, 4))),
        "LINES": random.randint(5, 20),
        "OPEN": random.choice((1, 2, 3)),
        "STRAIGHT, ASIDE": random.choice(((3, 1), (4, 1), (5, 2), (2, 1))),
    }


def board(random: Random, names: Names, discs: int) -> list[Any]:
    """A state with so many discs, or with a full board."""
    state = "." * (names["COLUMNS"] * names["ROWS"]), 0
    for _ in range(discs):
        open_columns = names["moves"](state)
        if open_columns:
            state = names["result"](state, random.choice(open_columns))
    return list(state)


def boards(call: str, *more: Any, full: int = 0, moved: bool = False) -> Tasks:
    """Return cases on 14 boards. full: how many of them are full. moved: with up to three moves on each board."""

    def tasks(random: Random, constants: Mapping[str, Any], names: Names) -> list[dict[str, Any]]:
        cells = names["COLUMNS"] * names["ROWS"]
        discs = [*range(14 - full), *[cells] * full] if full else [random.randrange(cells - 1) for _ in range(14)]
        states = [board(random, names, count) for count in discs]
        arguments = [[state, *more] for state in states]
        if moved:
            arguments = [[state, move] for state in states for move in names["moves"](tuple(state))[:3]]
        return [{"call": call, "arguments": each} for each in arguments]

    return tasks


def searched(
    call: str,
    *more: Any,
    kinds: Any = ALTERNATING,
    depths: Any = (1, 2, ENOUGH),
    count: int = 24,
    width: int = 3,
    coarse: bool | None = None,
) -> Tasks:
    """Return cases on trees, and on the game itself. coarse: see `tree`."""

    def tasks(random: Random, constants: Mapping[str, Any], names: Names) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        for number in range(count):
            text = tree(random, random.choice((2, 3, 4)), kinds, width, coarse)
            found.append({"call": call, "tree": text, "arguments": [0, depths[number % len(depths)], *more]})
        cells = names["COLUMNS"] * names["ROWS"]
        for discs in (*(random.randrange(cells - 2) for _ in range(4)), cells - 2, cells - 2, cells - 1):
            state = board(random, names, discs)
            found.append({"call": call, "own": True, "arguments": [state, 2, *more]})
        return found

    return tasks


ASSIGNMENT = Assignment(
    "connect4",
    "Connect-4 with slips: minimax, alpha-beta, expectiminimax",
    STORY,
    solution(__package__ or ""),
    rules,
    (
        Check("Moves", 5, boards("moves", full=2)),
        Check("The state after a move", 5, boards("result", moved=True)),
        Check("Where a disc can fall", 10, boards("chances", moved=True)),
        Check("The value of a full board", 5, boards("utility", full=8)),
        Check("The evaluation", 10, boards("evaluation")),
        Check("Minimax", 15, searched("minimax"), comparison="order", editor="minimax"),
        Check(
            "Alpha-beta, with its cuts", 20, searched("alphabeta", *WINDOW), comparison="order", editor="alphabeta_soft"
        ),
        Check(
            "All best moves",
            10,
            searched("best_moves", depths=(2, ENOUGH), count=60, width=4, coarse=True),
            comparison="any order",
            editor="minimax",
        ),
        Check("Expectiminimax", 20, searched("expectiminimax", kinds=SLIPPING), editor="expectiminimax"),
    ),
    (
        Mistake(
            "ties are taken from bounds: a move that was cut off is only known to be no better, and may be worse",
            [
                (
                    "values = {move: minimax(game, game.result(state, move), depth - 1) for move in game.moves(state)}",
                    "alpha, beta, values = -1e9, 1e9, {}\n"
                    "    for move in game.moves(state):\n"
                    "        values[move] = alphabeta(game, game.result(state, move), depth - 1, alpha, beta)\n"
                    "        if game.player(state) == 0:\n"
                    "            alpha = max(alpha, values[move])\n"
                    "        else:\n"
                    "            beta = min(beta, values[move])",
                )
            ],
        ),
        Mistake("a node is left only where alpha > beta", [("if alpha >= beta:", "if alpha > beta:")]),
        Mistake("nothing is cut", [("        if alpha >= beta:\n            break\n", "")]),
        Mistake(
            "both sides take the largest value",
            [("max(values) if game.player(state) == 0 else min(values)", "max(values)")],
        ),
        Mistake(
            "the probabilities of slips are not shared by the columns that are left",
            [("total = sum(weights)", "total = STRAIGHT + 2 * ASIDE")],
        ),
        Mistake(
            "all outcomes count alike",
            [("mean += probability * expectiminimax", "mean += 1 / len(game.chances(state, move)) * expectiminimax")],
        ),
        Mistake(
            "the end of the game is not seen before the depth is used up",
            [
                (
                    END + HORIZON,
                    HORIZON + END,
                )
            ],
        ),
        Mistake(
            "an open line counts only until it is complete",
            [("(other not in held)", "(other not in held and held.count(disc) < LENGTH)")],
        ),
        Mistake(
            "the evaluation is from the view of the side to move",
            [("return LINES * complete + OPEN * free", "return (LINES * complete + OPEN * free) * (1 - 2 * state[1])")],
        ),
    ),
    examples=(
        {"call": "minimax", "tree": "max(min(3 12 8) min(2 4 6) min(14 5 2))", "arguments": [0, ENOUGH]},
        {"call": "alphabeta", "tree": "max(min(3 12 8) min(2 4 6) min(14 5 2))", "arguments": [0, ENOUGH, *WINDOW]},
        {"call": "best_moves", "tree": "max(min(1 1) min(1 -9))", "arguments": [0, ENOUGH]},
        {"call": "expectiminimax", "tree": "max(chance(1/2:4 1/2:6) chance(1/4:8 3/4:0))", "arguments": [0, ENOUGH]},
    ),
    game="connect4",
    seat="yellow",
    choice="solution.best_moves(OfPosition(position), (), self.depth)[0]",
)
