"""Minimax: every move of every position down to a depth, nothing left out (von Neumann, 1928)."""

from hashlib import blake2b
from itertools import count

from libc.math cimport INFINITY, round

from ...support.atomic cimport raised
from ...bits cimport u64
from ...position cimport MAX_MOVES, Ending, Move, Position, value_key_of
from ..quiescence cimport estimate
from ..search cimport Forced, RootMove, Search, all_forced, enter, extend, no_moves, see, settle, sure
from ..table cimport EXACT, FORCED, OPEN, Entry, Table, settles

cdef u64 BY_DEPTH = 0x9E3779B97F4A7C15      # odd, so that no two depths, or plies, have the same multiple
cdef u64 BY_PLY = 0xC2B2AE3D27D4EB4F

cdef object NEVER_AGAIN = count()           # unique keys, for games that cannot tell what a value depends on


cdef class Minimax(Search):
    """The exact value of the tree. With a table it is memoised (Michie, 1968), and still exact.

    With `Memoise`, values outlive the search: a position that was searched before, to the same depth and by the same
    rules and evaluation, is only looked up. Distances to a win are then counted from the position itself.
    """

    cdef bint wanted            # whether values are to outlive a search
    cdef bint memoised          # whether they do, which needs a table
    cdef u64 salt               # mixed into keys: all that a value depends on besides the position
    cdef u64 expanded           # positions whose moves were searched
    cdef u64 path_dependent     # those of them whose value depends on the path, so that it is not kept

    def configure(self, options):
        Search.configure(self, options)
        self.wanted = options["Memoise"]

    def table_class(self, options):
        return Table if options["Memoise"] else Search.table_class(self, options)

    cdef int start_at(self, Position position, object table, object chosen) except -1:
        Search.start_at(self, position, table, chosen)
        position, self.position = self.position, None  # None until the set-up has succeeded
        self.memoised = self.wanted and table is not None
        self.expanded = self.path_dependent = 0
        if self.memoised:
            value_key = value_key_of(position)
            if value_key is None:
                value_key = next(NEVER_AGAIN)
            about = (type(position), id(type(position)), value_key, position.decisive, self.step, self.draw)
            text = repr((*about, self.mate_distance, self.quiescent)).encode()
            self.salt = int.from_bytes(blake2b(text, digest_size=8).digest(), "little")
        self.position = position
        return 0

    def remembers(self, int depth):
        cdef RootMove line
        cdef bint known = True
        self.claim("remembers")
        try:
            self.require("remembers")
            if not self.memoised or self.position.chance or depth == 1:
                return False
            for line in self.root:
                self.position.make(line.move)
                known = is_known(self, self.position, depth - 1)
                self.position.unmake()
                if not known:
                    break
            self.position.check()
        finally:
            self.busy = False
        return known

    @property
    def counts(self):
        """With `Memoise`: how many positions had their moves searched, and how many values depend on the path."""
        if not self.memoised:
            return {}
        share = (1000 * self.path_dependent + self.expanded // 2) // max(1, self.expanded)
        return {
            "expanded positions": self.expanded,
            "path-dependent positions": self.path_dependent,
            "path-dependent per mille": share,
        }

    cdef u64 key_of(self, Position position, int depth, int ply) noexcept nogil:
        """The key of a value that outlives the search; 0 if it depends on the path, or if the game has no keys."""
        cdef u64 key = position.key() if position.keeps(depth + self.extra) else 0
        if not key:
            return 0
        key ^= self.salt ^ BY_DEPTH * <u64> depth
        if position.chance and self.mate_distance:  # a distance cannot be separated from a mean
            key ^= BY_PLY * <u64> ply
        return key

    cdef double value(self, int depth, int ply, double low, double high) noexcept nogil:
        """Exact, whatever the window."""
        return walk(self, self.position, depth, ply)


cdef inline double walk(Minimax search, Position position, int depth, int ply) noexcept nogil:
    """The value of a position. Leaves end here, before any set-up for moves."""
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
    cdef double best
    cdef Entry* entry
    cdef u64 key = 0
    if search.memoised:
        return recall(search, position, search.table, depth, ply)

    # 1. Has it been searched?
    if search.table is not None:
        key = position.key() if position.keeps(depth + search.extra) else 0
        if key:
            entry = search.table.find(key)
            if settles(entry, search.table, depth, -INFINITY, INFINITY):
                search.forced = entry.marks & FORCED
                return entry.low

    # 2. The best of the moves.
    best = try_moves(search, position, depth, ply)

    # 3. Store the value.
    if key and not raised(&search.halted):
        search.table.store(key, depth, best, -INFINITY, INFINITY, search.forced, search.pv[ply][0])
    return best


cdef double recall(Minimax search, Position position, Table table, int depth, int ply) noexcept nogil:
    """The value of a position that has moves; from the table if it was ever searched to this depth."""
    cdef u64 key = search.key_of(position, depth, ply)
    cdef Entry* entry = table.find(key) if key else NULL
    cdef bint left_open = search.horizon
    cdef double best, distance
    if entry != NULL and entry.marks & EXACT and entry.depth == depth:
        search.forced = entry.marks & FORCED
        search.horizon = search.horizon or entry.marks & OPEN
        if not by_distance(search, position):
            return entry.low
        if entry.low > 0:
            return position.decisive - (ply + entry.low) * search.step
        return -position.decisive + (ply - entry.low) * search.step
    search.expanded += 1
    search.path_dependent += key == 0
    search.horizon = False
    best = try_moves(search, position, depth, ply)
    if key and not raised(&search.halted):
        distance = best
        if by_distance(search, position):
            distance = round((position.decisive - abs(best)) / search.step) - ply
            if best < 0:
                distance = -distance
        table.remember(
            key, depth, distance, (FORCED if search.forced else 0) | (OPEN if search.horizon else 0), search.pv[ply][0]
        )
    search.horizon = search.horizon or left_open
    return best


cdef inline bint by_distance(Minimax search, Position position) noexcept nogil:
    """Whether the value just found includes a distance. It is stored as plies from here, with the winner's sign."""
    return search.forced and search.mate_distance and search.step > 0.0 and not position.chance


cdef bint is_known(Minimax search, Position position, int depth) noexcept nogil:
    """Whether a position is over, or its value is in the table."""
    cdef double value = 0.0
    cdef u64 key
    cdef Entry* entry
    if position.over(&value) != Ending.ONGOING:
        return True
    key = search.key_of(position, depth, 1)
    entry = search.table.find(key) if key else NULL
    return entry != NULL and entry.marks & EXACT and entry.depth == depth


cdef double try_moves(Minimax search, Position position, int depth, int ply) noexcept nogil:
    """The value of the best move for the side to move."""
    cdef Move[MAX_MOVES] moves
    cdef int n = position.generate(moves)
    if n == 0:
        return no_moves(search)
    if position.chance:
        return choose(search, position, moves, n, depth, ply, position.turn() == 0, True)
    if position.turn() == 0:
        return choose(search, position, moves, n, depth, ply, True, False)
    return choose(search, position, moves, n, depth, ply, False, False)


cdef inline double choose(
    Minimax search, Position position, Move* moves, int n, int depth, int ply, const bint maximise, const bint chance
) noexcept nogil:
    """The largest or the smallest value among the moves."""
    cdef double best = -INFINITY if maximise else INFINITY
    cdef double value
    cdef bint forced = False
    cdef Forced all = all_forced()
    cdef int i
    for i in range(n):
        if chance:
            value = search.child(moves[i], depth - 1, ply + 1, 0.0, 0.0)
            see(&all, search.forced, value)
        else:
            position.make(moves[i])
            value = walk(search, position, depth - 1, ply + 1)
            position.unmake()
        if value > best if maximise else value < best:
            best = value
            forced = search.forced
            extend(search, ply, moves[i])
    search.forced = sure(best, forced, maximise, all) if chance else forced
    return best
