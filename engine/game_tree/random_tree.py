"""Random trees by seed, as text. The browser has a translation, which makes the same: see javascript.py."""

from __future__ import annotations

from collections.abc import Sequence

from .kinds import BLUNDER, CHANCE, SOFTMAX
from .numbers import number_text

LARGEST = 9  # of the values
WIDEST = 100  # children of a node
DEEPEST = 20  # levels below the root
MOST = 2000.0  # nodes; those that come after are leaves
EARLY = 8  # one in so many nodes is a leaf although deeper ones are allowed


def random_tree(seed: int, depth: int, width: int, kinds: Sequence[str], judged: bool) -> str:
    """The text of a random tree.

    It has at most some 2,000 nodes: the last ones are leaves.

    seed: any whole number from 0. depth: the levels below the root, at least 1. width: the most children of a node, at
    least 2 and at most 100. kinds: of the levels from the root down, repeated. judged: whether inner nodes have values.
    """
    state = [seed % 2147483646 + 1.0, MOST]
    for _ in range(5):
        draw(state, 2)
    return random_node(state, min(depth, DEEPEST), width, kinds, 0, judged)


def random_node(state: list[float], depth: int, width: int, kinds: Sequence[str], level: int, judged: bool) -> str:
    state[1] -= 1
    if depth < 1 or (state[1] < 1 and level > 0) or (level > 0 and draw(state, EARLY) == 0):
        return number_text(draw(state, 2 * LARGEST + 1) - LARGEST)
    kind = kinds[level % len(kinds)]
    head = kind
    if kind == SOFTMAX:
        head = f"{kind}[{number_text(1 + draw(state, 4))}]"
    if kind == BLUNDER:
        head = f"{kind}[{number_text((1 + draw(state, 4)) / 10)}]"
    if judged and level > 0:
        head = f"{head}={number_text(draw(state, 2 * LARGEST + 1) - LARGEST)}"
    count = 2 + draw(state, max(1, min(width, WIDEST) - 1))
    parts = [1 + draw(state, 3) if kind == CHANCE else 0.0 for part in range(int(count))]
    total = 0.0
    for part in parts:
        total += part
    below = []
    for part in parts:
        chance = f"{number_text(part)}/{number_text(total)}:" if kind == CHANCE else ""
        below.append(f"{chance}{random_node(state, depth - 1, width, kinds, level + 1, judged)}")
    return f"{head}({' '.join(below)})"


def draw(state: list[float], below: int) -> float:
    """A random number from 0 to `below` - 1, or 0; MINSTD (Park and Miller, 1993), exact in a browser, too."""
    state[0] = state[0] * 48271 % 2147483647
    return state[0] % max(1, below)
