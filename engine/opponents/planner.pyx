"""Models that plan: each judges every move by a search of its own, to a fixed depth from the position.

The values are the exact minimax values of that depth. The models err only by their choice of moves.
"""

from libc.math cimport INFINITY, exp

from ..position cimport Move, Position
from ..searches.alphabeta.search cimport AlphaBeta
from ..searches.search cimport Search, margin
from .model cimport OpponentModel


cdef class Planner(OpponentModel):
    """The base class of these models. depth: of the search, in plies. settings: its options."""

    def __init__(self, int depth, settings):
        self.foresight = depth
        self.replies = AlphaBeta()
        self.replies.configure(settings)

    cdef int join(self, Search outer, Position position) except -1:
        OpponentModel.join(self, outer, position)
        self.scale = position.scale
        return self.replies.join(outer, position)

    cdef bint judge(self, const Move* moves, int n, double* values) noexcept nogil:
        """Write the value of each move for the side to move, minus that of the best. Return False if halted."""
        cdef double sign = 1.0 if self.position.turn() == 0 else -1.0
        cdef double best = -INFINITY
        cdef double slack
        cdef int i
        for i in range(n):
            values[i] = sign * self.replies.reply(moves[i], self.foresight - 1)
            if self.replies.halted:
                return False
            best = max(best, values[i])
        slack = margin(best, self.replies.floor)
        for i in range(n):
            values[i] = 0.0 if best - values[i] <= slack else values[i] - best
        return True

    @property
    def players(self):
        return f"such players ({type(self).__name__.lower()})"

    @property
    def nodes(self):
        return self.replies.nodes


cdef class Softmax(Planner):
    """The likelihood of a move is proportional to exp(value / temperature) (Luce, 1959; Boltzmann).

    temperature: in centi-units; at 0, only the best moves are played.
    """

    def __init__(self, int depth, settings, double temperature):
        Planner.__init__(self, depth, settings)
        self.temperature = temperature

    cdef bint weigh(self, const Move* moves, int n, double* weights) noexcept nogil:
        cdef int i
        if not self.judge(moves, n, weights):
            return False
        for i in range(n):
            if self.temperature > 0.0:
                weights[i] = exp(weights[i] * self.scale / self.temperature)
            else:
                weights[i] = weights[i] == 0.0
        return True


cdef class Blunder(Planner):
    """One of the best moves, all equally likely, but sometimes a random move.

    rate: the probability of a random move, 0 to 1.
    """

    def __init__(self, int depth, settings, double rate):
        Planner.__init__(self, depth, settings)
        self.rate = rate

    cdef bint weigh(self, const Move* moves, int n, double* weights) noexcept nogil:
        cdef int i, ties = 0
        if not self.judge(moves, n, weights):
            return False
        for i in range(n):
            ties += weights[i] == 0.0
        for i in range(n):
            weights[i] = self.rate / n + ((1.0 - self.rate) / ties if weights[i] == 0.0 else 0.0)
        return True
