"""A tree in DOT, the language of Graphviz, for pictures of other programs.

Shapes distinguish the kinds of nodes, so colour is not needed:

- a house points up: the larger value is taken;
- a house points down: the smaller value is taken;
- an ellipse: chance;
- a box: a leaf.

The edge of the chosen move is thick. A dashed edge marks a cut.

The tree grows to the right, because reading a wide tree would need scrolling in both directions. A move is a node of
its own, because Graphviz places the label of a slanting edge anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from . import colours
from .show import BOUNDS
from .tree import CHANCE, LEAF, MAXIMIZE, MINIMIZE, Node

STYLES = {
    MAXIMIZE: f'shape=house, fillcolor="{colours.light("maximize")}"',
    MINIMIZE: f'shape=invhouse, fillcolor="{colours.light("minimize")}"',
    CHANCE: f'shape=ellipse, fillcolor="{colours.light("chance")}"',
    LEAF: 'shape=box, fillcolor="white"',
}
TEXT = "shape=plaintext, style=solid, margin=0.03, width=0, height=0"
APART = 4  # ranks between a node and the moves in it: room for the lines to spread
STRAIGHT = 100  # how strongly a move is drawn to the node that it leads to
FIRSTS = re.compile(r"(_0)+$")  # first children of first children, at the end of a name
HEAD = """\
digraph tree {
  graph [rankdir=LR, splines=line, ordering=out, nodesep=0.15, ranksep=0.2];
  node [fontname="monospace", fontsize=10, margin="0.08,0.05", style=filled];
  edge [arrowhead=none, tailport=e, headport=w];"""
PRUNED_SHOWN = 12  # moves named below a cut
PRUNED_IN_A_LINE = 3


def write(root: Node, layers: bool = False) -> str:
    """Return the tree in DOT.

    root: the root of the tree.
    layers: whether depths count the layers that remain, chance layers included,
        instead of decisions from the root.
    """
    return "\n".join([HEAD, *lines(root, "n", root.height if layers else None), "}", ""])


def lines(node: Node, name: str, layer: int | None) -> Iterator[str]:
    """Yield the lines of a node, its edges, and everything below it.

    Names are paths, so that equal trees have equal texts. First children share a group, which Graphviz keeps on a
    straight line. So the root is in the upper left corner.
    """
    group = FIRSTS.sub("", name)
    depth = node.depth if layer is None else layer
    utility = f"{BOUNDS[node.bound]}{node.value + 0.0:.6g}"  # no -0
    label = [node.kind, f"depth {depth}", f"utility {utility}", *(["", node.board] if node.board else [])]
    yield f"  {name} [label={quote(*label)}, {STYLES[node.kind]}, group={group}];"
    best = node.best
    for number, child in enumerate(node.children):
        below = f"{name}_{number}"
        width = 2.5 if child is best else 1
        of = group if number == 0 else below
        chance = [] if child.probability is None else [f"p {child.probability:.3g}"]
        yield f"  {below}_move [label={quote(child.move, *chance)}, {TEXT}, group={of}];"
        yield f"  {name} -> {below}_move [minlen={APART}, penwidth={width}];"
        yield f"  {below}_move -> {below} [weight={STRAIGHT}, penwidth={width}];"
        yield from lines(child, below, None if layer is None else layer - 1)
    if node.pruned:
        shown = node.pruned[:PRUNED_SHOWN]
        rows = [" ".join(shown[i : i + PRUNED_IN_A_LINE]) for i in range(0, len(shown), PRUNED_IN_A_LINE)]
        more = [f"and {len(node.pruned) - len(shown)} more"] if len(node.pruned) > len(shown) else []
        yield f"  {name}_cut [label={quote('cut:', *rows, *more)}, {TEXT}];"
        yield f"  {name} -> {name}_cut [minlen={APART}, style=dashed];"


def quote(*rows: str) -> str:
    """Return the rows as a string of DOT."""
    escaped = "\n".join(rows).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
