"""`oddsfish tree`: draw the tree of a search."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from random import Random
from typing import Any

from ...engine.display import dot, tree, tree_drawing, tree_html, tree_text
from ...engine.display.diagram import diagram_of
from ...engine.display.diagram_text import Style, text_rows
from ...engine.display.editor import page as editor
from ...engine.game import Game
from ...engine.option import Value
from ...engine.position import Position
from ...engine.support.regular_file import check_replaceable, replacing
from ...matches.views.terminal import Terminal
from ..errors import UsageError, failure_text, warn
from .arguments import Parser, examples, file_for, options, parse, position, search_named

MOST = 2000  # nodes: nobody can look at more
COUNTED = 20_000_000  # nodes: about a second
drawing = file_for("a tree", (".html", ".svg", ".dot"))


def main(words: list[str]) -> None:
    """Draw the requested tree; UsageError, with the reason, if that fails."""
    game, arguments = parse("tree", "Draw the tree of a search.", add_arguments, words)
    search = search_named(arguments.search)
    try:
        root = position(arguments, game, Random(arguments.seed))
        settings = options(arguments, game)
        size = tree.count(root, search, arguments.depth, settings, COUNTED)
        text = f"more than {COUNTED:,}" if size is None else f"{size:,}"
        warn(f"{search} at depth {arguments.depth}: {text} nodes")
        if size is None:
            raise ValueError("that is more than can be drawn: look less deep")
        if size > arguments.max_nodes:
            raise ValueError(f"that is more than {arguments.max_nodes:,} nodes: look less deep, or raise --max-nodes")
        if arguments.output is not None:
            check_replaceable(arguments.output, arguments.force)
            if arguments.editor:
                if arguments.output.suffix != ".html":
                    raise ValueError("--editor writes a page: FILE ends in .html")
                drawn = edited(root, search, arguments.depth, settings)
            else:
                drawn = draw(arguments.output.suffix, root, search, arguments.depth, settings, arguments.layers)
            with replacing(arguments.output) as part:
                part.write_bytes(drawn)
            warn(f"written to {arguments.output}")
            return
        if arguments.editor:
            raise ValueError("--editor writes a page: add -o FILE.html")
        board = text_board if arguments.dot else lambda position: ""
        built = tree.build(root, search, arguments.depth, settings, board)
    except (ValueError, RuntimeError, OSError) as failure:
        raise UsageError(failure_text(failure)) from None
    if arguments.dot:
        sys.stdout.buffer.write(dot.write(built, arguments.layers).encode())
    else:
        terminal = Terminal()
        said = tree.values_text(root, settings)
        terminal.show([*tree_text.text(built, terminal.style), f"{said[0].upper()}{said[1:]}."])


def draw(
    suffix: str,
    position: Position[Any],
    search: str,
    depth: int,
    options: Mapping[str, Value],
    layers: bool = False,
) -> bytes:
    """Build a tree and draw it in the format of a file's suffix; ValueError if that fails."""
    if suffix == ".dot":
        return dot.write(tree.build(position, search, depth, options, text_board), layers).encode()
    root = tree.build(position, search, depth, options, tree_drawing.board)
    title = f"{search}, {position.game}, depth {depth}, {tree.values_text(position, options)}"
    if suffix == ".svg":
        return tree_drawing.picture(root, position, title).encode()
    writing = tree_drawing.Writing(board_size=tree_drawing.board_size(position))
    return tree_html.page(root, tree_drawing.pieces(root, writing), title, tree_drawing.definitions(position)).encode()


def edited(position: Position[Any], search: str, depth: int, options: Mapping[str, Value]) -> bytes:
    """The tree editor with this tree, for AlphaBeta before any cut. ValueError if it is too large."""
    root = tree.build(position, tree.MINIMAX if search == tree.ALPHABETA else search, depth, options)
    return editor.page(tree.write(tree.written(root, position.scale / 100))).encode()


def text_board(position: Position[Any]) -> str:
    diagram = diagram_of(position)
    return repr(position) if diagram is None else "\n".join(text_rows(diagram, Style(), status=False))


def add_arguments(parser: Parser, game: Game) -> None:
    parser.epilog = examples(game, "tree")
    parser.add_argument("--search", default="Minimax", help="Minimax (default), AlphaBeta or Expectimax")
    parser.add_number("--depth", "search depth, in decisions", 2, least=0)
    parser.add_argument(
        "--seed", type=int, default=0, help="random seed for the start of the game, such as the first card (default: 0)"
    )
    parser.add_number("--max-nodes", "refuse to draw a tree with more nodes", MOST)
    parser.add_argument(
        "-o",
        "--output",
        type=drawing,
        metavar="FILE",
        help="write the tree to FILE.svg, FILE.html (a page on which it unfolds and zooms) or FILE.dot "
        "(default: print it as text)",
    )
    parser.add_force()
    parser.add_argument(
        "--editor", action="store_true", help="write FILE.html as a page on which the tree is edited and searched"
    )
    parser.add_argument("--dot", action="store_true", help="write DOT to standard output")
    parser.add_argument(
        "--layers",
        action="store_true",
        help="in DOT, label each node with the number of layers below it, chance layers included",
    )
