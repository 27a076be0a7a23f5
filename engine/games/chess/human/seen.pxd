from libc.stdint cimport uint16_t

from ....position cimport MAX_MOVES, Move
from ....searches.alphabeta.search cimport AlphaBeta
from ....searches.search cimport Search
from ..board cimport KING, Board
from ..position cimport ChessPosition
from .inputs cimport MOST_OF_MOVE, MOST_OF_POSITION

cdef class ShallowSearch:
    cdef AlphaBeta search
    cdef ChessPosition twin     # on which it searches
    cdef int first              # plies of the first of the two searches
    cdef double scale           # by which values are multiplied
    cdef double set_and_evaluate(self, const Board* board) noexcept nogil
    cdef bint judge(self, const Move* moves, int n, int depth, double most, double* values) noexcept nogil

cdef class SeenInputs:
    cdef bint searching         # whether a search looks at the moves, too
    cdef ShallowSearch usual
    cdef ShallowSearch lone            # for positions with a lone king
    cdef int count              # inputs of the position
    cdef uint16_t[MOST_OF_POSITION] found
    cdef int[MAX_MOVES] counts  # and of each of its moves
    cdef uint16_t[MAX_MOVES][MOST_OF_MOVE] found_of
    cdef double[MAX_MOVES] values   # of each move, by the search

    cdef int serve(self, Search outer) except -1
    cdef bint see(self, ChessPosition position, const Move* moves, int n) noexcept nogil
    cdef bint see_ahead(self, ShallowSearch search, const Board* board, const Move* moves, int n) noexcept nogil


cdef inline bint has_lone_king(const Board* board, int us) noexcept nogil:
    """Whether we have nothing but our king."""
    return not board.colours[us] & ~board.kinds[KING]
