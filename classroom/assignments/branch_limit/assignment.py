"""BranchLimit, a look ahead and a predictor."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from ...assignment import Assignment, Check, Mistake, Names, Task
from ...games import TreeGame
from ...trees import ENOUGH, tree
from .. import solution

STORY = """\
A tree has too many moves. BranchLimit searches only the few that look best. A shallow search ranks the moves. Moves
with a low rank are never searched, so the value can be wrong.

Write BranchLimit with its look ahead for any game of `games.py`. Then fit a linear predictor of values, which a search
can use in place of an evaluation."""

Tasks = Callable[[Random, Mapping[str, Any], Names], list[dict[str, Any]]]


def rules(random: Random) -> Mapping[str, Any]:
    return {"FIRST": random.random() < 0.5, "PENALTY": round(random.uniform(0.2, 3), 3)}


def searched(call: str, aheads: Any = (0, 1, 2)) -> Tasks:
    def tasks(random: Random, constants: Mapping[str, Any], names: Names) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        while len(found) < 60:
            text = tree(random, random.choice((2, 3, 4, 5)), width=5)
            depth, most, ahead = random.choice((1, 2, 3, ENOUGH)), random.choice((1, 2, 3)), random.choice(aheads)
            found.append({"call": call, "tree": text, "arguments": [0, depth, most, ahead]})
        return found

    return tasks


def best(names: Names, task: Task) -> list[int]:
    """All moves that may be played."""
    game = TreeGame(task["tree"])
    _, depth, most, ahead = task["arguments"]
    kept = names["promising"](game, 0, depth, most, ahead)
    values = {move: names["limited"](game, game.result(0, move), depth - 1, most, ahead) for move in kept}
    good = max(values.values()) if game.player(0) == 0 else min(values.values())
    return [move for move in kept if values[move] == good]


def rows(random: Random, count: int, width: int) -> list[list[float]]:
    return [[round(random.uniform(-5, 5), 2) for _ in range(width)] for _ in range(count)]


def fits(random: Random, constants: Mapping[str, Any], names: Names) -> list[dict[str, Any]]:
    found = []
    for count, width in ((3, 1), (6, 1), (8, 2), (12, 3), (20, 4)):
        made = rows(random, count, width)
        targets = [round(random.uniform(-2, 2) + sum(row) + 3, 2) for row in made]
        found.append({"call": "fit", "arguments": [made, targets]})
    return found


def predictions(random: Random, constants: Mapping[str, Any], names: Names) -> list[dict[str, Any]]:
    return [
        {"call": "predict", "arguments": [*rows(random, 1, width + 1), *rows(random, 1, width)]}
        for width in (1, 1, 2, 3, 5)
    ]


ASSIGNMENT = Assignment(
    "branch_limit",
    "BranchLimit, look ahead, and a predictor",
    STORY,
    solution(__package__ or ""),
    rules,
    (
        Check("The moves that look best, by the evaluation", 15, searched("promising", (0,))),
        Check("The moves that look best, by a look ahead", 15, searched("promising", (1, 2))),
        Check("The value without a look ahead", 20, searched("limited", (0,))),
        Check("The value with a look ahead", 20, searched("limited", (1, 2))),
        Check("The move that is played", 10, searched("choose"), comparison="one of", best=best),
        Check("The weights of the predictor", 15, fits),
        Check("What it predicts", 5, predictions),
    ),
    (
        Mistake("Min keeps the moves that look worst to it", [("looks.append((-sign * seen", "looks.append((-seen")]),
        Mistake(
            "the look ahead is as deep as asked for, even where the search itself is not as deep",
            [("min(ahead, depth - 1)", "ahead")],
        ),
        Mistake(
            "the look ahead looks ahead itself",
            [("min(ahead, depth - 1), most, 0)", "min(ahead, depth - 1), most, ahead)")],
        ),
        Mistake(
            "the look ahead sees all moves", [("min(ahead, depth - 1), most, 0)", "min(ahead, depth - 1), 99, 0)")]
        ),
        Mistake("it does not look ahead", [("min(ahead, depth - 1), most, 0)", "0, most, 0)")]),
        Mistake(
            "of moves that look alike, the wrong one comes first",
            [("place if FIRST else -place", "-place if FIRST else place")],
        ),
        Mistake("the weight of the constant is penalised, too", [("range(1, size)", "range(size)")]),
        Mistake("large weights are not penalised", [("matrix[i][i] += PENALTY", "matrix[i][i] += 0")]),
        Mistake("the constant is forgotten", [("return weights[0] + sum", "return sum")]),
        Mistake(
            "the move that looks best is played, whatever the search finds",
            [("return max(kept, key=lambda", "return kept[0] if kept else max(kept, key=lambda")],
        ),
    ),
    examples=(
        {"call": "promising", "tree": "max(min=5(2 4) min=3(6 7) min=1(9 8))", "arguments": [0, 2, 2, 0]},
        {"call": "limited", "tree": "max(min=5(2 4) min=3(6 7) min=1(9 8))", "arguments": [0, 2, 2, 0]},
        {"call": "fit", "arguments": [[[1], [2], [3]], [2, 4, 6]]},
    ),
    game="chess",
    seat="black",
    choice="solution.choose(OfPosition(position), (), self.depth, 5, 0)",
)
