"""The trees that a page unfolds. The searches of plain.py create each node when somebody looks at it."""

from __future__ import annotations

import asyncio
import math
import threading
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

from ...engine.display import tree, tree_drawing
from ...engine.game_tree.numbers import shown
from ...engine.position import Position
from .as_json import Json
from .message import Fields, Malformed
from .position_request import LONGEST_WORD, PositionRequest
from .search_settings import set_all
from .shared import Served
from .thinking import Tell

DEEPEST = 12
MOST_NODES = 100_000  # of a whole tree: some seconds in plain Python
MOST_WRITTEN = 1000  # of a tree for the editor: nobody can look at more
MOST_SETTINGS = 12


class Cancelled(Exception):
    """Raised when nobody wants the tree any more."""


def grow(fields: Fields, served: Served, tell: Tell) -> Callable[[], Coroutine[Any, Any, None]]:
    """The job that tells a node and one decision below it, or if `written`, the whole tree. ValueError, Malformed."""
    place = PositionRequest.take(fields.inner("place"))
    search = fields.text("search", LONGEST_WORD)
    depth = fields.number("depth", 1, DEEPEST)
    values = fields.texts_by_name("options", MOST_SETTINGS, LONGEST_WORD)
    above = fields.texts("above", DEEPEST, LONGEST_WORD)
    window = fields.value("low", -math.inf), fields.value("high", math.inf)
    written = fields.flag("written")
    fields.end()
    if not window[0] < window[1]:
        raise Malformed("a window has room between its ends")
    if search not in tree.SEARCHES:
        raise ValueError(f"{search} has no tree to show: choose {', '.join(tree.SEARCHES[:-1])} or {tree.SEARCHES[-1]}")
    position, options = place.position(), place.options()
    set_all(place.game, options, served.given, {"Search": search, **values})
    settings = {name: value for name, value in options.items() if name in values or name in served.given}
    position.configure(tree.textbook(position, settings))
    full = tree.MINIMAX if search == tree.ALPHABETA else search  # with all nodes that may be cut off
    if written and tree.count(position, full, depth, settings, MOST_WRITTEN) is None:
        raise ValueError(f"at depth {depth} there are more than {MOST_WRITTEN:,} nodes to edit: choose a smaller depth")
    felled = threading.Event()

    def check() -> None:
        if felled.is_set():
            raise Cancelled

    def make() -> tree.Node:
        if written:
            return tree.build(position, full, depth, settings, check=check)
        if tree.count(position, search, depth, settings, MOST_NODES) is None:  # too many for plain Python
            raise ValueError(
                f"the tree of {search} has more than {MOST_NODES:,} nodes at depth {depth}: choose a smaller depth"
            )
        board = tree_drawing.board
        return tree.build(position, search, depth, settings, board, levels=1, above=above, window=window, check=check)

    async def run() -> None:
        async with served.trees.one(lambda: tell({"waiting": True})):
            making = asyncio.create_task(asyncio.to_thread(make))
            try:
                node = await asyncio.shield(making)
            except asyncio.CancelledError:
                felled.set()
                await asyncio.gather(making, return_exceptions=True)
                raise
        if written:
            tell({"done": True, "text": tree.write(tree.written(node, position.scale / 100))})
            return
        texts, scale = texts_below(place, position, above), position.scale
        told = {"node": node_json(node, texts), "drawing": drawing(node, texts, scale, position).json()}
        tell({"done": True, "scale": scale, "symbols": "" if above else tree_drawing.definitions(position), **told})

    return run


def texts_below(place: PositionRequest, position: Position[Any], above: Sequence[str]) -> Mapping[str, str]:
    """The moves below a node as people read them. With chance, they stay as they are: see PositionRequest.texts."""
    if position.chance:
        return {}
    position = position.clone()
    for move in above:
        position.play(position.parse_certain(move))
    spell = place.game.words.spell
    return {position.notation(move): spell(position, move) for move in position.moves()}


def drawing(node: tree.Node, texts: Mapping[str, str], scale: float, position: Position[Any]) -> tree_drawing.Piece:
    """The drawing of a node, with values in units of the game. position: any of this game."""

    def value(number: float) -> str:
        return shown(number * scale / 100)

    size = tree_drawing.board_size(position)
    return tree_drawing.pieces(node, tree_drawing.Writing(value, lambda move: texts.get(move, move), size))


def node_json(node: tree.Node, texts: Mapping[str, str]) -> Json:
    """A node as JSON. Values are in units of the evaluation, as those of a window. texts: moves as people read them."""
    return {
        "kind": node.kind,
        "depth": node.depth,
        "move": node.move,
        "text": texts.get(node.move, node.move),
        "chance": node.probability,
        "value": node.value,
        "bound": node.bound,
        "low": node.low if math.isfinite(node.low) else None,
        "high": node.high if math.isfinite(node.high) else None,
        "more": node.more,
        "pruned": [texts.get(move, move) for move in node.pruned],
        "children": [node_json(child, texts) for child in node.children],
    }
