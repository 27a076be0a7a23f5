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

    cdef double finish(self, const Setup* setup, const Board* board) noexcept nogil:
        return board.sum
