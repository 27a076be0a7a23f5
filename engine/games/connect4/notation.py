"""The texts of moves: `d`, `4` or `P@d1`; if discs slip, also `d>e` or `4>5`."""

from __future__ import annotations

from dataclasses import dataclass

from ...support.text import printable

LETTERS = "abcdefg"
DIGITS = "1234567"


@dataclass(frozen=True)
class Drop:
    """Where a disc is aimed and where it lands, columns from 0; its row, from 0, if the text names a square."""

    aimed: int
    landed: int
    row: int | None = None


def read(text: str) -> Drop:
    """Read a move; ValueError if it cannot be one."""
    if text.startswith("P@"):
        column, row = text[2:3], text[3:]
        if len(row) != 1 or row not in "123456" or column not in LETTERS:
            raise ValueError(f"illegal move: {printable(text)} names no square")
        return Drop(read_column(column, text), read_column(column, text), int(row) - 1)
    aimed, arrow, landed = text.partition(">")
    return Drop(read_column(aimed, text), read_column(landed if arrow else aimed, text))


def read_column(name: str, text: str) -> int:
    for names in (LETTERS, DIGITS):
        if len(name) == 1 and name in names:
            return names.index(name)
    raise ValueError(f"illegal move: {printable(text)} names no column from a to g or 1 to 7")


def write(aimed: int, landed: int) -> str:
    """`d`; and `d>e` for a disc aimed at d that landed in e."""
    return LETTERS[aimed] if landed == aimed else f"{LETTERS[aimed]}>{LETTERS[landed]}"
