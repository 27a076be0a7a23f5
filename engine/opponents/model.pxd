from ..position cimport Move, Position
from ..searches.search cimport Search

cdef class OpponentModel:
    cdef readonly int foresight     # plies that it looks ahead behind the position, 0 if it does not
    cdef readonly bint reads_path   # whether it reads the moves that have led to a position
    cdef bint searching             # whether a model that can search judges the moves by that, too
    cdef Position position          # whose moves it weighs

    cdef int join(self, Search outer, Position position) except -1
    cdef bint weigh(self, const Move* moves, int n, double* weights) noexcept nogil
