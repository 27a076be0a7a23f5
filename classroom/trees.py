"""Random trees as cases for searches that take any game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from random import Random

from ..engine.game_tree.kinds import CHANCE, LEAF, MAX, MIN
from ..engine.game_tree.random_tree import random_tree
from ..engine.game_tree.text import parse, write
from ..engine.game_tree.tree import GameTree

ALTERNATING = (MAX, MIN)
SLIPPING = (MAX, CHANCE, MIN, CHANCE)
ENOUGH = 20  # levels: deeper than any tree here
WINDOW = -1e9, 1e9
COARSE = 5


def tree(
    random: Random, levels: int, kinds: Sequence[str] = ALTERNATING, width: int = 3, coarse: bool | None = None
) -> str:
    """The text of a tree in which inner nodes have values, too. One in two begins with a Min node.

    coarse: whether many values are equal. If None, this is random without chance nodes, and false with them.
    """
    turned = kinds[len(kinds) // 2 :] if random.random() < 0.5 else ()
    text = random_tree(random.randrange(10**9), levels, width, [*turned, *kinds], True)
    if coarse is None:
        coarse = CHANCE not in kinds and random.random() < 0.5
    if not coarse:
        return text
    return re.sub(r"-?\d+", lambda found: str(int(found[0]) // COARSE), text)  # with many equal values


def within(text: str, depth: int) -> tuple[str, list[int]]:
    """Return the tree that a search of this depth sees, and the numbers of its nodes in the whole tree, parents first.

    At the depth, the values of inner nodes count. A chance node does not count as a move.
    """
    numbers = count()
    kept: list[int] = []

    def seen(node: GameTree, left: int) -> GameTree:
        kept.append(next(numbers))
        if node.kind == LEAF:
            return node
        if left == 0 and node.kind != CHANCE:
            for _ in range(node.size - 1):
                next(numbers)
            return GameTree(LEAF, node.value, (), node.name, node.probability)
        below = tuple(seen(child, left if node.kind == CHANCE else left - 1) for child in node.children)
        return replace(node, children=below)

    return write(seen(parse(text), depth)), kept
