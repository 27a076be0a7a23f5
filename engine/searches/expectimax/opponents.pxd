from ...bits cimport u64
from ...position cimport Move, Position
from ..alphabeta.search cimport AlphaBeta
from ..search cimport Search

cdef class Opponent:
    cdef int depth              # plies that it looks ahead, to say how likely a move is
    cdef u64 nodes(self) noexcept
    cdef int join(self, Search search, Position position) except -1
    cdef bint weigh(self, Position position, Move* moves, int n, double* weights) noexcept nogil

cdef class Planner(Opponent):
    cdef AlphaBeta replies
    cdef object options
    cdef double scale           # centi-units in one unit of value
    cdef bint judge(self, Position position, Move* moves, int n, double* values) noexcept nogil

cdef class Softmax(Planner):
    cdef double temperature     # in centi-units

cdef class Blunder(Planner):
    cdef double rate            # the share of the moves that are blunders
