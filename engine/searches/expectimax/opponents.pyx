"""Models of an opponent, for Expectimax.

A model gives each legal move a weight; the weights need not add up to one. An opponent without a model is optimal.
"""


cdef class Opponent:
    """Uniform: every legal move is as likely as any other."""

    cdef void weigh(self, Position position, Move* moves, int n, double* weights) noexcept nogil:
        cdef int i
        for i in range(n):
            weights[i] = 1.0


MODELS = {"uniform": Opponent, "optimal": None}
