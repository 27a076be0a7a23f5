"""Minimax: every move of every position down to a depth, nothing left out (von Neumann, 1928)."""

cimport cython

from libc.math cimport INFINITY

from ...bits cimport u64
from ...position cimport MAX_MOVES, Ending, Move, Position
from ..search cimport Search, enter, estimate, extend, no_moves, settle, sure
from ..table cimport FORCED, Entry, settles


@cython.final
cdef class Minimax(Search):
    """The exact value of the tree. With a table it is memoised, and still exact."""

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
        return estimate(search, depth, ply, -INFINITY, INFINITY)
    return expand(search, position, depth, ply)


cdef double expand(Minimax search, Position position, int depth, int ply) noexcept nogil:
    """The value of a position that has moves."""
    cdef Move[MAX_MOVES] moves
    cdef double best
    cdef Entry* entry
    cdef u64 key = 0
    cdef int n

    # 1. Has it been searched?
    if search.table is not None:
        key = position.key() if position.keeps(depth + search.extra) else 0
        if key:
            entry = search.table.find(key)
            if settles(entry, search.table, depth, -INFINITY, INFINITY):
                search.forced = entry.marks & FORCED
                return entry.low

    # 2. The best of the moves, from the view of whose turn it is.
    n = position.generate(moves)
    if n == 0:
        return no_moves(search)
    if position.chance:
        best = choose(search, position, moves, n, depth, ply, position.turn() == 0, True)
    elif position.turn() == 0:
        best = choose(search, position, moves, n, depth, ply, True, False)
    else:
        best = choose(search, position, moves, n, depth, ply, False, False)

    # 3. Remember it.
    if key and not search.halted:
        search.table.store(key, depth, best, -INFINITY, INFINITY, search.forced, search.pv[ply][0])
    return best


cdef inline double choose(
    Minimax search, Position position, Move* moves, int n, int depth, int ply, const bint maximise, const bint chance
) noexcept nogil:
    """The largest or the smallest value among the moves."""
    cdef double best = -INFINITY if maximise else INFINITY
    cdef double value
    cdef bint forced = False
    cdef bint wins = True
    cdef bint losses = True
    cdef int i
    for i in range(n):
        if chance:
            value = search.child(moves[i], depth - 1, ply + 1, 0.0, 0.0)
            wins = wins and search.forced and value > 0
            losses = losses and search.forced and value < 0
        else:
            position.make(moves[i])
            value = walk(search, position, depth - 1, ply + 1)
            position.unmake()
        if value > best if maximise else value < best:
            best = value
            forced = search.forced
            extend(search, ply, moves[i])
    search.forced = sure(best, forced, maximise, wins, losses) if chance else forced
    return best
