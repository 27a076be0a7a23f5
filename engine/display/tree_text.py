"""A tree as rows of text, for a terminal: each node on a row of its own, below its parent.

A sign shows the kind of each node: the largest value is taken, or the smallest, or the mean (chance), or it is a leaf.
The chosen move is marked, and cut moves are named.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .diagram_text import PLAIN, Style
from .show import BOUNDS
from .tree import CHANCE, LEAF, MAXIMIZE, MINIMIZE, Node

MEANINGS = {MAXIMIZE: "the largest is taken", MINIMIZE: "the smallest is taken", CHANCE: "their mean", LEAF: "a leaf"}
PRUNED_SHOWN = 12  # cut moves that are named


@dataclass(frozen=True)
class Signs:
    """The signs of a drawing."""

    kinds: dict[str, str]
    bounds: dict[str, str]
    between: str  # before a node with further siblings
    last: str
    down: str  # before the rows below such a node
    chosen: str


UNICODE = Signs(
    {MAXIMIZE: "▲", MINIMIZE: "▼", CHANCE: "●", LEAF: "■"},
    BOUNDS,
    "├─ ",
    "└─ ",
    "│  ",
    " ←",
)
ASCII = Signs(
    {MAXIMIZE: "max", MINIMIZE: "min", CHANCE: "mean", LEAF: "leaf"},
    {"": "", "lower": ">= ", "upper": "<= "},
    "|- ",
    "`- ",
    "|  ",
    " <-",
)


def text(root: Node, style: Style = PLAIN) -> list[str]:
    """Return the rows of a tree, and the meaning of the signs in a last row."""
    signs = UNICODE if style.unicode else ASCII
    shown = dict.fromkeys(node.kind for node in root)
    legend = ", ".join(f"{signs.kinds[kind]} {meaning}" for kind, meaning in MEANINGS.items() if kind in shown)
    return [*rows(root, signs, "", "", style), legend]


def rows(node: Node, signs: Signs, first: str, below: str, style: Style, chosen: bool = False) -> Iterator[str]:
    """Yield the rows of a node and all nodes below it. first: the prefix of its row. below: that of the other rows."""
    chance = "" if node.probability is None else f" {100 * node.probability:.3g}%"
    move = f"{node.move}{chance} " if node.move else ""
    row = f"{move}{signs.kinds[node.kind]} {signs.bounds[node.bound]}{node.value + 0.0:.6g}"
    yield first + (style.paint((row + signs.chosen, "bold")) if chosen else row)
    best = node.best
    hidden = f"and {node.more} more below" if node.more else ""
    shown = [*node.pruned[:PRUNED_SHOWN], *(["..."] if len(node.pruned) > PRUNED_SHOWN else [])]
    cut = f"cut: {' '.join(shown)}" if shown else ""
    tails = [tail for tail in (hidden, cut) if tail]
    for number, child in enumerate(node.children, 1):
        end = number == len(node.children) and not tails
        before, under = (signs.last, "   ") if end else (signs.between, signs.down)
        yield from rows(child, signs, below + before, below + under, style, child is best)
    for number, tail in enumerate(tails, 1):
        yield below + (signs.last if number == len(tails) else signs.between) + tail
