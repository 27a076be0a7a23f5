"""A player of HiLo by expectimax."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from ....engine.game_tree.text import parse, write
from ...assignment import Assignment, Check, Mistake, Names, Task
from .. import solution

STORY = """\
A card is up, and you guess whether the next card is higher or lower. A right guess multiplies your utility, a wrong one
ends the game. Which guess is best? It depends on the card, on the utility so far, and on the draws that are left.

Expectimax answers: the value of a state is that of its best guess, and the value of a guess is the mean over all cards
that can come. Write this player. The payouts of your course are at the top of `solution.py`."""


def rules(random: Random) -> Mapping[str, Any]:
    ranks = random.randint(9, 15)
    low = [0.0, *sorted((round(random.uniform(1.05, 9), 2) for _ in range(ranks - 1)), reverse=True)]
    high = [*sorted(round(random.uniform(1.05, 9), 2) for _ in range(ranks - 1)), 0.0]
    return {
        "RANKS": ranks,
        "LOW": low,
        "HIGH": high,
        "EQUAL": random.choice((0.5, 0.8, 1.1, 1.2)),
        "WRONG": random.choice((-3, -2, -1.5, -0.5)),
    }


def states(random: Random, constants: Mapping[str, Any], draws: int, count: int) -> list[list[Any]]:
    ends = [1, constants["RANKS"]]  # at which one guess cannot be right
    cards = [*ends, *(random.randint(1, constants["RANKS"]) for _ in range(count - 2))]
    return [[card, random.choice((1, round(random.uniform(0.2, 12), 2))), draws] for card in cards]


def values(call: str, draws: int, count: int) -> Any:
    def tasks(random: Random, constants: Mapping[str, Any], names: Names) -> list[dict[str, Any]]:
        return [{"call": call, "arguments": [state]} for state in states(random, constants, draws, count)]

    return tasks


def outcomes(random: Random, constants: Mapping[str, Any], names: Names) -> list[dict[str, Any]]:
    return [
        {"call": "chances", "arguments": [state, guess]}
        for state in states(random, constants, random.randint(1, 3), 8)
        for guess in ("low", "high")
    ]


def guesses(random: Random, constants: Mapping[str, Any], names: Names) -> list[dict[str, Any]]:
    found = [state for draws in (1, 1, 2, 3) for state in states(random, constants, draws, 6)]
    return [{"call": "guess", "arguments": [state]} for state in found]


def best(names: Names, task: Task) -> list[str]:
    both = {guess: names["expectation"](tuple(task["arguments"][0]), guess) for guess in ("low", "high")}
    return [guess for guess in both if both[guess] >= max(both.values()) - 1e-9]


def last_draw(names: Names, task: Task) -> str:
    """Return the tree of a last draw; "" for all other states."""
    state = tuple(task["arguments"][0])
    if state[2] != 1:
        return ""
    parts = []
    for guess in names["moves"](state):
        outcomes = [f"{probability!r}:{after[1]!r}" for probability, after in names["chances"](state, guess)]
        parts.append(f'"{guess}" chance({" ".join(outcomes)})')
    return write(parse(f"max({' '.join(parts)})"))


ASSIGNMENT = Assignment(
    "hilo",
    "HiLo by expectimax",
    STORY,
    solution(__package__ or ""),
    rules,
    (
        Check("What can come after a guess", 25, outcomes, seconds=3),
        Check("The value at the last draw", 20, values("value", 1, 12), seconds=3),
        Check("The value with two draws left", 20, values("value", 2, 8), seconds=3),
        Check("The value with three draws left", 15, values("value", 3, 4), seconds=3),
        Check("The best guess", 20, guesses, comparison="one of", best=best, seconds=3),
    ),
    (
        Mistake(
            "a probability counts twice: the sum is divided by the number of cards, although each card has its "
            "probability already",
            [("total += probability * value(after)", "total += probability * value(after) / RANKS")],
        ),
        Mistake("probabilities are left out: it adds up values", [("probability * value(after)", "value(after)")]),
        Mistake("an equal card is taken for a wrong guess", [("if drawn == card:", "if False:")]),
        Mistake("an equal card leaves the utility as it is", [("utility * EQUAL", "utility")]),
        Mistake("the game goes on after a wrong guess", [("(drawn, WRONG, 0)", "(drawn, WRONG, draws - 1)")]),
        Mistake("a wrong guess costs nothing", [("(drawn, WRONG, 0)", "(drawn, utility, 0)")]),
        Mistake("the worst guess is taken", [("return max(expectation", "return min(expectation")]),
        Mistake(
            "the payouts of low and high are exchanged",
            [('HIGH[card - 1] if guess == "high" else LOW', 'LOW[card - 1] if guess == "high" else HIGH')],
        ),
    ),
    examples=(
        {"call": "chances", "arguments": [[2, 1, 1], "high"]},
        {"call": "value", "arguments": [[5, 1, 1]]},
        {"call": "value", "arguments": [[5, 1, 2]]},
    ),
    game="hilo",
    seat="player",
    choice="position.parse(solution.guess(tuple(float(word) if '.' in word else int(word) "
    "for word in position.fen().split())))",
    tree_of=last_draw,
    own_rules=True,
)
