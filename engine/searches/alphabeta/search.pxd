from libc.stdint cimport int32_t

from ...position cimport MAX_PLY, Move
from ..search cimport Search

cdef class AlphaBeta(Search):
    cdef bint hard          # whether a result outside the window is replaced by its edge
    cdef bint strict        # whether only a value beyond the edge of the window cuts, not one equal to it
    cdef bint mate_window   # whether the window at the root ends at the values of a loss and a win
    cdef bint ordering      # whether moves are reordered by what the search has learnt
    cdef Move[MAX_PLY + 1][2] killers
