"""The board as SVG: a red disc bears a ring (O), a yellow one a cross (X), so that nobody needs the colours."""

from __future__ import annotations

from ...game import Win
from . import cfour, fen
from .fen import COLUMNS, ROWS
from .notation import LETTERS
from .position import Connect4Position

CELL = 44  # pixels from one cell to the next
HOLE = 18  # pixels, the radius of a disc
MARK = 8  # pixels, half the width of the mark on it
MARGIN = 6
WIDTH = COLUMNS * CELL + 2 * MARGIN
HEIGHT = ROWS * CELL + 2 * MARGIN
CAPTION = 46  # pixels below the board: the letters of the columns, who is to move

RED = 0
NAMES = ("red (O)", "yellow (X)")
FILLS = ("#d55e00", "#f0e442")
INKS = ("#ffffff", "#000000")
BOARD, EMPTY = "#0b4f7d", "#ffffff"


def board_svg(position: Connect4Position) -> str:
    """The board with the letters of its columns, and who is to move or how the game has ended."""
    text = position.fen()
    board = cfour.read(text) if position.drops else fen.read(text)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT + CAPTION}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT + CAPTION}" font-family="sans-serif" font-size="14" text-anchor="middle">',
        f"<title>{text}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT + CAPTION}" fill="white"/>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="{BOARD}"/>',
    ]
    for column in range(COLUMNS):
        x = MARGIN + CELL * column + CELL // 2
        for row in range(ROWS):
            y = MARGIN + CELL * (ROWS - 1 - row) + CELL // 2
            parts.append(cell_svg(x, y, board.discs.get((column, row))))
        parts.append(f'<text x="{x}" y="{HEIGHT + 16}">{LETTERS[column]}</text>')
    parts.append(f'<text x="{WIDTH // 2}" y="{HEIGHT + 38}">{caption(position)}</text>')
    return "\n".join([*parts, "</svg>"])


def cell_svg(x: int, y: int, colour: int | None) -> str:
    if colour is None:
        return f'<circle cx="{x}" cy="{y}" r="{HOLE}" fill="{EMPTY}"/>'
    disc = f'<circle cx="{x}" cy="{y}" r="{HOLE}" fill="{FILLS[colour]}"/>'
    ink = f'fill="none" stroke="{INKS[colour]}" stroke-width="3"'
    if colour == RED:
        return f'{disc}<circle cx="{x}" cy="{y}" r="{MARK}" {ink}/>'
    left, right, top, bottom = x - MARK, x + MARK, y - MARK, y + MARK
    return f'{disc}<path d="M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}" {ink}/>'


def caption(position: Connect4Position) -> str:
    ending = position.ending()
    if ending is None:
        return f"{NAMES[position.player()]} to move"
    if isinstance(ending, Win):
        return f"{NAMES[ending.player]} has won"
    return "drawn" if not ending else f"{NAMES[0 if ending > 0 else 1]} has won by {abs(ending):g}"
