"""How likely each child of a node is, and which look best. The browser has a translation: see javascript.py."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, floor, isnan

from .kinds import CHANCE, LEAF, MAX, SOFTMAX

TYPE_CHECKING = False  # to type checkers it is true: tree.py imports this module
if TYPE_CHECKING:
    from .tree import GameTree

FINE = 1e12  # a weight of softmax is a multiple of 1 / FINE, because the last bit of exp differs between systems


def outcomes(node: GameTree) -> Sequence[tuple[GameTree, float]]:
    """The children that can come, with their probabilities.

    Those of a chance node are written down. Those of a model come from the values of its moves, with best play after
    them. At a Max or Min node, all moves have the same probability.
    """
    if node.kind == CHANCE:
        return [(child, child.probability) for child in node.children]
    found = weights(node)
    total = 0.0  # not `sum`, which rounds otherwise in some versions of Python
    for weight in found:
        total += weight
    return [(child, weight / total) for child, weight in zip(node.children, found, strict=True) if weight > 0]


def weights(node: GameTree) -> Sequence[float]:
    if node.kind == MAX or isnan(node.parameter):
        return [1.0 for child in node.children]
    values = [child.perfect for child in node.children]
    best = min(values)
    if node.kind == SOFTMAX:
        return [floor(FINE * exp((best - value) / node.parameter) + 0.5) / FINE for value in values]
    rate = node.parameter
    count = len([value for value in values if value == best])
    return [rate / len(values) + ((1 - rate) / count if value == best else 0.0) for value in values]


def perfect(node: GameTree) -> float:
    """The value if both sides play their best moves: a model is Min, and chance is averaged."""
    if node.kind == LEAF:
        return node.value
    if node.kind == CHANCE:
        mean = 0.0
        for child in node.children:
            mean += child.probability * child.perfect
        return mean
    values = [child.perfect for child in node.children]
    return max(values) if node.kind == MAX else min(values)


def promising(node: GameTree, most: int) -> Sequence[GameTree]:
    """The children whose own values look best to the side to move, the best first: at most `most` of them."""
    sign = -1.0 if node.kind == MAX else 1.0
    return sorted(node.children, key=lambda child: sign * child.value)[:most]
