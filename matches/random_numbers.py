"""What is drawn at random depends on a seed and on nothing else, whatever the machine and its Python.

Of random.Random only random() is used, which Python promises to keep as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random


def stream(seed: int, *purpose: object) -> Random:
    """Random numbers for one purpose, independent of all others."""
    return Random(":".join(map(str, (seed, *purpose))))


def below(random: Random, count: int) -> int:
    return int(random.random() * count)


def permutation(count: int, random: Random) -> list[int]:
    keys = [random.random() for _ in range(count)]
    return sorted(range(count), key=keys.__getitem__)


def weighted(weights: Sequence[float], random: Random) -> int:
    """The place of one of the weights, each as likely as it says."""
    point = random.random() * sum(weights)
    for place, weight in enumerate(weights):
        point -= weight
        if point < 0:
            return place
    return len(weights) - 1  # rounding left a rest of nothing
