from ..position cimport Move
from ..searches.alphabeta.search cimport AlphaBeta
from .model cimport OpponentModel

cdef class Planner(OpponentModel):
    cdef AlphaBeta replies      # the search that judges its moves
    cdef double scale           # centi-units in one unit of value
    cdef bint judge(self, const Move* moves, int n, double* values) noexcept nogil

cdef class Softmax(Planner):
    cdef double temperature     # centi-units

cdef class Blunder(Planner):
    cdef double rate            # the share of the moves that are blunders
