"""Diagrams as rows of text: on a terminal, beside the panel of a match, in a drawn tree, by `print(position)`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .diagram import CARD, CHECK, LAST, LINE, Diagram

Span = tuple[str, str]  # a text, and its emphasis: a colour of a symbol, "mark", or none

KEY = re.compile(r"\{([^{}]+)\}")  # of a symbol, in a caption
BRACKETS = {LAST: "[]", CHECK: "<>", LINE: "()"}
BOTH = "|"  # between two cells that are marked
EMPTY, ASCII_EMPTY = "·", "."
# Each emphasis as an escape code (ECMA-48), for printed lines, and as a style, for matches that are watched.
EMPHASES = {"": (0, ""), "bold": (1, "bold"), "red": (31, "red"), "yellow": (33, "yellow"), "mark": (1, "bold yellow")}


@dataclass(frozen=True)
class Style:
    """The abilities of a place for text. Colour never carries information alone."""

    unicode: bool = True
    colour: bool = False

    def glyph(self, diagram: Diagram, key: str) -> str:
        if not key:
            return EMPTY if self.unicode else ASCII_EMPTY
        symbol = diagram.symbols[key]
        return symbol.text if self.unicode else symbol.ascii

    def paint(self, span: Span) -> str:
        text, emphasis = span
        return f"\x1b[{EMPHASES[emphasis][0]}m{text}\x1b[0m" if self.colour and emphasis else text


PLAIN = Style(unicode=False)  # for a place whose abilities are unknown


def text_rows(diagram: Diagram, style: Style = PLAIN, status: bool = True) -> list[str]:
    """Return the rows of a diagram, with or without its status."""
    said = caption_rows(diagram, style, status)
    return ["".join(map(style.paint, row)).rstrip() for row in board_rows(diagram, style)] + said


def caption_rows(diagram: Diagram, style: Style = PLAIN, status: bool = True) -> list[str]:
    """Return the texts beside a diagram: first the status, if it is wanted, then the captions."""
    glyphs = {key: style.glyph(diagram, key) for key in diagram.symbols}
    return [
        KEY.sub(lambda found: glyphs.get(found[1], found[0]), said)
        for said in (diagram.status * status, *diagram.captions)
        if said
    ]


def board_rows(diagram: Diagram, style: Style = PLAIN) -> list[list[Span]]:
    """Return the rows of the board, with a column for brackets between two cells, and on the left if it is used."""
    width = max(len(style.glyph(diagram, key)) for key in ("", *diagram.cells))
    indented = any(cell % diagram.columns == 0 for cell in diagram.marks)
    beside = " " * any(cell % diagram.columns == diagram.columns - 1 for cell in diagram.marks)
    rows = []
    for number in range(diagram.rows):
        row: list[Span] = []
        before = ""
        for column, key in enumerate(diagram.row(number)):
            mark = diagram.marks.get(number * diagram.columns + column, "")
            if column or indented:
                row += edge(before, mark)
            row.append((style.glyph(diagram, key).rjust(width), diagram.symbols[key].colour if key else ""))
            before = mark
        row += edge(before, "")
        rows.append([*row, (beside + diagram.ranks[number], "")] if diagram.ranks else row)
    if diagram.surface == CARD:
        line: list[Span] = [("+" + "-" * sum(len(text) for text, _ in rows[0]) + "-+", "")]
        rows = [line, *([("| ", ""), *row, ("|", "")] for row in rows), line]
    if diagram.files:
        rows.append([(" " * indented + " ".join(name.rjust(width) for name in diagram.files), "")])
    return rows


def edge(left: str, right: str) -> list[Span]:
    if left and right:
        return [(BOTH, "mark")]
    if left or right:
        return [(BRACKETS[left][1] if left else BRACKETS[right][0], "mark")]
    return [(" ", "")]
