"""Evaluation: the value of a chess position, from White's view."""

from libc.stdint cimport int32_t

from ....bits cimport u64
from ..board cimport Board, Setup

cdef class Evaluation:
    cdef int32_t[2][6][64] square_values    # colour, kind, square: added to Board.sum; negative for Black
    cdef readonly double scale      # centipawns in one unit
    cdef readonly tuple identity    # its name and its parameters
    cdef int32_t most_quiet         # the most that a quiet move can add to the sum
    cdef readonly bint plain        # whether Board.sum is the whole evaluation
    cdef readonly tuple feature_names   # the names of what `describe` writes
    cdef readonly tuple counts          # the names of whole numbers among these
    cdef int finish_table(self) except -1
    cdef u64 beyond_sum(self, const Board* board, bint* captures) noexcept nogil
    cdef double finish(self, const Setup* setup, const Board* board) noexcept nogil
    cdef int describe(self, const Setup* setup, const Board* board, double* features) noexcept nogil
