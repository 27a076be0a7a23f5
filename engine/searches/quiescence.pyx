"""Quiescence search, for all game-independent searches."""

from libc.math cimport INFINITY

from ..support.atomic cimport raised
from ..position cimport MAX_MOVES, MAX_PLY, Ending, Move, Position
from .search cimport Forced, Search, all_forced, enter, extend, narrow, no_moves, see, settle, stand_pat, sure


cdef double quiesce(
    Search search, Position position, int depth, int ply, double low, double high
) noexcept nogil:
    """The value of a position after noisy moves, such as captures (Turing, 1953; Beal, 1990).

    The side to move accepts the static evaluation, or plays a noisy move. Both sides play their best, even if the
    search has a model of the opponent. Inside the window the value is exact, outside it a bound.
    """
    cdef Move[MAX_MOVES] moves
    cdef bint maximise = position.turn() == 0
    cdef bint obliged = False
    cdef bint forced = False
    cdef Forced all = all_forced()
    cdef double best = -INFINITY if maximise else INFINITY
    cdef double value
    cdef int i, n
    if ply >= MAX_PLY:
        return stand_pat(search, ply)
    search.horizon = True  # even if every noisy move ends the game: a quiet move may not
    n = position.generate_noisy(-depth, moves, &obliged)
    if not obliged:
        best = stand_pat(search, ply)
        if best >= high if maximise else best <= low:
            return best
        narrow(best, maximise, &low, &high)
    elif n == 0:
        return no_moves(search)
    for i in range(n):
        value = after_noisy(search, position, moves[i], depth - 1, ply + 1, low, high)
        if raised(&search.halted):
            return 0.0
        see(&all, search.forced, value)
        if value > best if maximise else value < best:
            best = value
            forced = search.forced
            extend(search, ply, moves[i])
            if best >= high if maximise else best <= low:
                break
            narrow(best, maximise, &low, &high)
    if position.chance:
        forced = sure(best, forced, maximise, all)
    # A loss is not forced if a quiet move may avoid it.
    search.forced = forced and (obliged or (best > 0) == maximise)
    return best


cdef double after_noisy(
    Search search, Position position, Move move, int depth, int ply, double low, double high
) noexcept nogil:
    """The value of a noisy move, bounded as that of `quiesce`. At a chance node, it is the exact mean."""
    cdef Move[MAX_MOVES] certain
    cdef double[MAX_MOVES] probabilities
    cdef double total = 0.0
    cdef double value
    cdef Forced all = all_forced()
    cdef int i
    cdef int n = position.outcomes(move, certain, probabilities) if position.chance else 0
    if n == 0:
        position.make(move)
        value = quiet_value(search, position, depth, ply, low, high)
        position.unmake()
        return value
    if not enter(search, ply):
        return 0.0
    for i in range(n):
        if probabilities[i] <= 0.0:
            continue
        position.make(certain[i])
        value = quiet_value(search, position, depth, ply, -INFINITY, INFINITY)
        position.unmake()
        total += probabilities[i] * value
        see(&all, search.forced, value)
    search.forced = all.wins or all.losses
    search.pv_length[ply] = 0
    return total


cdef inline double quiet_value(
    Search search, Position position, int depth, int ply, double low, double high
) noexcept nogil:
    """The value of a position behind the depth, bounded as that of `quiesce`."""
    cdef double value = 0.0
    cdef Ending ending
    if not enter(search, ply):
        return 0.0
    ending = position.over(&value)
    if ending != Ending.ONGOING:
        return settle(search, ending, value, ply)
    return quiesce(search, position, depth, ply, low, high)
