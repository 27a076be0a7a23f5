"""Models of an opponent, for Expectimax.

A model gives each legal move a weight; the weights need not add up to one, and a move of weight 0 is never played. An
opponent without a model is optimal. The models that plan judge each move by a search of their own, `OpponentDepth`
plies deep from where they stand, with the values of minimax: so many plies deep they are right, but for what they do
with it.
"""

from libc.math cimport exp

from ..search cimport margin

from ..alphabeta.search import AlphaBeta

from .algorithm import ALGORITHM

cdef dict SPINS = {option.name: option for option in ALGORITHM.options if option.kind == "spin"}


cdef class Opponent:
    """Uniform: every legal move is as likely as any other."""

    def __init__(self, options):
        self.depth = 0

    cdef u64 nodes(self) noexcept:
        """How many it has visited since it joined a search."""
        return 0

    cdef int join(self, Search search, Position position) except -1:
        """Say from now on how likely the moves in the positions are that this search brings its own one to."""
        return 0

    cdef bint weigh(self, Position position, Move* moves, int n, double* weights) noexcept nogil:
        """Write the weights of the moves; whether it could: else the search is on its way home."""
        cdef int i
        for i in range(n):
            weights[i] = 1.0
        return True


cdef class Planner(Opponent):
    """What the models that plan have in common."""

    def __init__(self, options):
        self.depth = number(options, "OpponentDepth")
        self.options = options
        self.replies = AlphaBeta()

    cdef u64 nodes(self) noexcept:
        return self.replies.nodes

    cdef int join(self, Search search, Position position) except -1:
        self.replies.configure(self.options)
        self.replies.join(search, position)
        self.scale = position.scale
        return 0

    cdef bint judge(self, Position position, Move* moves, int n, double* values) noexcept nogil:
        """What each move is worth to whoever makes it, less what the best is worth; whether that could be found."""
        cdef double sign = 1.0 if position.turn() == 0 else -1.0
        cdef double best, slack
        cdef int i
        for i in range(n):
            values[i] = sign * self.replies.reply(moves[i], self.depth - 1)
            if self.replies.halted:
                return False
        best = values[0]
        for i in range(1, n):
            if values[i] > best:
                best = values[i]
        slack = margin(best, self.replies.floor)
        for i in range(n):
            values[i] = 0.0 if best - values[i] <= slack else values[i] - best
        return True


cdef class Softmax(Planner):
    """The better a move, the likelier it is: in proportion to exp(value / temperature) (Luce, 1959; Boltzmann).

    At temperature 0 it plays the best moves alone, each as often as the others.
    """

    def __init__(self, options):
        Planner.__init__(self, options)
        self.temperature = number(options, "OpponentTemperature")

    cdef bint weigh(self, Position position, Move* moves, int n, double* weights) noexcept nogil:
        cdef int i
        if not self.judge(position, moves, n, weights):
            return False
        for i in range(n):
            if self.temperature > 0.0:
                weights[i] = exp(weights[i] * self.scale / self.temperature)
            else:
                weights[i] = weights[i] == 0.0
        return True


cdef class Blunder(Planner):
    """It plays the best moves, each as often as the others, but now and then it moves without looking: anything."""

    def __init__(self, options):
        Planner.__init__(self, options)
        self.rate = number(options, "OpponentBlunder") / 1000.0

    cdef bint weigh(self, Position position, Move* moves, int n, double* weights) noexcept nogil:
        cdef int best = 0
        cdef int i
        if not self.judge(position, moves, n, weights):
            return False
        for i in range(n):
            best += weights[i] == 0.0
        for i in range(n):
            weights[i] = self.rate / n + ((1.0 - self.rate) / best if weights[i] == 0.0 else 0.0)
        return True


cdef int number(dict options, str name) except -1:
    """The value of an option; ValueError if it is none that the option may have."""
    return SPINS[name].check_number(options[name])


MODELS = {"uniform": Opponent, "optimal": None, "softmax": Softmax, "blunder": Blunder}
