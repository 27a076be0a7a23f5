"""Expectimax: the best plan against chance, and against an opponent that errs (Michie, 1966)."""

cimport cython

from ..bits cimport u64
from ..game cimport MAX_MOVES, Ending, Move, Position
from .search cimport Search, enter, estimate, extend, settle
from .table cimport EXACT, FORCED, Entry

from .opponents import MODELS


@cython.final
cdef class Expectimax(Search):
    """The side to move at the root plays its best move; the other plays each move as often as its model says.

    Without a model the opponent is optimal: what remains of chance is the game's own.
    """

    name = "Expectimax"

    def configure(self, options):
        Search.configure(self, options)
        self.wanted = options["Opponent"]

    def begin(self, position, table=None, chosen=None):
        Search.begin(self, position, table, chosen)
        model = MODELS[position.opponent if self.wanted == "Auto" else self.wanted]
        self.opponent = None if model is None else model()
        self.player = self.position.turn()

    cdef double value(self, int depth, int ply, double low, double high) noexcept nogil:
        """Exact, whatever the window."""
        return walk(self, self.position, depth, ply)


cdef inline double walk(Expectimax search, Position position, int depth, int ply) noexcept nogil:
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


cdef double expand(Expectimax search, Position position, int depth, int ply) noexcept nogil:
    """The value of a position that has moves."""
    cdef Move[MAX_MOVES] moves
    cdef double value
    cdef Entry* entry
    cdef u64 key = 0
    cdef int n

    # 1. Has it been searched?
    if search.table is not None:
        key = position.key(depth)
        if key:
            entry = search.table.find(key)
            if entry != NULL and entry.depth == depth and entry.stamp == search.table.stamp:
                search.forced = (entry.flags & FORCED) != 0
                return entry.value

    # 2. Whose move it is decides whether the best counts or the mean.
    n = position.generate(moves)
    if search.opponent is not None and position.turn() != search.player:
        value = mean(search, position, moves, n, depth, ply)
    else:
        value = best(search, position, moves, n, depth, ply)

    # 3. Remember it.
    if key and not search.halted:
        search.table.store(key, value, depth, EXACT | (FORCED if search.forced else 0), search.pv[ply][0])
    return value


cdef inline double play(Expectimax search, Position position, Move move, int depth, int ply) noexcept nogil:
    """The value of a move."""
    cdef double value
    if position.chance:
        return search.child(move, depth - 1, ply + 1, 0.0, 0.0)
    position.make(move)
    value = walk(search, position, depth - 1, ply + 1)
    position.unmake()
    return value


cdef double best(Expectimax search, Position position, Move* moves, int n, int depth, int ply) noexcept nogil:
    """The best move's value, from the view of whose turn it is."""
    cdef bint maximise = position.turn() == 0
    cdef bint forced = False
    cdef double most = 0.0
    cdef double value
    cdef int i
    for i in range(n):
        value = play(search, position, moves[i], depth, ply)
        if i == 0 or (value > most if maximise else value < most):
            most = value
            forced = search.forced
            extend(search, ply, moves[i])
    search.forced = forced
    return most


cdef double mean(Expectimax search, Position position, Move* moves, int n, int depth, int ply) noexcept nogil:
    """The mean over the opponent's moves. It is forced only if every move that can come leads to the same end."""
    cdef double[MAX_MOVES] weights
    cdef double weight = 0.0
    cdef double total = 0.0
    cdef double value
    cdef bint wins = True
    cdef bint losses = True
    cdef int i
    search.opponent.weigh(position, moves, n, weights)
    for i in range(n):
        if weights[i] > 0.0:
            value = play(search, position, moves[i], depth, ply)
            total += weights[i] * value
            weight += weights[i]
            wins = wins and search.forced and value > 0
            losses = losses and search.forced and value < 0
    search.forced = wins or losses
    search.pv_length[ply] = 0  # no principal variation goes on behind chance
    search.pv[ply][0] = moves[0]
    return total / weight
