"""Diagrams as SVG: whole pictures for notebooks, and their parts for pages that replay a game."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape

from . import colours
from .diagram import CARD, CHECK, HOLES, LAST, LINE, LINES, Diagram, Symbol
from .diagram_text import Style, caption_rows

CELL = 45  # pixels
MARGIN = 18  # around the board, for the names of columns and rows
LINE_HEIGHT = 20  # of a caption
UNIT = 100  # the side of a symbol's drawing
STYLE = re.compile(r'style="([^"]*)"')
FONT = 'font-family="sans-serif" font-size="13" text-anchor="middle"'
LIGHT, DARK, BOARD, PAPER, EDGE, LABEL = map(
    colours.light, ("square-light", "square-dark", "frame", "paper", "edge", "label")
)
MARK_LAST, MARK_CHECK, MARK_LINE = map(colours.light, ("drawn-last", "drawn-check", "mark-line"))
ROUND = f'<circle cx="{CELL / 2}" cy="{CELL / 2}" r="{CELL / 2 - 2}"'
TELLING = {  # marks in a square of CELL; their shapes differ, so that colour is not needed
    LAST: f'<path d="M2 2h{CELL - 4}v{CELL - 4}h-{CELL - 4}z" fill="none" stroke="{MARK_LAST}" stroke-width="4"/>',
    CHECK: f'{ROUND} fill="{MARK_CHECK}" fill-opacity="0.55"/>',
    LINE: f'{ROUND} fill="none" stroke="{MARK_LINE}" stroke-width="4"/>',
}


def width(diagram: Diagram) -> int:
    return diagram.columns * CELL + 2 * MARGIN


def height(diagram: Diagram) -> int:
    """Return the height of the board, without captions."""
    return diagram.rows * CELL + 2 * MARGIN


def svg(diagram: Diagram) -> str:
    said = caption_rows(diagram, Style())
    wide, high = max([width(diagram), *(8 * len(line) for line in said)]), height(diagram)
    total = high + LINE_HEIGHT * len(said) + (MARGIN if said else 0)
    below = [
        f'<text x="{wide / 2:g}" y="{high + LINE_HEIGHT * (number + 1)}" {FONT}>{escape(line)}</text>'
        for number, line in enumerate(said)
    ]
    left = (wide - width(diagram)) / 2
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="{wide}" '
            f'height="{total}" viewBox="0 0 {wide} {total}">',
            f"<title>{escape('; '.join(said) or 'a position')}</title>",
            f'<rect width="{wide}" height="{total}" fill="{PAPER}"/>',
            f"<defs>{definitions(diagram, set(diagram.cells))}</defs>",
            f'<g transform="translate({left:g} 0)">{frame(diagram)}',
            *[use(f"mark-{mark}", cell, diagram) for cell, mark in diagram.marks.items() if mark != LINE],
            *[use(piece(diagram, key), cell, diagram) for cell, key in enumerate(diagram.cells) if key],
            # Last, because a symbol in the cell would hide this mark.
            *[use(f"mark-{mark}", cell, diagram) for cell, mark in diagram.marks.items() if mark == LINE],
            "</g>",
            *below,
            "</svg>",
        ]
    )


def piece(diagram: Diagram, key: str) -> str:
    safe = "".join(letter if letter.isascii() and letter.isalnum() else f"_{ord(letter):x}" for letter in key)
    return "-".join(filter(None, ("piece", diagram.game, safe)))


def definitions(diagram: Diagram, keys: set[str] | None = None, name: Callable[[Diagram, str], str] = piece) -> str:
    """Return the symbols (those of `keys`, if given) and the marks, each in a square of CELL and with an id."""
    pieces = "".join(
        f'<g id="{name(diagram, key)}" transform="scale({CELL / UNIT:g})">{drawing}</g>'
        for key, drawing in drawings(diagram).items()
        if keys is None or key in keys
    )
    return pieces + "".join(f'<g id="mark-{mark}">{drawing}</g>' for mark, drawing in TELLING.items())


def drawings(diagram: Diagram) -> dict[str, str]:
    """Return the drawings of the symbols by key. Attributes replace `style`, which pages do not allow."""
    drawn = diagram.svg()
    return {
        key: STYLE.sub(lambda found: attributes(found[1]), drawn.get(key) or plain(symbol))
        for key, symbol in diagram.symbols.items()
    }


def attributes(style: str) -> str:
    pairs = (declaration.split(":", 1) for declaration in style.split(";") if ":" in declaration)
    return " ".join(f'{name.strip()}="{value.strip()}"' for name, value in pairs)


def plain(symbol: Symbol) -> str:
    style = 'font-family="sans-serif" font-size="44" text-anchor="middle"'
    return f'<text x="{UNIT / 2:g}" y="66" {style}>{escape(symbol.text)}</text>'


def use(name: str, cell: int, diagram: Diagram) -> str:
    row, column = divmod(cell, diagram.columns)
    return f'<use xlink:href="#{name}" href="#{name}" x="{MARGIN + CELL * column}" y="{MARGIN + CELL * row}"/>'


def frame(diagram: Diagram, turned: bool = False) -> str:
    """Return the empty board, with the names of columns and rows. turned: seen from the other side."""
    wide, high = diagram.columns * CELL, diagram.rows * CELL
    parts = []
    if diagram.surface == HOLES:
        parts.append(
            f'<rect x="{MARGIN - 5}" y="{MARGIN - 5}" width="{wide + 10}" height="{high + 10}" rx="8" fill="{BOARD}"/>'
        )
    for row in range(diagram.rows):
        for column in range(diagram.columns):
            x, y = MARGIN + CELL * column, MARGIN + CELL * row
            if diagram.surface == HOLES:
                parts.append(
                    f'<circle cx="{x + CELL / 2:g}" cy="{y + CELL / 2:g}" r="{0.41 * CELL:g}" fill="{PAPER}"/>'
                )
            elif diagram.surface == CARD:
                parts.append(
                    f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" rx="5" fill="{PAPER}" stroke="{EDGE}"/>'
                )
            elif diagram.surface == LINES:
                cell = f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}"'
                parts.append(f'{cell} fill="{PAPER}" stroke="{EDGE}" stroke-width="2"/>')
            else:
                fill = LIGHT if (row + column) % 2 == 0 else DARK
                parts.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}"/>')
    files, ranks = (diagram.files[::-1], diagram.ranks[::-1]) if turned else (diagram.files, diagram.ranks)
    for column, name in enumerate(files):
        middle = MARGIN + CELL * column + CELL / 2
        parts.append(f'<text x="{middle:g}" y="{MARGIN + high + 16}" {FONT} fill="{LABEL}">{escape(name)}</text>')
    for row, name in enumerate(ranks):
        middle = MARGIN + CELL * row + CELL / 2 + 5
        parts.append(f'<text x="{MARGIN / 2:g}" y="{middle:g}" {FONT} fill="{LABEL}">{escape(name)}</text>')
    return "".join(parts)
