"""What a network knows of a position of Connect-4: the discs, red's from 0 on, yellow's from 64 on.

A disc's number is its bit in `position.pyx`: 7 * column + row. From yellow's view the colours are exchanged. Whose turn
it is follows from their number, but from the view of the side to move it is always that side's.
"""

from __future__ import annotations

from ...net.inputs import Inputs
from .fen import MOST

COUNT = 128
COLUMNS, ROWS = "abcdefghij", "1234567"  # more than there are: bits that are never set have names, too
CELLS = tuple(column + row for column in COLUMNS for row in ROWS)[: COUNT // 2]
NAMES = tuple(colour + cell for colour in ("red ", "yellow ") for cell in CELLS)
INPUTS = Inputs(COUNT, 2 * MOST, tuple(number ^ 64 for number in range(COUNT)), NAMES)
