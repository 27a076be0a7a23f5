"""The tree of a search as a file: DOT, SVG, or a page for the browser, as its name says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...engine.display import dot, tree, tree_html
from ...engine.display.diagram import diagram_of
from ...engine.display.diagram_text import Style, text_rows
from ...engine.option import Value
from ...engine.position import Position

SUFFIXES = (".html", ".svg", ".dot")


def draw(
    suffix: str,
    position: Position[Any],
    search: str,
    depth: int,
    options: Mapping[str, Value],
    layers: bool = False,
) -> bytes:
    """Build it, and draw it as a file's suffix says. ValueError, or RuntimeError, which says what to install."""
    root = tree.build(position, search, depth, options, picture)
    title = f"{search}, {position.game}, depth {depth}, {tree.values_text(position, options)}"
    return form(suffix, root, title, layers).encode()


def form(suffix: str, root: tree.Node, title: str, layers: bool) -> str:
    """The tree as text of the kind that a file's suffix names."""
    if suffix == ".html":
        return tree_html.page(root, title, layers)
    text = dot.write(root, layers)
    return dot.svg(text) if suffix == ".svg" else text


def picture(position: Position[Any]) -> str:
    """A board of the tree."""
    diagram = diagram_of(position)
    return repr(position) if diagram is None else "\n".join(text_rows(diagram, Style(), status=False))
