"""The root of every game-independent search: root moves, their values and lines, limits, and the way home.

A search is used like this: `begin` with a position, `deepen` to one depth after another, read `lines` in between;
`halt` from any thread ends the current `deepen` within a node. Values are from player 0's view: he maximises,
player 1 minimises. Each search implements `value` and says there what its result bounds.
"""

from libc.math cimport INFINITY

from ..game cimport MAX_MOVES, MAX_PLY, Move, Position

cdef extern from "<time.h>" nogil:
    """
    static inline double oddsfish_now(void) {
        struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + 1e-9 * t.tv_nsec;
    }
    """
    double now "oddsfish_now"() noexcept

cdef enum:
    POLL = 1024     # nodes between two looks at the clock

cdef double TIE = 1e-12     # relative
cdef u64 NO_LIMIT = <u64> 1 << 62

DEEPEST = MAX_PLY


cdef class Line:
    """A root move with what is known of it."""

    def __init__(self, move, place):
        self.move = move
        self.place = place
        self.moves = [move]


cdef class Search:
    """The base of the searches; `value` is theirs."""

    name = ""
    draws = False       # whether ties are drawn by lot whatever TiePolicy says

    def __cinit__(self):
        self.position = None
        self.table = None
        self.lines = []
        self.mate_distance = True
        self.deadline = INFINITY
        self.node_limit = NO_LIMIT

    def configure(self, options):
        """Take up what `options` (a mapping of names to values) says of this search."""
        self.mate_distance = options["MateDistance"]

    def accepts(self, position):
        """Why this search cannot walk this game, or None if it can."""
        return None

    def begin(self, Position position, Table table=None, chosen=None):
        """Prepare to search a position (a clone is taken): all legal moves, or only the `chosen` ones."""
        cdef Move[MAX_MOVES] moves
        cdef int place, n
        self.position = position.clone()
        self.position.reserve(MAX_PLY + 2)
        self.table = table
        self.nodes = 0
        self.seldepth = 0
        self.step = 1.0 / position.scale
        self.stop_asked = False
        self.deadline = INFINITY
        self.node_limit = NO_LIMIT
        if table is not None:
            table.begin_search()
        n = self.position.generate(moves)
        self.position.check()
        self.lines = [
            Line(moves[place], place)
            for place in range(n)
            if chosen is None or self.position.unpack(moves[place]) in chosen
        ]

    def halt(self):
        """Come home at once; from any thread."""
        self.stop_asked = True
        if self.stoppable:
            self.halted = True

    def follow(self, moves):
        """The notation of moves that follow each other from the root, up to the first that chance decides."""
        texts = []
        played = 0
        try:
            for code in moves:
                move = self.position.unpack(code)
                texts.append(self.position.notation(move))
                if self.position.chances(move):
                    break
                self.position.play(move)
                played += 1
        finally:
            for _ in range(played):
                self.position.undo()
        return tuple(texts)

    def static_value(self):
        """The evaluation of the root."""
        cdef double value = self.position.evaluate()
        self.position.check()
        return value

    def root_window(self):
        """The window that the root starts with."""
        return -INFINITY, INFINITY

    def deepen(self, int depth, int multipv=1, bint all_ties=False, bint stoppable=True, report=None):
        """Search the root moves to this depth and sort `lines`, best first; whether it was finished.

        multipv: how many of the best moves get their exact value; of the others at least a bound is known.
        all_ties: every move that equals the best is to be exact, too; else only the first of them as generated.
        stoppable: whether `halt` and the deadline can end it, or the limit on nodes alone.
        report: called with each line and its number before it is searched.
        """
        cdef int sign = 1 if self.position.turn() == 0 else -1
        cdef double least, low, high, value
        cdef Line line
        cdef Move move
        cdef list done = []
        first_low, first_high = self.root_window()
        self.stoppable = stoppable
        self.halted = stoppable and self.stop_asked
        self.next_poll = 0
        self.nodes += 1
        self.horizon = False
        if self.table is not None:
            self.table.begin_iteration()
        for number, line in enumerate(self.lines, 1):
            if report is not None:
                report(line, number)
            # A move has to beat the least of the best; where a tie would count, to come close to it.
            least = least_of_best(done, multipv, sign)
            if all_ties or any([other.place > line.place for other in done]):
                least -= sign * 2 * margin(least)
            low, high = first_low, first_high
            if sign > 0:
                low = max(low, least)
            else:
                high = min(high, least)
            move = line.move
            self.seldepth = 0
            with nogil:
                value = self.child(move, depth - 1, 1, low, high)
            self.position.check()
            if self.halted:
                break
            self.keep(line, value, not self.prunes or sign * value > sign * least, depth)
            done.append(line)
            if sign * value >= (first_high if sign > 0 else -first_low):
                break  # a win as large as any: only a window with edges is ever reached
        self.rank(done, sign, multipv)
        return not self.halted

    cdef void keep(self, Line line, double value, bint exact, int depth):
        cdef int i
        line.value = value
        line.exact = exact
        line.forced = self.forced
        line.depth = depth
        line.seldepth = max(self.seldepth, 1)
        line.moves = [line.move] + [self.pv[1][i] for i in range(self.pv_length[1])]

    def rank(self, done, sign, multipv):
        """Bring the best lines to the front; ties in order of generation.

        After an iteration that was cut short, what is known exactly goes to the front and nothing else moves: the
        best line of the iteration before was searched first, so only something better can replace it.
        """
        best = in_order([line for line in done if line.exact], sign)
        if len(done) < len(self.lines):
            best = best[:multipv]
        rest = [line for line in self.lines if line not in best]
        if len(done) == len(self.lines):
            rest = in_order(rest, sign)
        self.lines = best + rest

    cdef double value(self, int depth, int ply, double low, double high) noexcept nogil:
        return 0.0

    cdef double child(self, Move move, int depth, int ply, double low, double high) noexcept nogil:
        """The value of a move, whose certain outcomes are `ply` moves from the root."""
        cdef Move[MAX_MOVES] certain
        cdef double[MAX_MOVES] probabilities
        cdef double value
        cdef int n
        if self.position.chance:
            n = self.position.outcomes(move, certain, probabilities)
            if n:
                return self.average(depth, ply, certain, probabilities, n, low, high)
        self.position.make(move)
        value = self.value(depth, ply, low, high)
        self.position.unmake()
        return value

    cdef double average(
        self, int depth, int ply, Move* certain, double* probabilities, int n, double low, double high
    ) noexcept nogil:
        """The exact value of a chance node, whatever the window: the mean of its outcomes."""
        cdef double total = 0.0
        cdef double value
        cdef bint wins = True
        cdef bint losses = True
        cdef int i
        if not enter(self, ply):
            return 0.0
        for i in range(n):
            self.position.make(certain[i])
            value = self.value(depth, ply, -INFINITY, INFINITY)
            self.position.unmake()
            total += probabilities[i] * value
            wins = wins and self.forced and value > 0
            losses = losses and self.forced and value < 0
        self.forced = wins or losses
        self.pv_length[ply] = 0
        return total

    cdef void poll(self) noexcept nogil:
        """Halt if a limit is reached; set when to look again."""
        if self.nodes >= self.node_limit or (self.stoppable and now() >= self.deadline):
            self.halted = True
        self.next_poll = min(self.nodes + POLL, self.node_limit)


cdef double margin(double value):
    """Means of equal worth may differ by what their sums have lost; values that are no means never differ so little."""
    return TIE * max(1.0, abs(value)) if abs(value) < INFINITY else 0.0


def tied(double one, double other):
    """Whether two values are equal, but for rounding."""
    return abs(one - other) <= margin(one)


cdef list in_order(list lines, int sign):
    """Best first; those that tie with the best of their kind in order of generation."""
    cdef list ordered = []
    cdef list rest = sorted(lines, key=lambda line: -sign * line.value)
    while rest:
        ties = [line for line in rest if tied(rest[0].value, line.value)]
        ordered += sorted(ties, key=lambda line: line.place)
        rest = rest[len(ties):]
    return ordered


cdef double least_of_best(list done, int multipv, int sign):
    """The value that a move must beat to be among the best `multipv`."""
    cdef list values = sorted([sign * (<Line> line).value for line in done if (<Line> line).exact], reverse=True)
    return sign * values[multipv - 1] if len(values) >= multipv else -sign * INFINITY
