"""Random choices that depend only on a seed, not on the machine or its version of Python.

Of random.Random, they use only random(), which Python promises not to change.
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
    """The index of a weight, drawn with a probability proportional to the weight."""
    point = random.random() * sum(weights)
    for place, weight in enumerate(weights):
        point -= weight
        if point < 0:
            return place
    return len(weights) - 1  # only after rounding errors
