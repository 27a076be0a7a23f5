"""The base of the evaluations of chess.

The position keeps one sum up to date, move by move, from the table `worth`. An evaluation that needs more than this
sum leaves `plain` unset and adds the rest in `finish`, reading the board.
"""


cdef class Evaluation:
    """What a chess position is worth, in units of `scale` centipawns."""

    def __cinit__(self):
        self.scale = 1.0
        self.plain = True
        self.identity = (type(self).__name__,)
        self.feature_names = ("H_0",)
        self.counts = ()

    cdef double finish(self, const Setup* setup, const Board* board) noexcept nogil:
        return board.sum

    cdef int describe(self, const Setup* setup, const Board* board, double* features) noexcept nogil:
        """Write what is known of a position from the view of the side to move; return how much."""
        cdef double value = self.finish(setup, board)
        features[0] = -value if board.turn else value
        return 1
