"""Alpha-beta: the value of minimax without the moves that cannot change it (Knuth and Moore, 1975)."""

from libc.math cimport INFINITY
from libc.string cimport memset

from ...support.atomic cimport raised
from ...bits cimport u64
from ...position cimport MAX_MOVES, Ending, Move, Position
from ..quiescence cimport estimate
from ..search cimport Forced, Search, advance, all_forced, enter, extend, no_moves, see, settle, sure
from ..table cimport FORCED, Entry, known, settles


cdef class AlphaBeta(Search):
    """Minimax with a window (low, high) outside of which no value matters."""

    def configure(self, options):
        Search.configure(self, options)
        self.prunes = True
        self.hard = options["Fail"] == "hard"
        self.strict = options["Cut"] == "strict"
        self.mate_window = options["RootWindow"] == "mate"
        self.ordering = options["MoveOrder"] == "Auto"

    cdef int start_at(self, Position position, object table, object chosen) except -1:
        Search.start_at(self, position, table, chosen)
        memset(self.killers, 0xFF, sizeof(self.killers))
        return 0

    cdef void root_window(self, double* low, double* high):
        if self.mate_window:
            low[0], high[0] = -self.position.decisive, self.position.decisive
        else:
            Search.root_window(self, low, high)

    cdef double value(self, int depth, int ply, double low, double high) noexcept nogil:
        """The value if it lies inside the window.

        Else, fail-soft: a bound on the same side, at most low or at least high. Fail-hard: the edge of the window.
        """
        return walk(self, self.position, depth, ply, low, high)


cdef inline bint beyond(AlphaBeta search, double value, double edge) noexcept nogil:
    """Whether a value cuts at the upper edge of the window; with the arguments exchanged, at the lower one."""
    return value > edge if search.strict else value >= edge


cdef inline double confine(AlphaBeta search, double value, double low, double high) noexcept nogil:
    """Fail-hard: nothing outside the window is returned."""
    return min(max(value, low), high) if search.hard else value


cdef inline double walk(
    AlphaBeta search, Position position, int depth, int ply, double low, double high
) noexcept nogil:
    """The value of a position, bounded as that of `value`. Leaves end here, before any set-up for moves."""
    cdef double value = 0.0
    cdef Ending ending
    if not enter(search, ply):
        return 0.0
    ending = position.over(&value)
    if ending != Ending.ONGOING:
        return confine(search, settle(search, ending, value, ply), low, high)
    if depth <= 0:
        return confine(search, estimate(search, depth, ply, low, high), low, high)
    return expand(search, position, depth, ply, low, high)


cdef double expand(
    AlphaBeta search, Position position, int depth, int ply, double low, double high
) noexcept nogil:
    """The value of a position that has moves, bounded as that of `value`."""
    cdef Move[MAX_MOVES] moves
    cdef double best
    cdef Entry* entry = NULL
    cdef u64 key = 0
    cdef int n

    # 1. Does an entry of the table settle it?
    if search.table is not None:
        key = position.key() if position.keeps(depth + search.extra) else 0
        if key:
            entry = search.table.find(key)
            if settles(entry, search.table, depth, low, high):
                search.forced = entry.marks & FORCED
                return confine(search, known(entry, high), low, high)

    # 2. The moves, those that are likely the best first.
    n = position.generate(moves)
    if n == 0:
        return no_moves(search)
    if search.ordering:
        order(search, moves, n, ply, entry)

    # 3. The best move for the side to move.
    if position.turn() == 0:
        best = choose(search, position, moves, n, depth, ply, low, high, True)
    else:
        best = choose(search, position, moves, n, depth, ply, low, high, False)

    # 4. Store the value, or the bound.
    if key and not raised(&search.halted):
        search.table.store(key, depth, best, low, high, search.forced, search.pv[ply][0])
    return confine(search, best, low, high)


cdef inline double choose(
    AlphaBeta search, Position position, Move* moves, int n, int depth, int ply,
    double low, double high, const bint maximise
) noexcept nogil:
    """The largest or the smallest value among the moves, until one of them causes a cutoff."""
    cdef double best = -INFINITY if maximise else INFINITY
    cdef double value
    cdef bint forced = False
    cdef Forced all = all_forced()
    cdef int i
    for i in range(n):
        if position.chance:
            value = search.child(moves[i], depth - 1, ply + 1, low, high)
            see(&all, search.forced, value)
        else:
            position.make(moves[i])
            value = walk(search, position, depth - 1, ply + 1, low, high)
            position.unmake()
        if raised(&search.halted):
            return 0.0
        if value > best if maximise else value < best:
            best = value
            forced = search.forced
            extend(search, ply, moves[i])
            if beyond(search, best, high) if maximise else beyond(search, low, best):
                note_cut(search, moves[i], ply)
                break
            if maximise:
                low = max(low, best)
            else:
                high = min(high, best)
    search.forced = sure(best, forced, maximise, all) if position.chance else forced
    return best


cdef inline void note_cut(AlphaBeta search, Move move, int ply) noexcept nogil:
    """Killer moves: the last two that cut at this ply (Huberman, 1968)."""
    if move != search.killers[ply][0]:
        search.killers[ply][1] = search.killers[ply][0]
        search.killers[ply][0] = move


cdef inline void order(AlphaBeta search, Move* moves, int n, int ply, const Entry* entry) noexcept nogil:
    """Bring the table's move to the front, then the killers of this ply."""
    cdef int front = 0
    if entry != NULL:
        front += advance(moves, n, front, entry.move)
    front += advance(moves, n, front, search.killers[ply][0])
    advance(moves, n, front, search.killers[ply][1])
