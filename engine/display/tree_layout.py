"""Where the nodes of a drawn tree are: levels from the top to the bottom, each parent above the middle of its children.

The algorithm is that of A. Kennedy, "Drawing Trees" (Journal of Functional Programming 6(3), 1996), a form of Reingold
and Tilford's for any number of children: subtrees stand as close as their outlines allow, equal subtrees look equal,
and a mirrored tree has the mirrored drawing. `tree_drawing.js` has the same algorithm for trees that unfold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

APART = 12.0  # pixels between two neighbours on a level

Outline = list[tuple[float, float]]  # of a subtree: its left and right end on each level, from the middle of its root


@dataclass(frozen=True)
class Shape:
    """The width of a node, and the nodes below it."""

    width: float
    children: Sequence[Shape] = ()


def middles(root: Shape) -> list[float]:
    """Return the distance of each node's middle to the right of the root's middle, parents first."""
    return place(root)[0]


def place(shape: Shape) -> tuple[list[float], Outline]:
    below = [place(child) for child in shape.children]
    shifts = spread([outline for _, outline in below])
    found = [0.0]
    outline: Outline = []
    for (own, one), shift in zip(below, shifts, strict=True):
        found += [middle + shift for middle in own]
        outline = joined(outline, moved(one, shift))
    return found, [(-shape.width / 2, shape.width / 2), *outline]


def spread(outlines: Sequence[Outline]) -> list[float]:
    """Return the places of subtrees, with the middle between the first and the last at 0.

    They are the means of two placements, from the left and from the right. Otherwise, small subtrees would all lean to
    one side.
    """
    if not outlines:
        return []
    left: list[float] = []
    seen: Outline = []
    for one in outlines:
        gaps = [before[1] - after[0] + APART for before, after in zip(seen, one, strict=False)]
        left.append(max(gaps, default=0.0))
        seen = joined(seen, moved(one, left[-1]))
    right: list[float] = []
    seen = []
    for one in reversed(outlines):
        gaps = [after[0] - before[1] - APART for before, after in zip(one, seen, strict=False)]
        right.append(min(gaps, default=0.0))
        seen = joined(moved(one, right[-1]), seen)
    means = [(one + other) / 2 for one, other in zip(left, reversed(right), strict=True)]
    middle = (means[0] + means[-1]) / 2
    return [mean - middle for mean in means]


def moved(outline: Outline, shift: float) -> Outline:
    return [(left + shift, right + shift) for left, right in outline]


def joined(left: Outline, right: Outline) -> Outline:
    """Return the outline of two subtrees that stand side by side."""
    both = [(one[0], other[1]) for one, other in zip(left, right, strict=False)]
    return both + left[len(both) :] + right[len(both) :]
