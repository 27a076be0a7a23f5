from libc.stdint cimport int32_t

from ...position cimport MAX_PLY, Move
from ..search cimport Search

cdef class AlphaBeta(Search):
    cdef bint hard          # whether a result outside the window is replaced by its edge
    cdef bint strict        # whether only a value beyond the window cuts, or one on its edge too
    cdef bint mate_window   # whether the root starts with the window of won games
    cdef bint ordering      # whether moves are reordered by what the search has learnt
    cdef Move[MAX_PLY + 1][2] killers
