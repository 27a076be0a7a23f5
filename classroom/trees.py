"""Random trees as cases for searches that take any game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

from ..engine.game_tree.kinds import CHANCE, MAX, MIN
from ..engine.game_tree.random_tree import random_tree

ALTERNATING = (MAX, MIN)
SLIPPING = (MAX, CHANCE, MIN, CHANCE)
ENOUGH = 20  # levels: deeper than any tree here
WINDOW = -1e9, 1e9
COARSE = 5


def tree(
    random: Random, levels: int, kinds: Sequence[str] = ALTERNATING, width: int = 3, coarse: bool | None = None
) -> str:
    """The text of a tree in which inner nodes have values, too. One in two begins with a Min node.

    coarse: whether many values are equal; without chance, and at random if None.
    """
    turned = kinds[len(kinds) // 2 :] if random.random() < 0.5 else ()
    text = random_tree(random.randrange(10**9), levels, width, [*turned, *kinds], True)
    if coarse is None:
        coarse = CHANCE not in kinds and random.random() < 0.5
    if not coarse:
        return text
    return re.sub(r"-?\d+", lambda found: str(int(found[0]) // COARSE), text)  # with many equal values
