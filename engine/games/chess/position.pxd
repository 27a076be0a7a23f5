from libc.stdint cimport int32_t

from ...bits cimport u64
from ...position cimport Ending, Move, Position
from .board cimport Board, Setup
from .evaluations.evaluation cimport Evaluation

cdef class ChessPosition(Position):
    cdef Setup setup
    cdef Board* boards          # every position since the one set up, the current one last
    cdef Board* board           # the current one
    cdef int capacity
    cdef int first_move         # plies before the position set up, by its full-move number
    cdef int stepped            # the en passant square of the position set up, 0 for none
    cdef Evaluation evaluation
    cdef readonly bint chess960
    cdef bint library_order     # generate in the order of python-chess
    cdef bint summed            # whether the evaluation is the incremental sum, and nothing else
    cdef bint from_scratch      # evaluate without the incremental sum

    cdef int set_up(self, object position) except -1
    cdef int allow_castling(self, int colour, int rook) except -1
    cdef int sum_up(self) except -1
    cdef int32_t sum_of(self, const Board* board) noexcept nogil
    cdef double evaluate_from_scratch(self) noexcept nogil
    cdef int grow(self, int capacity) except -1
    cdef str spell(self, Move move, bint rook_square)
