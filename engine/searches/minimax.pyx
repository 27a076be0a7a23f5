"""Minimax: every move of every position down to a depth, nothing left out (von Neumann, 1928)."""

cimport cython

from ..bits cimport u64
from ..game cimport MAX_MOVES, Ending, Move
from .search cimport Search, enter, estimate, extend, settle
from .table cimport EXACT, FORCED, Entry


@cython.final
cdef class Minimax(Search):
    """The exact value of the tree. With a table it is memoised, and still exact."""

    name = "Minimax"

    cdef double value(self, int depth, int ply, double low, double high) noexcept nogil:
        """Exact, whatever the window."""
        return self.walk(depth, ply)

    cdef double walk(self, int depth, int ply) noexcept nogil:
        cdef Move[MAX_MOVES] moves
        cdef Move best_move = 0
        cdef double best = 0.0
        cdef double value = 0.0
        cdef bint forced = False
        cdef bint maximise
        cdef Ending ending
        cdef Entry* entry
        cdef u64 key = 0
        cdef int i, n

        # 1. Is there anything to search?
        if not enter(self, ply):
            return 0.0
        ending = self.position.over(&value)
        if ending != Ending.ONGOING:
            return settle(self, ending, value, ply)
        if depth <= 0:
            return estimate(self, ply)

        # 2. Has it been searched?
        if self.table is not None:
            key = self.position.key(depth)
            if key:
                entry = self.table.find(key)
                if entry != NULL and entry.depth == depth and entry.stamp == self.table.stamp:
                    self.forced = (entry.flags & FORCED) != 0
                    return entry.value

        # 3. The best of the moves, from the view of whose turn it is.
        maximise = self.position.turn() == 0
        n = self.position.generate(moves)
        for i in range(n):
            if self.position.chance:
                value = self.child(moves[i], depth - 1, ply + 1, 0.0, 0.0)
            else:
                self.position.make(moves[i])
                value = self.walk(depth - 1, ply + 1)
                self.position.unmake()
            if i == 0 or (value > best if maximise else value < best):
                best = value
                best_move = moves[i]
                forced = self.forced
                extend(self, ply, best_move)

        # 4. Remember it.
        self.forced = forced
        if key and not self.halted:
            self.table.store(key, best, depth, EXACT | (FORCED if forced else 0), best_move)
        return best
