"""The interface between searches and models of an opponent."""

from ..position cimport Move, Position
from ..searches.search cimport Search


cdef class OpponentModel:
    """The base class of the models. Here, all moves are equally likely."""

    cdef int join(self, Search outer, Position position) except -1:
        """From now on, weigh moves for a search. position: that of the search, which plays moves on it."""
        self.position = position
        return 0

    cdef bint weigh(self, const Move* moves, int n, double* weights) noexcept nogil:
        """Write how likely the opponent is to play each move; False if the search was stopped.

        The weights need not add up to one, and a move of weight 0 is never played.
        """
        cdef int i
        for i in range(n):
            weights[i] = 1.0
        return True

    @property
    def players(self):
        """The players that the model describes, in words."""
        return "players who play any move"

    @property
    def nodes(self):
        """The nodes that it has visited to plan, or None if it does not plan."""
        return None
