"""The base of the evaluations of chess.

The position keeps one sum up to date, move by move, from the table `square_values`. An evaluation that needs more than
this sum leaves `plain` unset and adds the rest in `finish`, reading the board.
"""

from ..board cimport KING, ROOK


cdef class Evaluation:
    """The value of a chess position, in units of `scale` centipawns."""

    def __cinit__(self):
        self.scale = 1.0
        self.plain = True
        self.identity = (type(self).__name__,)
        self.feature_names = ("H_0",)
        self.counts = ()

    cdef int finish_table(self) except -1:
        """Compute `most_quiet`. To be called after `square_values` is filled."""
        cdef int kind
        cdef list spans = []
        for kind in range(6):
            values = [self.square_values[0][kind][square] for square in range(64)]
            spans.append(max(values) - min(values))
        self.most_quiet = max(*spans[:KING], spans[ROOK] + spans[KING])  # castling moves two pieces
        return 0

    cdef u64 beyond_sum(self, const Board* board, bint* captures) noexcept nogil:
        """Return the pieces of the side to move whose moves may change more of the evaluation than the sum.

        captures: becomes true if a promotion, or the capture of a piece, may do so, too.
        """
        captures[0] = not self.plain
        return 0 if self.plain else board.colours[board.turn]

    cdef double finish(self, const Setup* setup, const Board* board) noexcept nogil:
        return board.sum

    cdef int describe(self, const Setup* setup, const Board* board, double* features) noexcept nogil:
        """Write the features of a position, from the view of the side to move; return their number."""
        cdef double value = self.finish(setup, board)
        features[0] = -value if board.turn else value
        return 1
