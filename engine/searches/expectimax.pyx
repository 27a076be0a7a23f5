"""Expectimax: the best plan against chance, and against an opponent that errs (Michie, 1966)."""

cimport cython

from ..bits cimport u64
from ..game cimport MAX_MOVES, Ending, Move
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
        cdef int i, n, turn

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

        turn = self.position.turn()
        n = self.position.generate(moves)
        if turn != self.player and self.opponent is not None:
            # 3a. What the opponent's move is worth on average.
            best = self.expect(moves, n, depth, ply)
        else:
            # 3b. The best move, from the view of whose turn it is.
            maximise = turn == 0
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
            self.forced = forced

        # 4. Remember it.
        if key and not self.halted:
            self.table.store(key, best, depth, EXACT | (FORCED if self.forced else 0), best_move)
        return best

    cdef double expect(self, Move* moves, int n, int depth, int ply) noexcept nogil:
        """The mean over the opponent's moves. It is forced only if every move that can come leads to the same end."""
        cdef double[MAX_MOVES] weights
        cdef double weight = 0.0
        cdef double total = 0.0
        cdef double value
        cdef bint wins = True
        cdef bint losses = True
        cdef int i
        self.opponent.weigh(self.position, moves, n, weights)
        for i in range(n):
            if weights[i] <= 0.0:
                continue
            if self.position.chance:
                value = self.child(moves[i], depth - 1, ply + 1, 0.0, 0.0)
            else:
                self.position.make(moves[i])
                value = self.walk(depth - 1, ply + 1)
                self.position.unmake()
            total += weights[i] * value
            weight += weights[i]
            wins = wins and self.forced and value > 0
            losses = losses and self.forced and value < 0
        self.forced = wins or losses
        self.pv_length[ply] = 0
        return total / weight
