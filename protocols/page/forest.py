"""The trees that a page unfolds: each node is made when somebody looks at it, by the searches of plain.py."""

from __future__ import annotations

import asyncio
import math
import threading
from collections.abc import Coroutine, Mapping
from typing import Any

from ...engine import tree
from ...engine.position import Position
from .message import Fields, Malformed
from .place import LONGEST_WORD, Place
from .served import Served
from .settings import set_all
from .shown import Shown
from .thinking import Tell

DEEPEST = 12
MOST_NODES = 100_000  # of a whole tree: some seconds in plain Python
MOST_SETTINGS = 12


class Felled(Exception):
    """Nobody wants the tree any more."""


def grow(fields: Fields, served: Served, tell: Tell) -> Coroutine[Any, Any, None]:
    """The node that a page asks for, and one decision below it. ValueError, Malformed."""
    place = Place.take(fields.inner("place"))
    search = fields.text("search", LONGEST_WORD)
    depth = fields.number("depth", 1, DEEPEST)
    values = fields.texts_by_name("options", MOST_SETTINGS, LONGEST_WORD)
    above = fields.texts("above", DEEPEST, LONGEST_WORD)
    low, high = fields.value_or_none("low"), fields.value_or_none("high")
    fields.end()
    window = (-math.inf if low is None else low, math.inf if high is None else high)
    if not window[0] < window[1]:
        raise Malformed("a window has room between its ends")
    if search not in tree.SEARCHES:
        raise ValueError(f"{search} has no tree to show: choose {', '.join(tree.SEARCHES[:-1])} or {tree.SEARCHES[-1]}")
    position, options = place.read(), place.options()
    set_all(place.known_game, options, served.given, {"Search": search, **values})
    settings = {name: value for name, value in options.items() if name in values or name in served.given}
    felled = threading.Event()

    def make() -> tree.Node:
        guard(position, search, depth, settings)

        def check() -> None:
            if felled.is_set():
                raise Felled

        return tree.build(position, search, depth, settings, levels=1, above=above, window=window, check=check)

    async def run() -> None:
        async with served.trees.one(lambda: tell({"waiting": True})):
            making = asyncio.create_task(asyncio.to_thread(make))
            try:
                node = await asyncio.shield(making)
            except asyncio.CancelledError:
                felled.set()
                await asyncio.gather(making, return_exceptions=True)
                raise
        tell({"done": True, "node": node_shown(node)})

    return run()


def guard(position: Position[Any], search: str, depth: int, settings: Mapping[str, Any]) -> None:
    """ValueError if the whole tree is too large to be walked in plain Python."""
    if tree.count(position, search, depth, settings, MOST_NODES) is None:
        raise ValueError(f"{search} walks more than {MOST_NODES:,} nodes at depth {depth}: look less deep")


def node_shown(node: tree.Node) -> Shown:
    return {
        "kind": node.kind,
        "depth": node.depth,
        "move": node.move,
        "chance": node.probability,
        "value": node.value,
        "bound": node.bound,
        "low": finite(node.low),
        "high": finite(node.high),
        "more": node.more,
        "pruned": list(node.pruned),
        "children": [node_shown(child) for child in node.children],
    }


def finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
