"""A tree that is written down: nodes of Max, of Min, of chance and of a model, and leaves with numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isnan, nan

from . import chances
from .kinds import BLUNDER, CHANCE, KINDS, LEAF, SOFTMAX

SLACK = 1e-9  # the largest error in a sum of probabilities
LARGEST = 1e9  # of the numbers in a tree
LONGEST_NAME = 60  # characters


@dataclass(frozen=True)
class GameTree:
    """A node with all nodes below it. It cannot be changed.

    kind: one of KINDS. Max takes the largest value, Min the smallest, and chance the mean. A model is an
        opponent of Max that makes mistakes: with `softmax`, it plays a move with a probability in proportion to
        exp(-value / parameter); with `blunder`, it plays any move with the probability `parameter`, and else its best.
    value: of a leaf. An inner node may have a static value, by which `branch_limit` judges it; else it is nan.
    children: the nodes below. A leaf has none.
    name: of the move that leads here; "" if it has none.
    probability: of the move that leads here, if the parent is a chance node; else nan.
    parameter: of a model, see `kind`.
    bounds: at a root, the least and the greatest value that a leaf could have, for star1 and star2. If None, they are
        the least and the greatest value that a leaf has.

    ValueError if this is no tree: a leaf without a value, an inner node without children, probabilities that do not
    sum to 1, a parameter out of range, a number that is not finite or too large, a name with quotes.
    """

    kind: str = LEAF
    value: float = nan
    children: tuple[GameTree, ...] = ()
    name: str = ""
    probability: float = nan
    parameter: float = nan
    bounds: tuple[float, float] | None = None

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"a node is one of {', '.join(KINDS)}, not {self.kind!a}")
        if self.kind == LEAF and (self.children or isnan(self.value)):
            raise ValueError("a leaf has a value, and nothing below it")
        if self.kind != LEAF and not self.children:
            raise ValueError(f"a {self.kind} node has at least one node below it")
        check_number(self.value)
        if len(self.name) > LONGEST_NAME or re.search(r'["\x00-\x1f\x7f]', self.name):
            raise ValueError(f"a name has at most {LONGEST_NAME} characters, and no quotes and control characters")
        if self.kind == CHANCE:
            given = [child.probability for child in self.children]
            if not all(0 < each <= 1 for each in given):
                raise ValueError("below a chance node, each node has a probability: more than 0, and at most 1")
            if abs(sum(given) - 1) > SLACK:
                raise ValueError(f"the probabilities of a chance node sum to 1, not to {sum(given):.12g}")
        if self.kind == SOFTMAX and not SLACK <= self.parameter <= LARGEST:
            raise ValueError("the temperature of a softmax node is a number above 0")
        if self.kind == BLUNDER and not 0 <= self.parameter <= 1:
            raise ValueError("the rate of a blunder node is a number from 0 to 1")
        if self.bounds is not None:
            least, greatest = self.bounds
            check_number(least)
            check_number(greatest)
            if least > greatest:
                raise ValueError("the first bound is the smaller one")
            for leaf in self:
                if leaf.kind == LEAF and not least <= leaf.value <= greatest:
                    raise ValueError(f"a leaf of {leaf.value:g} is outside the bounds {least:g} and {greatest:g}")

    def __iter__(self) -> Iterator[GameTree]:
        """Yield the node and all nodes below it, parents first."""
        yield self
        for child in self.children:
            yield from child

    @property
    def size(self) -> int:
        """The number of nodes."""
        return sum(1 for _ in self)

    @cached_property
    def range(self) -> tuple[float, float]:
        """The bounds of the values, see `bounds`."""
        values = [node.value for node in self if node.kind == LEAF]
        return self.bounds or (min(values), max(values))

    @cached_property
    def outcomes(self) -> Sequence[tuple[GameTree, float]]:
        """The children that can come, with their probabilities, see `chances.outcomes`."""
        return chances.outcomes(self)

    @cached_property
    def perfect(self) -> float:
        """The value if both sides play their best moves, see `chances.perfect`."""
        return chances.perfect(self)


def check_number(value: float) -> None:
    """Raise ValueError if a number is too large or infinite; nan stands for no number."""
    if not isnan(value) and not abs(value) <= LARGEST:
        raise ValueError(f"a number in a tree is at most {LARGEST:,.0f}, and at least -{LARGEST:,.0f}")
