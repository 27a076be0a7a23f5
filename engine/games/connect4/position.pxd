"""Connect4Position: Connect-4, classic or to a full board, with or without slipping discs.

Bit layout: bit 7 * column + row, row 0 being the lowest. Row 6 of each column stays empty, so that no line of four runs
over the edge of the board:

     6 13 20 27 34 41 48     always empty
     5 12 19 26 33 40 47     the top row
     .  .  .  .  .  .  .
     0  7 14 21 28 35 42     the lowest row

A move, from its lowest bit:  column aimed at 3 | column landed in, plus one, 3 (0: where it was aimed, for certain).
"""

from ...bits cimport u64
from ...position cimport Ending, Move, Position

cdef enum:
    COLUMNS = 7
    ROWS = 6
    CELLS = 42
    COLUMN = 0x3F   # the cells of column 0
    STRIDE = 7      # bits from one column to the next
    LANDED = 3      # how far this field of a move is shifted

cdef struct Discs:
    u64 own         # of the side to move
    u64 other

cdef class Connect4Position(Position):
    cdef Discs[CELLS + 1] stack     # the position set up, and the one after each move
    cdef int taken                  # moves made since
    cdef int room                   # the most moves that can be made since
    cdef int first                  # whose turn it was in the position set up
    cdef int first_move         # moves before the position set up, by its number
    cdef readonly bint full_board
    cdef readonly tuple weights         # of a disc that slips: straight, left, right; empty if none does
    cdef double[3] slip
    cdef u64 fours, open                # the cells that each term of the evaluation counts: all or none
    cdef bint centre_first              # the order of generation: from the centre out, or left to right
    cdef readonly bint drops            # whether texts are those of UCI GUIs
    cdef int column_of(self, Move move) noexcept nogil
    cdef u64 of(self, int player) noexcept nogil
