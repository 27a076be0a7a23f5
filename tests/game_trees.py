"""Game trees as texts, for tests: random ones of every shape, and their values by an independent computation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import exp
from random import Random
from typing import Any

from oddsfish.engine.game_tree.tree import GameTree

CHOICES = ("max", "min")
CHANCES = ("chance", "softmax", "blunder")
EVERY = (*CHOICES, *CHANCES)


def text(random: Random, depth: int, kinds: Sequence[str], *, judged: bool = False, most: int = 4) -> str:
    """The text of a tree with nodes of some kinds, in any order; judged: inner nodes have values."""
    if depth == 0 or random.random() < 0.15:
        return value(random)
    kind = random.choice(kinds)
    head = {"softmax": f"softmax[{random.choice((0.3, 1, 4.5))}]", "blunder": f"blunder[{random.choice((0, 0.25, 1))}]"}
    count = random.randint(1, most)
    parts = [random.randint(1, 4) for _ in range(count)]
    below = [text(random, depth - 1, kinds, judged=judged, most=most) for _ in parts]
    names = [random.choice(("", "", f'"{random.choice(("a1", "d>e", "é", "Nf3+"))}" ')) for _ in parts]
    chances = [f"{part}/{sum(parts)}:" if kind == "chance" else "" for part in parts]
    edges = [name + chance + node for name, chance, node in zip(names, chances, below, strict=True)]
    own = f"={value(random)}" if judged else ""
    return f"{head.get(kind, kind)}{own}({' '.join(edges)})"


def value(random: Random) -> str:
    return random.choice((str(random.randint(-9, 9)), str(random.randint(-3, 3)), f"{random.uniform(-9, 9):.2f}"))


def taking_turns(random: Random, depth: int, kind: str = "max") -> str:
    """The text of a tree whose levels are Max and Min in turn."""
    if depth == 0 or random.random() < 0.1:
        return value(random)
    other = "min" if kind == "max" else "max"
    below = [taking_turns(random, depth - 1, other) for _ in range(random.randint(1, 4))]
    return f"{kind}({' '.join(below)})"


def exact(node: GameTree, search: str) -> Fraction:
    """The value of a node in fractions: a mean where this search averages, else the best for the side to move."""
    if node.kind == "leaf":
        return Fraction(node.value)
    values = [exact(child, search) for child in node.children]
    averages = search in ("expectimax", "expectiminimax", "star1", "star2")
    if node.kind == "max":
        return max(values)
    if node.kind == "chance":
        return sum(
            (Fraction(child.probability) * each for child, each in zip(node.children, values, strict=True)), Fraction(0)
        )
    if not averages or (node.kind == "min" and search != "expectimax"):
        return min(values)
    weights = [Fraction(weight) for weight in likely(node)]
    total = sum((weight * each for weight, each in zip(weights, values, strict=True)), Fraction(0))
    return total / sum(weights)


def likely(node: GameTree) -> list[float]:
    """The weights of the moves of an opponent who judges moves by the best play after them."""
    if node.kind == "min":
        return [1.0] * len(node.children)
    values = [float(exact(child, "minimax")) for child in node.children]
    best = min(values)
    if node.kind == "softmax":
        return [exp((best - each) / node.parameter) for each in values]
    good = [abs(each - best) < 1e-12 for each in values]
    return [node.parameter / len(values) + (1 - node.parameter) * one / sum(good) for one in good]


class TreeGame:
    """A tree of Max and Min as a game for the searches of plain.py: a move is the number of a child."""

    decisive, scale = 1.0, 1.0

    def __init__(self, root: GameTree) -> None:
        self.path = [root]

    def moves(self) -> Sequence[int]:
        return range(len(self.path[-1].children))

    def chances(self, move: Any) -> Sequence[tuple[Any, float]]:
        return ()

    def noisy(self, behind: int) -> tuple[Sequence[Any], bool]:
        return (), False

    def play(self, move: int) -> None:
        self.path.append(self.path[-1].children[move])

    def undo(self) -> None:
        self.path.pop()

    def player(self) -> int:
        return int(self.path[-1].kind != "max")

    def ending(self) -> float | None:
        node = self.path[-1]
        return node.value if node.kind == "leaf" else None

    def value(self) -> float:
        return self.path[-1].value


SHAPES: Mapping[str, Sequence[str]] = {
    "minimax": CHOICES,
    "alphabeta_hard": (*CHOICES, "softmax"),
    "alphabeta_soft": CHOICES,
    "expectimax": EVERY,
    "expectiminimax": EVERY,
    "star1": EVERY,
    "star2": EVERY,
}


def texts_for(search: str, seed: int, count: int) -> Iterator[str]:
    """Random trees that suit a search."""
    random = Random(f"{search} {seed}")
    for _ in range(count):
        depth = random.choice((1, 2, 2, 3, 3, 4))
        if search == "negamax":
            yield taking_turns(random, depth, random.choice(CHOICES))
        elif search == "branch_limit":
            yield text(random, depth, CHOICES, judged=True)
        else:
            bounds = random.choice(("", " bounds -9 9", " bounds -20 30")) if search.startswith("star") else ""
            yield text(random, depth, SHAPES[search]) + bounds
