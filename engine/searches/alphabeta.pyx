"""Alpha-beta: the value of minimax without the moves that cannot change it (Knuth and Moore, 1975)."""

cimport cython

from libc.string cimport memset

from ..bits cimport u64
from ..game cimport MAX_MOVES, Ending, Move
from .search cimport Search, enter, estimate, extend, settle
from .table cimport AT_LEAST, AT_MOST, BOUND, EXACT, FORCED, Entry


@cython.final
cdef class AlphaBeta(Search):
    """Minimax with a window (low, high) outside of which no value matters."""

    name = "AlphaBeta"

    def configure(self, options):
        Search.configure(self, options)
        self.prunes = True
        self.hard = options["Fail"] == "hard"
        self.strict = options["Cut"] == "strict"
        self.mate_window = options["RootWindow"] == "mate"
        self.ordering = options["MoveOrder"] == "Auto"

    def begin(self, position, table=None, chosen=None):
        Search.begin(self, position, table, chosen)
        memset(self.killers, 0xFF, sizeof(self.killers))

    def root_window(self):
        if self.mate_window:
            return -self.position.decisive, self.position.decisive
        return Search.root_window(self)

    cdef double value(self, int depth, int ply, double low, double high) noexcept nogil:
        """The value if it lies inside the window.

        Else, fail-soft: a bound on it from the same side, low or less, high or more. Fail-hard: the window's edge.
        """
        cdef Move[MAX_MOVES] moves
        cdef Move best_move = 0
        cdef double best = 0.0
        cdef double value = 0.0
        cdef double first_low = low
        cdef double first_high = high
        cdef bint forced = False
        cdef bint maximise
        cdef Ending ending
        cdef Entry* entry = NULL
        cdef u64 key = 0
        cdef int bound, i, n

        # 1. Is there anything to search?
        if not enter(self, ply):
            return 0.0
        ending = self.position.over(&value)
        if ending != Ending.ONGOING:
            value = settle(self, ending, value, ply)
            return min(max(value, low), high) if self.hard else value
        if depth <= 0:
            value = estimate(self, ply)
            return min(max(value, low), high) if self.hard else value

        # 2. Has it been searched, and does what is known suffice?
        if self.table is not None:
            key = self.position.key(depth)
            if key:
                entry = self.table.find(key)
                if entry != NULL and entry.depth == depth and entry.stamp == self.table.stamp:
                    bound = entry.flags & BOUND
                    value = entry.value
                    if (
                        bound == EXACT
                        or (bound == AT_LEAST and self.beyond(value, high))
                        or (bound == AT_MOST and self.beyond(low, value))
                    ):
                        self.forced = (entry.flags & FORCED) != 0
                        return min(max(value, low), high) if self.hard else value

        # 3. The likely best first.
        maximise = self.position.turn() == 0
        n = self.position.generate(moves)
        if self.ordering:
            self.order(moves, n, ply, entry.move if entry != NULL else <Move> -1)

        # 4. The best of the moves, until one is too good to be allowed.
        for i in range(n):
            if self.position.chance:
                value = self.child(moves[i], depth - 1, ply + 1, low, high)
            else:
                self.position.make(moves[i])
                value = self.value(depth - 1, ply + 1, low, high)
                self.position.unmake()
            if self.halted:
                return 0.0
            if i == 0 or (value > best if maximise else value < best):
                best = value
                best_move = moves[i]
                forced = self.forced
                extend(self, ply, best_move)
                if maximise:
                    low = max(low, best)
                else:
                    high = min(high, best)
                if self.beyond(best, first_high) if maximise else self.beyond(first_low, best):
                    self.note_cut(best_move, ply)
                    break

        # 5. Remember it, as the bound that it is.
        self.forced = forced
        if key:
            bound = EXACT
            if best >= first_high:
                bound = AT_LEAST
            elif best <= first_low:
                bound = AT_MOST
            self.table.store(key, best, depth, bound | (FORCED if forced else 0), best_move)
        return min(max(best, first_low), first_high) if self.hard else best

    cdef inline bint beyond(self, double value, double edge) noexcept nogil:
        """Whether a value cuts at this edge of the window."""
        return value > edge if self.strict else value >= edge

    cdef void order(self, Move* moves, int n, int ply, Move first) noexcept nogil:
        """Bring the table's move to the front, then the moves that cut elsewhere at this ply."""
        cdef int front = 0
        front += advance(moves, n, front, first)
        front += advance(moves, n, front, self.killers[ply][0])
        advance(moves, n, front, self.killers[ply][1])

    cdef void note_cut(self, Move move, int ply) noexcept nogil:
        """Killer moves: the last two that cut at this ply (Huberman, 1968)."""
        if move != self.killers[ply][0]:
            self.killers[ply][1] = self.killers[ply][0]
            self.killers[ply][0] = move


cdef inline int advance(Move* moves, int n, int front, Move move) noexcept nogil:
    """Move one move of a list forward to `front`; whether it is there."""
    cdef int i, j
    for i in range(front, n):
        if moves[i] == move:
            for j in range(i, front, -1):
                moves[j] = moves[j - 1]
            moves[front] = move
            return 1
    return 0
