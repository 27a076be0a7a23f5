"""TicTacToePosition.

Bit layout: bit 0 is the upper left cell, a3, bit 8 the lower right one, c1. A move is the number of a cell.

    0 1 2   3
    3 4 5   2
    6 7 8   1
    a b c
"""

from ...position cimport Ending, Move, Position

cdef enum:
    CELLS = 9

cdef class TicTacToePosition(Position):
    cdef int[2][CELLS + 1] pieces      # the cells of each player in the position set up, and after each move
    cdef int taken                  # moves made since
    cdef int first                  # whose turn it was
