"""The text of a Connect-4 position: `7/7/7/7/7/7 r 1`, rows from the top, who is to move, the number of the move."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite

from ...display.diagram import unpack
from ...support.text import pack, shorten, whole_number
from .notation import LETTERS

START = "7/7/7/7/7/7 r 1"
RULES = ("classic", "fullboard")
COLUMNS, ROWS = len(LETTERS), 6
MOST = COLUMNS * ROWS // 2  # discs of one colour
NO_ROW = re.compile(r"[^1-7ry]|[1-7]{2}")  # matches only in a malformed row
LARGEST_NUMBER = 9999


@dataclass(frozen=True)
class Board:
    """`discs` maps a cell (column, row), both from 0 and rows from below, to 0 for red or 1 for yellow."""

    discs: Mapping[tuple[int, int], int]
    turn: int
    number: int


def read(text: str) -> Board:
    """Read a position; ValueError with the reason if it cannot be one."""
    fields = text.split()
    if len(fields) not in (2, 3):
        raise ValueError(f"{shorten(text)!r} is no position of Connect-4: it has a board, a side to move and a number")
    if fields[1] not in ("r", "y"):
        raise ValueError(f"the side to move is r or y, not {shorten(fields[1])!r}")
    number = whole_number(fields[2]) if len(fields) == 3 else 1
    if number is None or not 1 <= number <= LARGEST_NUMBER:
        raise ValueError(f"the number of the move is 1 to {LARGEST_NUMBER}, not {shorten(fields[2])!r}")
    discs = read_rows(fields[0])
    check_discs(discs)
    return Board(discs, "ry".index(fields[1]), number)


def read_rows(text: str) -> dict[tuple[int, int], int]:
    rows = text.split("/")
    if len(rows) != ROWS:
        raise ValueError(f"the board has {ROWS} rows, not {len(rows)}")
    discs: dict[tuple[int, int], int] = {}
    for row, said in zip(range(ROWS - 1, -1, -1), rows, strict=True):
        if NO_ROW.search(said):
            raise ValueError(f"row {row + 1} is malformed: {shorten(said)!r}")
        cells = unpack(said)
        if len(cells) != COLUMNS:
            raise ValueError(f"row {row + 1} has not {COLUMNS} cells: {shorten(said)!r}")
        discs |= {(column, row): "ry".index(cell) for column, cell in enumerate(cells) if cell}
    return discs


def check_discs(discs: Mapping[tuple[int, int], int]) -> None:
    for column, row in discs:
        if row and (column, row - 1) not in discs:
            raise ValueError(f"a disc floats in column {LETTERS[column]}, row {row + 1}")
    count = [list(discs.values()).count(colour) for colour in (0, 1)]
    if max(count) > MOST:
        raise ValueError(f"too many discs: {count[0]} red, {count[1]} yellow, at most {MOST} each")
    if abs(count[0] - count[1]) > 1:
        raise ValueError(f"{count[0]} red and {count[1]} yellow discs: nobody can have dropped two more than the other")


def check_weights(weights: Sequence[float] | None) -> tuple[float, ...]:
    """The weights of a slip (straight, left, right) as floats; empty for None. ValueError if they are wrong."""
    if weights is None:
        return ()
    if len(weights) != 3 or not all(isfinite(weight) and weight >= 0 for weight in weights) or weights[0] <= 0:
        raise ValueError("a disc slips with three weights, none negative, the first (straight) above 0")
    return tuple(float(weight) for weight in weights)


def write(board: Board) -> str:
    cells = {cell: "ry"[colour] for cell, colour in board.discs.items()}
    rows = ("".join(cells.get((column, row), " ") for column in range(COLUMNS)) for row in range(ROWS - 1, -1, -1))
    return f"{pack(rows)} {'ry'[board.turn]} {board.number}"
