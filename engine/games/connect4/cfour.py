"""The text of a Connect-4 position in UCI GUIs: the sides are White and Black, and brackets hold the discs in hand."""

from __future__ import annotations

import re

from ...support.text import shorten, whole_number
from . import fen

START = f"7/7/7/7/7/7[{'P' * fen.MOST}{'p' * fen.MOST}] w - - 0 1"
PLACEMENT = re.compile(r"([1-7Pp/]*)\[([Pp]*|-)\]")
OURS = str.maketrans("Pp", "ry")
THEIRS = str.maketrans("ry", "Pp")
TURNS = {"w": "r", "b": "y"}


def read(text: str) -> fen.Board:
    """Read a position; ValueError with the reason if it cannot be one."""
    fields = text.split()
    if len(fields) not in (4, 6):
        raise ValueError(f"a FEN has 6 fields, not {len(fields)}")
    found = PLACEMENT.fullmatch(fields[0])
    if found is None:
        raise ValueError(f"a board and in brackets the discs in hand, P and p, not {shorten(fields[0])!r}")
    cells, hands = found.groups()
    for disc in "Pp":
        played, held = cells.count(disc), hands.count(disc)
        if played + held != fen.MOST:
            raise ValueError(f"{played} {disc} on the board and {held} in hand, which should be {fen.MOST} together")
    if fields[1] not in TURNS or fields[2:4] != ["-", "-"]:
        raise ValueError(f"the side to move is w or b, followed by - -, not {shorten(' '.join(fields[1:4]))!r}")
    clock, number = fields[4:] or ("0", "1")
    plies = whole_number(clock)  # without a meaning in Connect-4, but match runners may count
    if plies is None or not 0 <= plies <= fen.LARGEST_NUMBER:
        raise ValueError(f"the half-move clock is 0 to {fen.LARGEST_NUMBER}, not {shorten(clock)!r}")
    return fen.read(f"{cells.translate(OURS)} {TURNS[fields[1]]} {number}")


def write(board: fen.Board) -> str:
    placement, turn, number = fen.write(board).split()
    cells = placement.translate(THEIRS)
    hands = "".join(disc * (fen.MOST - cells.count(disc)) for disc in "Pp")
    return f"{cells}[{hands}] {'w' if turn == 'r' else 'b'} - - 0 {number}"
