"""A tree as people draw it, from the top to the bottom, as SVG: the picture itself, and the pieces for a page.

Shapes tell the kinds of nodes apart, so that colour is not needed: a house points up where the largest value is taken,
and down where the smallest is; an ellipse is chance, a box a leaf. The edge of the chosen move is thick, and that of
moves that were cut is dashed. Of many children, those beyond the first few are folded into "12 more".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from html import escape
from math import inf
from typing import Any

from ..game_tree.numbers import shown
from . import colours, diagram_svg
from .diagram import diagram_of
from .show import BOUNDS
from .tree import CHANCE, LEAF, MAXIMIZE, MINIMIZE, Node
from .tree_layout import Shape, middles

FAN = 8  # children of a node that are shown; the others are folded
PRUNED_SHOWN = 3  # cut moves that are named
BOARDS = 8  # nodes on a level that have room for their boards
BOARD = 0.25  # the scale of a board, compared with a picture of its own
LETTER = 7.3  # pixels: the width of a letter in the font below
FONT = 'font-family="ui-monospace, Menlo, Consolas, monospace" font-size="12" text-anchor="middle"'
ROW, BODY, POINT, PAD = 16.0, 24.0, 7.0, 10.0  # heights of a row of text, a shape, its point; beside a text in a shape
DOWN = 34.0  # pixels between two levels
EDGE = 10.0  # around the picture
INK, PAPER = map(colours.light, ("edge", "paper"))
FILLS = {  # text on them is black
    MAXIMIZE: colours.light("maximize"),
    MINIMIZE: colours.light("minimize"),
    CHANCE: colours.light("chance"),
    LEAF: PAPER,
}
CORNERS = {  # of the shapes: right of the middle, in half widths; below the top, in pixels
    LEAF: ((-1, 0), (1, 0), (1, BODY), (-1, BODY)),
    MAXIMIZE: ((-1, POINT), (0, 0), (1, POINT), (1, BODY), (-1, BODY)),
    MINIMIZE: ((-1, 0), (1, 0), (1, BODY - POINT), (0, BODY), (-1, BODY - POINT)),
}
THICK, DASHED = "best", "cut"  # edges to a chosen node, and to moves that were never searched


@dataclass
class Piece:
    """The drawing of a node, with the middle of its upper edge at 0, 0, and the nodes below it.

    board: drawn below it if there is room; "" for none.
    edge: how the line from its parent looks: THICK, DASHED or "".
    move: see Node. text: the words of a piece that is no node of the tree.
    more: whether it stands for several folded siblings, which replace it when it is unfolded.
    """

    svg: str
    width: float
    height: float
    board: str = ""
    board_width: float = 0.0
    board_height: float = 0.0
    edge: str = ""
    move: str = ""
    text: str = ""
    more: bool = False
    below: list[Piece] = field(default_factory=list)

    def json(self) -> dict[str, Any]:
        """Return the piece as JSON for tree_drawing.js."""
        own = {name: value for name, value in vars(self).items() if name != "below"}
        return {**own, "below": [piece.json() for piece in self.below]}


@dataclass(frozen=True)
class Writing:
    """How values and moves are written, and how large boards are, see `board_size`."""

    value: Callable[[float], str] = shown
    text: Callable[[str], str] = str
    board_size: tuple[float, float] = (0.0, 0.0)


def pieces(root: Node, writing: Writing = Writing()) -> Piece:
    """Return the piece of a node, with all pieces below it. The boards of nodes are made by `board`, or empty."""
    found = piece(root, writing)
    best = root.best
    below = []
    for child in root.children:
        drawn = pieces(child, writing)
        drawn.edge = THICK if child is best else ""
        below.append(drawn)
    found.below = folded(below)
    if root.pruned:
        found.below.append(cut([writing.text(move) for move in root.pruned]))
    return found


def piece(node: Node, writing: Writing) -> Piece:
    """Return the piece of a node, without those below it."""
    value = writing.value
    chance = "" if node.probability is None else f" {100 * node.probability:.3g} %"
    above = f"{writing.text(node.move)}{chance}".strip()
    inside = f"{BOUNDS[node.bound]}{value(node.value)}"
    narrow = node.kind != LEAF and (node.low, node.high) != (-inf, inf)
    window = f"[{value(node.low)}, {value(node.high)}]" if narrow else ""
    width = max(LETTER * len(inside) + 2 * PAD, LETTER * len(above), LETTER * len(window))
    top = ROW if above else 0.0
    parts = [line(above, ROW - 5)] if above else []
    parts += [outline(node.kind, LETTER * len(inside) + 2 * PAD, top), line(inside, top + BODY / 2 + 4, INK)]
    height = top + BODY
    if window:
        height += ROW
        parts.append(line(window, height - 3))
    size = writing.board_size if node.board else (0.0, 0.0)
    return Piece("".join(parts), width, height, node.board, *size, move=node.move)


def outline(kind: str, width: float, top: float) -> str:
    look = f'fill="{FILLS[kind]}" stroke="{INK}"'
    if kind == CHANCE:
        return f'<ellipse cx="0" cy="{top + BODY / 2:g}" rx="{width / 2:g}" ry="{BODY / 2:g}" {look}/>'
    corners = " ".join(f"{x * width / 2:g},{top + y:g}" for x, y in CORNERS[kind])
    return f'<polygon points="{corners}" {look}/>'


def line(text: str, y: float, ink: str = "currentColor") -> str:
    return f'<text y="{y:g}" {FONT} fill="{ink}">{escape(text)}</text>'


def folded(below: list[Piece]) -> list[Piece]:
    """Return the first pieces, always with the chosen one, and one piece for all others."""
    if len(below) <= FAN:
        return below
    shown = below[: FAN - 1]
    chosen = next((piece for piece in below if piece.edge == THICK), shown[-1])
    if chosen not in shown:
        shown[-1] = chosen
    kept = set(map(id, shown))
    rest = [piece for piece in below if id(piece) not in kept]
    text = f"{len(rest)} more"
    width = LETTER * len(text) + 2 * PAD
    box = f'<rect x="{-width / 2:g}" y="{ROW:g}" width="{width:g}" height="{BODY:g}" rx="{BODY / 2:g}" '
    drawn = f'<path d="M0 0V{ROW:g}" stroke="currentColor"/>{box}fill="none" stroke="currentColor"/>'
    drawn += line(text, ROW + BODY / 2 + 4)
    return [*shown, Piece(drawn, width, ROW + BODY, text=text, more=True, below=rest)]


def cut(moves: list[str]) -> Piece:
    shown, left = moves[:PRUNED_SHOWN], len(moves) - PRUNED_SHOWN
    rows = ["cut:", " ".join(shown), *([f"and {left} more"] if left > 0 else [])]
    drawn = "".join(line(row, ROW * (place + 1) - 4) for place, row in enumerate(rows))
    return Piece(drawn, LETTER * max(map(len, rows)), ROW * len(rows), edge=DASHED, text=f"cut: {' '.join(moves)}")


# Boards.


def board(position: Any) -> str:
    """Return a small board of `definitions`, the middle of its upper edge at 0, 0; "" if the game has no diagram."""
    drawn = diagram_of(position)
    if drawn is None:
        return ""
    placed = [
        diagram_svg.use(diagram_svg.piece(drawn, key), cell, drawn) for cell, key in enumerate(drawn.cells) if key
    ]
    width, _ = board_size(position)
    left = f'<g transform="translate({-width / 2:g} 0) scale({BOARD:g})"><use href="#board"/>'
    return f"{left}{''.join(placed)}</g>"


def board_size(position: Any) -> tuple[float, float]:
    """Return the width and height of a position's board in pixels."""
    drawn = diagram_of(position)
    return (0.0, 0.0) if drawn is None else (diagram_svg.width(drawn) * BOARD, diagram_svg.height(drawn) * BOARD)


def definitions(position: Any) -> str:
    """Return the SVG elements that the boards of this game use."""
    drawn = diagram_of(position)
    return "" if drawn is None else f'<g id="board">{diagram_svg.frame(drawn)}</g>{diagram_svg.definitions(drawn)}'


# The picture.


def picture(root: Node, position: Any, title: str = "A tree") -> str:
    """Return a whole tree as SVG. position: that of its root, for boards made by `board`."""
    return svg(pieces(root, Writing(board_size=board_size(position))), title, definitions(position))


def svg(root: Piece, title: str, defined: str) -> str:
    """The picture shows every node but those behind "12 more". defined: see `definitions`."""
    levels: list[list[Piece]] = []
    for down, each in walk(root, 0):
        if down == len(levels):
            levels.append([])
        levels[down].append(each)
    roomy = [sum(bool(each.board) for each in level) <= BOARDS for level in levels]
    heights = [
        max(each.height + each.board_height * room for each in level) for level, room in zip(levels, roomy, strict=True)
    ]
    tops = [EDGE + sum(heights[:down]) + DOWN * down for down in range(len(levels))]
    order = list(walk(root, 0))
    wide = [max(each.width, each.board_width * roomy[down]) for down, each in order]
    found = middles(shape(root, iter(wide)))
    left = min(middle - width / 2 for middle, width in zip(found, wide, strict=True)) - EDGE
    right = max(middle + width / 2 for middle, width in zip(found, wide, strict=True)) + EDGE
    width, height = right - left, tops[-1] + heights[-1] + EDGE
    edges, nodes = [], []
    parents: list[tuple[float, float]] = []  # for each ancestor, where its lines begin
    for (down, each), middle in zip(order, found, strict=True):
        del parents[down:]
        if parents:
            edges.append(edge(*parents[-1], middle, tops[down], each.edge))
        shown = f'<g transform="translate(0 {each.height:g})">{each.board}</g>' if each.board and roomy[down] else ""
        nodes.append(f'<g transform="translate({middle:g} {tops[down]:g})">{each.svg}{shown}</g>')
        parents.append((middle, tops[down] + each.height + each.board_height * (roomy[down] and bool(shown))))
    names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    size = f'width="{width:g}" height="{height:g}"'
    parts = [
        f'<svg {names} {size} viewBox="{left:g} 0 {width:g} {height:g}" color="{INK}">',
        f"<title>{escape(title)}</title>",
        f'<rect x="{left:g}" {size} fill="{PAPER}"/>',
        f"<defs>{defined}</defs>",
        *edges,
        *nodes,
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def walk(root: Piece, down: int) -> Iterator[tuple[int, Piece]]:
    """The pieces that are not folded, parents first, each with its level below the root."""
    yield down, root
    for each in below(root):
        yield from walk(each, down + 1)


def below(each: Piece) -> Iterable[Piece]:
    return () if each.more else each.below


def shape(each: Piece, wide: Iterator[float]) -> Shape:
    """Return the Shape of a piece. wide: the widths of all pieces, parents first."""
    return Shape(next(wide), [shape(child, wide) for child in below(each)])


def edge(x: float, y: float, to_x: float, to_y: float, look: str) -> str:
    style = {THICK: ' stroke-width="3"', DASHED: ' stroke-dasharray="4 4"'}.get(look, "")
    return f'<path d="M{x:g} {y:g}L{to_x:g} {to_y:g}" fill="none" stroke="currentColor"{style}/>'
