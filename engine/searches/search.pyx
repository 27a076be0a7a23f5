"""The root of every game-independent search: root moves, their values and lines, limits, and how a search ends.

Call `begin` with a position, then `deepen` for one depth after another, and read `lines` in between. `halt` ends the
current `deepen` within a node. Any thread may call it. Calls in any other order are refused, and so are calls from two
threads at once. Values are from the view of player 0, who maximises; player 1 minimises. Each search implements
`value`, and its docstring there says what the result bounds.
"""

from bisect import insort
from functools import partial
from operator import attrgetter

from libc.math cimport INFINITY, isfinite

from ..support.atomic cimport put_flag
from ..evaluation cimport static_value
from ..position cimport MAX_MOVES, MAX_PLY, Lists, Move, Position, copy_of, ply_cost
from ..python_position cimport PythonPosition
from ..support.signals cimport Signals, now

from ..options import Options
from ..support.worker import HERE, Busy, call

cdef enum:
    MOST_INTERVAL = 1024    # nodes between two looks at the clock, where they are quick
    HEAP_TYPE = 1 << 9      # the flag of a class that is made while Python runs (Py_TPFLAGS_HEAPTYPE)
    PATIENCE = 10000        # nodes after which even the first root move may be interrupted

cdef double LOOK = 1e-3     # seconds between two looks, where they are slow
# Seconds after which other threads get the GIL: twice the time after which they ask for it.
cdef double GIVE_WAY = 10e-3
# Seconds for which a first iteration may go on without time: one root move alone says nothing about the others.
cdef double FIRST_ITERATION = 10e-3
cdef double FIRST_MOVE = 0.1  # seconds for its first root move, where nodes are slow
cdef double TIE = 1e-12     # relative
NO_LIMIT = <u64> 1 << 62

cdef object DEFAULTS = Options()
cdef object VALUE = attrgetter("value")
cdef object PLACE = attrgetter("place")


cdef class RootMove:
    """A root move, its value and its principal variation."""

    def __init__(self, move, place):
        self.move = move
        self.place = place
        self.moves = [move]


cdef class Search:
    """The base class of the searches. Each of them implements `value`."""

    at_random = False       # whether ties are broken at random, whatever the value of TiePolicy
    bounds_prove = False    # whether a bound that is a forced win or loss is proved as well
    proven = False          # whether all its values are proved, so that every bound of its best moves is reported
    tells_ties = True       # whether it can tell equal values from bounds, as TiePolicy needs
    proves = 0              # `prove` can prove or refute wins in up to so many moves
    deepest = MAX_PLY       # the largest depth that it searches, whatever depth is requested

    def __cinit__(self):
        self.root = []
        self.signals = Signals()

    @property
    def lines(self):
        """The root moves with their values, best first."""
        return list(self.root)

    cdef int require(self, str what) except -1:
        """ValueError if there is no position; Busy while another thread searches it."""
        if self.walking:
            raise Busy(what)
        if self.position is None:
            raise ValueError(f"{what} refused: `begin` with a position comes first")
        return 0

    def configure(self, options):
        """Set the options of this search, a mapping of names to values. Call `begin` after it."""
        if self.busy:
            raise Busy("configure")
        self.position = None
        self.mate_distance = options["MateDistance"]
        self.quiescent = options["Quiescence"]
        self.configured = True

    def accepts(self, position):
        """The reason why this search cannot search this position; None if it can."""
        return None

    def table_class(self, options):
        """The class of the table that these options (a mapping of names to values) give the search, or None."""
        return Table if options["Table"] else None

    def begin(self, Position position not None, table=None, chosen=None):
        """Prepare to search a copy of a position: all legal moves, or only the `chosen` ones.

        ValueError if a chosen move is not legal, or if the methods of the game contradict each other; TypeError for the
        table of another search; Busy while it runs.
        """
        if not self.configured:
            self.configure(DEFAULTS)
        self.claim("begin")
        try:
            self.start_at(position, table, chosen)
        finally:
            self.busy = False

    cdef int claim(self, str what) except -1:
        """Take the search for one thread, which clears `busy` at the end. Busy while another thread has it."""
        if self.busy:
            raise Busy(what)
        self.busy = True
        return 0

    cdef int start_at(self, Position position, object table, object chosen) except -1:
        cdef Lists found = Lists()
        cdef Move* moves = found.moves
        cdef Position twin
        cdef int place, n
        self.position = self.follower = None
        self.parts = []
        twin = copy_of(position)
        twin.reserve(MAX_PLY + 2)
        self.table = table
        self.nodes = self.aside = self.told = 0
        self.seldepth = 0
        self.step = ply_cost(twin)
        self.draw = 0.0
        self.extra = self.quiescent  # of noisy moves, only the first may lead back
        self.stop_asked = False
        self.deadline = INFINITY
        self.report_from = -INFINITY
        self.node_limit = NO_LIMIT
        self.interval = 1
        self.most_interval = MOST_INTERVAL
        if self.table is not None:
            self.table.begin_search()
        if isinstance(twin, PythonPosition):
            self.most_interval = 1  # in plain Python, nodes are slow, and a look at the clock costs little
            if self.table is not None:
                (<PythonPosition> twin).numbers = self.table.numbers
        n = twin.generate(moves)
        twin.check()
        legal = [twin.unpack(moves[place]) for place in range(n)]
        if chosen is not None:
            for move in chosen:
                if move not in legal:
                    raise ValueError(f"illegal root move: {move!r}")
        self.root = [RootMove(moves[place], place) for place in range(n) if chosen is None or legal[place] in chosen]
        self.floor = min(1.0, twin.decisive)
        self.position = twin
        return 0

    cdef int join(self, Search outer, Position position) except -1:
        """From now on, serve another search: `reply` searches the position that it has reached, with its limits."""
        outer.parts.append(self)
        self.position = position
        self.step, self.draw, self.floor = outer.step, outer.draw, outer.floor
        return 0

    cdef double reply(self, Move move, int depth) noexcept nogil:
        """The exact value of a move in the position of the other search. Distances count from there.

        If `halted`, the value has no meaning, and the other search is halted as well.
        """
        cdef double value
        self.halted = False
        value = self.child(move, depth, 1, -INFINITY, INFINITY)
        if self.halted:
            self.within.halted = True
            self.within.stuck = self.within.stuck or self.stuck
        return value

    @property
    def handicap(self):
        """The Handicap under which it plays; None for full strength."""
        return None

    @property
    def spare(self):
        """The largest share of the time and the nodes of a move that `pick` may take."""
        return 0.0

    def pick(self, random):
        """Choose a root move other than the best: its place in `lines`, and the reason in words. None for the best.

        random: the source of random numbers, if it draws.
        """
        return None

    @property
    def decided(self):
        """Whether no other move can be as good as the best."""
        return len(self.root) == 1

    def remembers(self, int depth):
        """Whether all root moves have been searched to this depth before, so that it is fast."""
        return False

    @property
    def counts(self):
        """Further counts beside the nodes, by name."""
        return {}

    def halt(self):
        """Stop at once. Any thread may call this."""
        self.stop_asked = True
        if self.stoppable:
            put_flag(&self.halted, True)

    def follow(self, moves):
        """The notation of a line of moves from the root, up to the first chance node.

        moves: their numbers, as in `RootMove.moves`. ValueError if one is not legal.
        """
        cdef Lists found = Lists()
        cdef Move* legal = found.moves
        cdef Position position
        cdef Move move
        cdef int n, played = 0
        self.require("follow")
        position = self.position
        if not isinstance(position, PythonPosition):
            # A copy: a class derived from a compiled game may wrongly take moves back. Copying a long game takes time,
            # and there may be many lines. So the copy is kept for the next line, unless something fails.
            position, self.follower = self.follower, None
            if position is None:
                position = copy_of(self.position)
                position.reserve(MAX_PLY + 2)
        texts = []
        sound = False
        try:
            for code in moves:
                move = code
                n = position.generate(legal)
                if played > MAX_PLY or not is_among(move, legal, n):
                    position.check()
                    raise ValueError(f"no legal move has the number {code!r}")
                texts.append(position.notation(position.unpack(move)))
                n = position.generate(legal)
                if not is_among(move, legal, n):  # any more
                    position.check()
                    raise ValueError(f"{type(position).__name__}.notation() has played or taken back a move")
                if position.chance and position.outcomes(move, found.certain, found.probabilities):
                    break
                position.make(move)
                played += 1
            sound = True
        finally:
            if position is self.position or (sound and is_compiled(position)):
                for _ in range(played):
                    position.unmake()
        position.check()
        if position is not self.position and is_compiled(position):
            self.follower = position
        return tuple(texts)

    def static_value(self):
        """The evaluation of the root."""
        self.require("static_value")
        cdef double value = static_value(self.position)
        self.position.check()
        return value

    def prefer(self, int number):
        """Bring one of the lines, by its place among them, to the front."""
        if self.busy:
            raise Busy("prefer")
        if not 0 <= number < len(self.root):
            raise ValueError(f"there is no line {number}")
        self.root.insert(0, self.root.pop(number))

    cdef void root_window(self, double* low, double* high):
        low[0], high[0] = -INFINITY, INFINITY

    def deepen(self, int depth, int multipv=1, bint all_ties=False, bint stoppable=True, report=None):
        """Search the root moves to this depth and sort `lines`, best first. Return whether it was finished.

        multipv: how many of the best moves get an exact value. The others get at least a bound.
        all_ties: whether every move that equals the best one gets an exact value; else only the first one as generated.
        stoppable: whether `halt` and the deadline can end it at any time. Otherwise they can after 10,000 nodes or 100
            milliseconds, or when a root move has been searched and 10 milliseconds are over. The limit on nodes can
            always end it.
        report: from `report_from` on, it is called with each line and its number before the line is searched. It is
            called with True as a further argument for a line that has only a bound so far.

        ValueError before `begin`, for a depth that is not 1 to DEEPEST, and if the game has values that are not finite
        or a position without moves and without an end; Busy while another thread is in it. An exception of a
        PythonPosition is raised here. After an error, call `begin` again.
        """
        self.require("deepen")
        if not 1 <= depth <= MAX_PLY:
            raise ValueError(f"a search looks 1 to {MAX_PLY} plies ahead, not {depth}")
        if multipv < 1:
            raise ValueError(f"a search has 1 line or more, not {multipv}")
        work = partial(self._iterate, depth, multipv, all_ties, stoppable, report)
        job = partial(self._work, "deepen", work)
        return call(job, self.halt, MAX_PLY if self.quiescent else depth + self.extra)

    def prove(self, int moves, report=None):
        """Whether the side to move can win within so many of its moves, whatever the other side does; None if halted.

        If it can, the shortest win is the first of `lines`. report: as for `deepen`.

        ValueError for fewer than 1 move or more than `proves`, and as for `deepen`.
        """
        self.require("prove")
        if not 1 <= moves <= self.proves:
            able = f"wins in 1 to {self.proves} moves, not {moves}" if self.proves else "nothing beside its values"
            raise ValueError(f"{type(self).__name__} proves {able}")
        return call(partial(self._work, "prove", partial(self._prove, moves, report)), self.halt, 2 * moves)

    def _prove(self, int moves, object report, object room):
        return None

    def _work(self, str what, object work):
        """Call `work` for this thread alone, with the tables and joined searches marked as in use."""
        cdef Table table
        cdef Search part
        cdef bint sound = False
        self.claim(what)
        try:
            self.require(what)  # once more: another thread may have been here since
            table = self.table
            if table is not None:
                table.begin_iteration()
                table.busy = True
            for part in self.parts:
                part.within = self  # only for now: a cycle of references would delay freeing both
            room, HERE.plies = HERE.plies, -1  # for what a game in plain Python calls from below
            try:
                result = work(room)
                sound = True
            finally:
                HERE.plies = room
                for part in self.parts:
                    part.within = None
                if table is not None:
                    table.busy = False
                if not sound:
                    self.position = None
        finally:
            self.busy = False
        return result

    def _iterate(self, int depth, int multipv, bint all_ties, bint stoppable, object report, object room):
        cdef int sign = 1 if self.position.turn() == 0 else -1
        cdef double first_low, first_high, least, low, high, value
        cdef u64 before
        cdef RootMove line
        cdef list chosen, done = []
        cdef list best = []         # the best exact values so far, with the sign that sorts them
        cdef int last = -1          # the place of the last of the moves that are done, as generated
        cdef bint finished = True
        depth = min(depth, self.deepest)
        self.root_window(&first_low, &first_high)
        self.begin_iteration(stoppable)
        chosen = self.to_search(depth)
        for number, line in enumerate(chosen, 1):
            if self.halted:
                finished = False
                break
            if report is not None and now() >= self.report_from:
                HERE.plies = room
                report(line, number, False)
                HERE.plies = -1
            # A move has to beat the worst of the best ones. Where ties count, it has to come close to it.
            least = -sign * best[multipv - 1] if len(best) >= multipv else -sign * INFINITY
            if all_ties or last > line.place:
                least -= sign * 2 * margin(least, self.floor)
            low, high = first_low, first_high
            if sign > 0:
                low = max(low, least)
            else:
                high = min(high, least)
            self.seldepth = 0
            before = self.nodes
            value = self.walk_root(line.move, depth, low, high)
            if self.halted:
                finished = False
                break
            self.keep(line, value, not self.prunes or sign * value > sign * least, depth, self.nodes - before)
            done.append(line)
            last = max(last, line.place)
            if line.exact:
                insort(best, -sign * value)
            if sign * value >= (first_high if sign > 0 else -first_low):
                break  # no win is larger: only a finite edge of the window can be reached
            self.has_move = True
        self.rank(done, chosen, sign, multipv)
        return finished

    cdef void begin_iteration(self, bint stoppable):
        """Begin an iteration: from now on, limits and signals are checked."""
        self.stoppable = stoppable
        self.has_move = False
        self.halted = stoppable and self.stop_asked
        self.stuck = False
        self.next_poll = 0
        self.iteration_began = self.polled = self.gave_way = now()
        self.signals.begin()
        self.nodes += 1
        self.horizon = False

    cdef list to_search(self, int depth):
        """The root moves of this iteration, in the order in which they are searched."""
        return self.root

    cdef double walk_root(self, Move move, int depth, double low, double high) except? 0:
        """The value of a root move. ValueError for an inconsistent game; raises what the game has raised."""
        cdef double value
        self.walking = True
        self.holding = isinstance(self.position, PythonPosition)
        if self.holding:  # else each call of the game would take the GIL and give it back
            value = self.child(move, depth - 1, 1, low, high)
            self.holding = False
        else:
            with nogil:
                value = self.child(move, depth - 1, 1, low, high)
        self.walking = False
        self.signals.check()
        self.position.check()
        if self.stuck:
            raise ValueError(no_way_on(self.position))
        if not self.halted and not isfinite(value):
            raise ValueError(
                f"{type(self.position).__name__} has values that are not finite, or that a sum is too large for: "
                "`value`, `ending` (in Cython: `evaluate`, `over`)"
            )
        return value

    cdef void keep(self, RootMove line, double value, bint exact, int depth, u64 nodes):
        cdef int i
        line.value = value
        line.exact = exact
        line.lower = False
        line.forced = self.forced
        line.depth = depth
        line.seldepth = max(self.seldepth, 1)
        line.nodes = nodes
        line.moves = [line.move] + [self.pv[1][i] for i in range(self.pv_length[1])]

    cdef void rank(self, list done, list chosen, int sign, int multipv):
        """Bring the best lines to the front. Ties stay in order of generation.

        After an unfinished iteration, lines with exact values go to the front, and nothing else moves. The best line of
        the iteration before was searched first, so only a better one can replace it. But if the best line that was
        found is a forced loss, a move that is not known to lose goes before it.
        """
        cdef RootMove line
        cdef list best = in_order([each for each in done if each.exact], sign, self.floor)
        if len(best) == len(self.root):
            self.root = best
            return
        if len(done) < len(chosen):
            best = best[:multipv]
        first = {each.place for each in best}
        rest = [each for each in self.root if each.place not in first]
        if len(done) == len(chosen):
            searched = {each.place for each in chosen}
            left = [each for each in rest if each.place not in searched]
            for line in left:
                line.value = 0.0
                line.exact = line.lower = line.forced = False
                line.depth = line.seldepth = line.nodes = 0
                line.moves = [line.move]
            rest = in_order([each for each in rest if each.place in searched], sign, self.floor) + left
        elif best and is_lost(best[0], sign):
            searched = {each.place for each in done}
            for line in rest:
                if line.place not in searched and not is_lost(line, sign):
                    rest.remove(line)
                    best.insert(0, line)
                    break
        self.root = best + rest

    cdef double value(self, int depth, int ply, double low, double high) noexcept nogil:
        return 0.0

    cdef double child(self, Move move, int depth, int ply, double low, double high) noexcept nogil:
        """The value of a move. The positions behind it are `ply` moves from the root."""
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
        cdef Forced all = all_forced()
        cdef int i
        if not enter(self, ply):
            return 0.0
        for i in range(n):
            if probabilities[i] <= 0.0:
                continue
            self.position.make(certain[i])
            value = self.value(depth, ply, -INFINITY, INFINITY)
            self.position.unmake()
            total += probabilities[i] * value
            see(&all, self.forced, value)
        self.forced = all.wins or all.losses
        self.pv_length[ply] = 0
        return total

    cdef void poll(self) noexcept nogil:
        """Halt if a limit is reached. Set the next look to about a millisecond later, however slow nodes are."""
        cdef double time
        if self.within is not None:
            self.within.aside += self.nodes - self.told
            self.told = self.nodes
            self.within.poll()
            self.halted = self.within.halted
            self.next_poll = self.nodes + max(1, self.within.next_poll - self.within.nodes)
            return
        time = now()
        if not self.stoppable and (
            self.nodes >= PATIENCE
            or time - self.iteration_began >= (FIRST_ITERATION if self.has_move else FIRST_MOVE)
        ):
            self.stoppable = True
            self.halted = self.stop_asked
        if (
            self.nodes + self.aside >= self.node_limit
            or (self.stoppable and time >= self.deadline)
            or self.signals.raised(time)
        ):
            self.halted = True
        if time - self.polled > LOOK:
            self.interval = max(1, <u64> (self.interval * (LOOK / (time - self.polled))))
        else:
            self.interval = min(2 * self.interval, self.most_interval)
        self.polled = time
        if self.holding and time - self.gave_way > GIVE_WAY:
            with gil:
                with nogil:  # else a thread that waits for the GIL could wait until the game runs Python code
                    pass
            self.gave_way = now()
        self.next_poll = min(self.nodes + self.interval, self.node_limit - self.aside)


def no_way_on(position):
    """The error text for a game with a position that has no moves and no end."""
    return (
        f"{type(position).__name__} has a position without moves and without an end: "
        "`moves` is empty where `ending` is None (in Cython: `generate`, `over`)"
    )


cdef double margin(double value, double floor) noexcept nogil:
    """The difference up to which two means count as equal, for rounding errors: relative to the value or `floor`."""
    return TIE * max(floor, abs(value)) if abs(value) < INFINITY else 0.0


cpdef bint tied(double one, double other, double floor=1.0):
    """Whether two values are equal except for rounding errors.

    floor: the size of the values that the two may be sums of: 1, or the value of a win if that is less.
    """
    return one == other or abs(one - other) <= margin(one, floor)


cdef bint is_lost(RootMove line, int sign):
    """Whether this move is known to lose."""
    return line.forced and sign * line.value < 0


cdef bint is_compiled(object position):
    """Whether the class of a position is compiled, and not derived in Python from one that is."""
    return not type(position).__flags__ & HEAP_TYPE


cdef bint is_among(Move move, const Move* moves, int n):
    cdef int i
    for i in range(n):
        if moves[i] == move:
            return True
    return False


cdef list in_order(list lines, int sign, double floor):
    """Sort lines, best first. Lines that tie with the best of their group keep the order of generation."""
    cdef RootMove line
    cdef RootMove best = None
    cdef list ties = []
    cdef list groups = []
    for line in sorted(lines, key=VALUE, reverse=sign > 0):
        if best is None or not tied(best.value, line.value, floor):
            ties = []
            groups.append(ties)
            best = line
        ties.append(line)
    return [line for group in groups for line in sorted(group, key=PLACE)]
