"""The smallest tree on which a submission still fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ..engine.game_tree.kinds import CHANCE, LEAF
from ..engine.game_tree.text import parse, write
from ..engine.game_tree.tree import GameTree

ROUNDS = 30
EACH = 60  # trees that are tried in a round


def smallest(text: str, fails: Callable[[Sequence[str]], Sequence[bool]]) -> str:
    """Return the text of the smallest tree that is found and still fails.

    fails: returns for each of many trees whether the answer is wrong.
    """
    for _ in range(ROUNDS):
        tried = list(dict.fromkeys(sorted((write(each) for each in smaller(parse(text))), key=len)))[:EACH]
        found = next((each for each, wrong in zip(tried, fails(tried), strict=True) if wrong), None)
        if found is None:
            break
        text = found
    return text


def smaller(root: GameTree) -> Iterator[GameTree]:
    """Yield smaller trees: a child for its parent, a child less, a leaf for a subtree, or a simpler number."""
    for child in root.children:
        if child.kind not in (LEAF, CHANCE):
            yield replace(child, name="", probability=root.probability)
    yield from changed(root, top=True)


def changed(node: GameTree, top: bool = False) -> Iterator[GameTree]:
    if node.kind == LEAF:
        for value in (0.0, 1.0, -1.0, float(round(node.value))):
            if abs(value) < abs(node.value):
                yield replace(node, value=value)
        return
    if not top and node.kind != CHANCE:
        yield GameTree(LEAF, node.value if node.value == node.value else node.perfect, (), node.name, node.probability)
    for place, child in enumerate(node.children):
        if len(node.children) > 1:
            yield with_children(node, [*node.children[:place], *node.children[place + 1 :]])
        for less in changed(child):
            yield with_children(node, [*node.children[:place], less, *node.children[place + 1 :]])


def with_children(node: GameTree, children: Sequence[GameTree]) -> GameTree:
    if node.kind == CHANCE and len(children) < len(node.children):
        children = [replace(child, probability=1 / len(children)) for child in children]
    return replace(node, children=tuple(children))
