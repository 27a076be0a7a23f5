"""`oddsfish tree`: the tree that a search walks, as a picture."""

from __future__ import annotations

import sys
from argparse import ArgumentTypeError
from pathlib import Path
from random import Random
from typing import Any

from ..engine import dot, tree
from ..engine.game import Position
from .arguments import Parser, Raw, add_games, add_options, number, options, position, search_named
from .boards import LOOKS, Style
from .wrong import Wrong, warn

MOST = 2000  # nodes: more than that nobody can look at
COUNTED = 20_000_000  # nodes: about a second
ORDER = {"connect4": {"MoveOrder": "left-to-right"}}  # as one looks at the board
EXAMPLES = """\
examples:
  oddsfish tree connect4 --slip --depth 1 -o slip.svg
  oddsfish tree hilo --fen "5 1 1" --depth 1 -o hilo.svg
  oddsfish tree chess --search AlphaBeta --depth 2 | less"""


def main(words: list[str]) -> None:
    """Draw the tree that the command line asks for; Wrong if that makes no sense."""
    arguments = parser().parse(words)
    search = search_named(arguments.search)
    try:
        root = position(arguments, Random(arguments.seed))
        settings = {**ORDER.get(arguments.game, {}), **options(arguments)}
        guard(root, search, arguments.depth, settings, arguments.max_nodes)
        look = LOOKS[arguments.game](Style())
        text = dot.write(tree.build(root, search, arguments.depth, settings, lambda place: "\n".join(look.rows(place))))
        if arguments.output is not None:
            write(text, arguments.output)
    except (ValueError, RuntimeError, OSError) as failure:
        raise Wrong(str(failure)) from None
    if arguments.output is None:
        sys.stdout.buffer.write(text.encode())


def guard(root: Position[Any], search: str, depth: int, settings: dict[str, str], most: int) -> None:
    """Say how large the tree would be; ValueError if that is too large."""
    size = tree.count(root, search, depth, settings, COUNTED)
    text = f"more than {COUNTED:,}" if size is None else f"{size:,}"
    warn(f"{search} at depth {depth}: {text} nodes")
    if size is None:
        raise ValueError("that is more than can be drawn: look less deep")
    if size > most:
        raise ValueError(f"that is more than {most:,} nodes: look less deep, or raise --max-nodes")


def file(name: str) -> Path:
    """The path of a file that a tree can be written to."""
    path = Path(name)
    if path.suffix not in (".dot", ".svg"):
        raise ArgumentTypeError(f"a tree is written to FILE.dot or FILE.svg, not {name!a}")
    return path


def write(text: str, output: Path) -> None:
    """DOT or SVG, as the name says."""
    output.write_text(dot.svg(text) if output.suffix == ".svg" else text, encoding="utf-8")


def parser() -> Parser:
    made = Parser(
        prog="oddsfish tree", description="Draw the tree of a search.", epilog="`oddsfish tree GAME --help` says more."
    )
    for game in add_games(made).values():
        game.epilog = EXAMPLES
        game.formatter_class = Raw
        game.add_argument("--search", default="Minimax", help="Minimax (the default), AlphaBeta or Expectimax")
        game.add_argument("--depth", type=number(0), default=2, metavar="N", help="in decisions (default: 2)")
        game.add_argument("--seed", type=int, default=0, help="of a card that is not given")
        game.add_argument(
            "--max-nodes", type=number(1), default=MOST, metavar="N", help=f"refuse larger trees (default: {MOST})"
        )
        game.add_argument(
            "-o", "--output", type=file, metavar="FILE", help="FILE.dot or FILE.svg; DOT on standard output if none"
        )
        add_options(game)
    return made
