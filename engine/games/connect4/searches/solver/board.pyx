"""The conversion of a position of the game for the solver."""

from .....bits cimport popcount, u64
from .....position cimport ONGOING
from ...position cimport COLUMNS, STRIDE, Connect4Position
from .grid cimport BYTE, FULL

from .....support.text import shorten


cdef int read(object position, Board* board) except -1:
    """Write the discs of a position. TypeError for another game; ValueError for other rules, or if it is over."""
    cdef Connect4Position found
    cdef u64 own, other
    cdef double value = 0.0
    cdef int column
    if not isinstance(position, Connect4Position):
        raise TypeError(f"a position of Connect-4 can be solved, not {shorten(repr(position))}")
    found = position
    if found.full_board or found.chance:
        raise ValueError("classic Connect-4 can be solved, without slip")
    if found.over(&value) != ONGOING:
        raise ValueError("the game is over")
    own, other = found.stack[found.taken].own, found.stack[found.taken].other
    board.own = board.other = 0
    for column in range(COLUMNS):
        board.own |= (own >> STRIDE * column & FULL) << BYTE * column
        board.other |= (other >> STRIDE * column & FULL) << BYTE * column
    board.discs = popcount(own | other)
    return 0
