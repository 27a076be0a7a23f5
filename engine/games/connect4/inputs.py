"""The inputs of a network for Connect-4: the red discs from 0 on, the yellow discs from 64 on.

A disc has the number of its bit in `position.pxd`: 7 * column + row. From yellow's view, the colours are exchanged. The
side to move needs no input: it follows from the number of discs, and in its own view it is always the same.
"""

from __future__ import annotations

from ...net.inputs import Inputs
from .fen import MOST

COUNT = 128
COLUMNS, ROWS = "abcdefghij", "1234567"  # more than there are: bits that are never set have names, too
CELLS = tuple(column + row for column in COLUMNS for row in ROWS)[: COUNT // 2]
NAMES = tuple(colour + cell for colour in ("red ", "yellow ") for cell in CELLS)
INPUTS = Inputs(COUNT, 2 * MOST, tuple(number ^ 64 for number in range(COUNT)), NAMES)
