from ..game cimport Move
from .opponents cimport Opponent
from .search cimport Search

cdef class Expectimax(Search):
    cdef Opponent opponent      # None: optimal
    cdef object wanted          # the name of the model
    cdef int player             # whose turn it is at the root

    cdef double walk(self, int depth, int ply) noexcept nogil
    cdef double expect(self, Move* moves, int n, int depth, int ply) noexcept nogil
