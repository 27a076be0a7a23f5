"""Minimax: every move of every position down to a depth, nothing left out (von Neumann, 1928)."""

cimport cython

from libc.math cimport INFINITY

from ..bits cimport u64
from ..game cimport MAX_MOVES, Ending, Move, Position
from .search cimport Search, enter, estimate, extend, settle
from .table cimport Entry, settles


@cython.final
cdef class Minimax(Search):
    """The exact value of the tree. With a table it is memoised, and still exact."""

    name = "Minimax"

    cdef double value(self, int depth, int ply, double low, double high) noexcept nogil:
        """Exact, whatever the window."""
        return walk(self, self.position, depth, ply)


cdef inline double walk(Minimax search, Position position, int depth, int ply) noexcept nogil:
    """The value of a position; leaves end here, before anything is set up for moves."""
    cdef double value = 0.0
    cdef Ending ending
    if not enter(search, ply):
        return 0.0
    ending = position.over(&value)
    if ending != Ending.ONGOING:
        return settle(search, ending, value, ply)
    if depth <= 0:
        return estimate(search, ply)
    return expand(search, position, depth, ply)


cdef double expand(Minimax search, Position position, int depth, int ply) noexcept nogil:
    """The value of a position that has moves."""
    cdef Move[MAX_MOVES] moves
    cdef Move best_move = 0
    cdef double best = 0.0
    cdef double value
    cdef bint forced = False
    cdef bint maximise = position.turn() == 0
    cdef Entry* entry
    cdef u64 key = 0
    cdef int i, n

    # 1. Has it been searched?
    if search.table is not None:
        key = position.key(depth)
        if key:
            entry = search.table.find(key)
            if settles(entry, search.table, depth, -INFINITY, INFINITY):
                search.forced = entry.forced
                return entry.low

    # 2. The best of the moves, from the view of whose turn it is.
    n = position.generate(moves)
    for i in range(n):
        if position.chance:
            value = search.child(moves[i], depth - 1, ply + 1, 0.0, 0.0)
        else:
            position.make(moves[i])
            value = walk(search, position, depth - 1, ply + 1)
            position.unmake()
        if i == 0 or (value > best if maximise else value < best):
            best = value
            best_move = moves[i]
            forced = search.forced
            extend(search, ply, best_move)

    # 3. Remember it.
    search.forced = forced
    if key and not search.halted:
        search.table.store(key, depth, best, -INFINITY, INFINITY, forced, best_move)
    return best
