"""The diagrams of Connect-4: red discs are filled or bear an X, yellow discs are hollow or bear an O."""

from __future__ import annotations

from collections.abc import Mapping

from ...display.diagram import HOLES, LAST, LINE, Diagram, Symbol, unpack
from . import notation
from .fen import COLUMNS, ROWS
from .game import GAME
from .position import Connect4Position

SYMBOLS = {"r": Symbol("red disc", "●", "X", "red"), "y": Symbol("yellow disc", "○", "O", "yellow")}
THEIRS = {"P": "r", "p": "y"}  # as UCI's clients write discs
FILLS = {"r": "#c8102e", "y": "#ffd52e"}  # one is dark and one is light: the colour-blind can tell them apart, too
INKS = {"r": "#ffffff", "y": "#000000"}
# Every four cells in a row, in all directions.
FOURS = [
    [(row + i * down) * COLUMNS + column + i * across for i in range(4)]
    for down, across in ((0, 1), (1, 0), (1, 1), (1, -1))
    for row in range(ROWS - 3 * down)
    for column in range(COLUMNS)
    if 0 <= column + 3 * across < COLUMNS
]


def diagram(position: Connect4Position, last: str) -> Diagram:
    placement = position.fen().split()[0].partition("[")[0]
    cells = tuple(THEIRS.get(cell, cell) for cell in unpack(placement))
    fours = [[four for four in FOURS if all(cells[cell] == disc for cell in four)] for disc in GAME.pieces]
    marks = dict.fromkeys(landed(cells, last), LAST)
    names = tuple(f"{seat} {{{disc}}}" for seat, disc in zip(GAME.seats, GAME.pieces, strict=True))
    captions: tuple[str, ...] = ()
    if position.full_board:
        counts = ", ".join(f"{name} {len(own)}" for name, own in zip(names, fours, strict=True))
        captions = (f"Fours: {counts}",)
    else:
        marks |= dict.fromkeys((cell for own in fours for four in own for cell in four), LINE)
    said = GAME.words.standing(position, names)
    return Diagram(
        COLUMNS, ROWS, cells, SYMBOLS, notation.LETTERS, "", HOLES, marks, said, captions, svg=drawings, game=GAME.name
    )


def landed(cells: tuple[str, ...], last: str) -> list[int]:
    """The cell of the last disc, which is the highest in its column; empty without a last move."""
    if not last:
        return []
    column = notation.read(last).landed
    return [cell for cell in range(column, COLUMNS * ROWS, COLUMNS) if cells[cell]][:1]


def cells(position: Connect4Position, move: int) -> tuple[tuple[int, ...], ...]:
    """The cells of the column that a disc is aimed at: the empty ones from the lowest up, then the others."""
    column = notation.read(position.notation(move)).aimed
    placed = unpack(position.fen().split()[0].partition("[")[0])
    whole = range(column + COLUMNS * (ROWS - 1), -1, -COLUMNS)
    empty = [cell for cell in whole if not placed[cell]]
    return ((*empty, *(cell for cell in whole if placed[cell])),)


def drawings() -> Mapping[str, str]:
    """A red disc bears a cross (X), a yellow one a ring (O), so that nobody needs the colours."""
    marks = {"r": '<path d="M32 32L68 68M32 68L68 32"', "y": '<circle cx="50" cy="50" r="18"'}
    return {
        key: f'<circle cx="50" cy="50" r="41" fill="{FILLS[key]}"/>'
        f'{mark} fill="none" stroke="{INKS[key]}" stroke-width="7"/>'
        for key, mark in marks.items()
    }
