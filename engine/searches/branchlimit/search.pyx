"""Branch-limited search: alpha-beta over the few moves that look best.

A shallower search of the same kind, or the evaluation alone, selects these moves. The result is an estimate of the
minimax value. It is exact if no position has more moves than are kept.
"""

from collections import deque
from functools import partial
from threading import Lock

from libc.math cimport INFINITY

from ...support.atomic cimport raised
from ...position cimport MAX_MOVES, MAX_PLY, Ending, Move, Position
from ...python_position cimport PythonPosition
from ..quiescence cimport estimate
from ..search cimport (
    NO_LIMIT,
    Forced,
    RootMove,
    Search,
    all_forced,
    enter,
    extend,
    narrow,
    no_moves,
    see,
    settle,
    sure,
)

from ...support.worker import start
from .algorithm import ALGORITHM

cdef object LOOK_AHEAD = next(option for option in ALGORITHM.options if option.name == "LookAhead")


cdef class BranchLimit(Search):
    """Searches the best few moves of each side. It uses no table, as a value depends on the window of its search."""

    cdef int most               # moves that are searched in each position
    cdef int wanted             # plies to look ahead, as requested
    cdef int look               # the same for the current search: 0 during a look-ahead
    cdef bint published         # whether its depth follows the published rule
    cdef int threads            # that look ahead at the root
    cdef object options         # for the searches of the other threads
    cdef list scouts            # these searches, one for each thread but our own
    cdef BranchLimit leader     # of a scout: the search whose deadline it follows

    def configure(self, options):
        Search.configure(self, options)
        self.prunes = True
        self.most = options["BranchLimit"]
        self.wanted = LOOK_AHEAD.check_number(options["LookAhead"])
        self.published = options["LookAheadRule"] == "published"
        self.threads = options["Threads"]
        self.options = dict(options)

    @property
    def deepest(self):
        """The published rule looks ahead beyond the depth, so the depth is limited: no line exceeds MAX_PLY plies."""
        return MAX_PLY - self.wanted if self.published else MAX_PLY

    cdef int start_at(self, Position position, object table, object chosen) except -1:
        Search.start_at(self, position, None, chosen)
        self.look = self.wanted
        self.scouts = []
        return 0

    def halt(self):
        Search.halt(self)
        for scout in self.scouts or ():
            Search.halt(scout)

    cdef list to_search(self, int depth):
        """The root moves that look best, each judged with a full window; fewer if time runs out meanwhile."""
        cdef bint stoppable = self.stoppable
        cdef int sign = 1 if self.position.turn() == 0 else -1
        cdef int ahead = self.ahead(depth)
        cdef list seen
        self.look = 0
        self.has_move = True  # the look-ahead can be stopped early
        seen = [(-sign * value, line.place, line) for line, value in self.look_at_root(ahead)]
        self.look = self.wanted
        self.stoppable = stoppable
        self.has_move = False
        if self.halted and not stoppable:  # a move has to be found all the same
            self.halted = False
            if not seen:
                return self.root[:1]
        seen.sort()
        kept = [line for _, _, line in seen[:self.most]]
        if kept and self.root[0] in kept:  # if time runs out, only a better move replaces the best one so far
            kept.remove(self.root[0])
            kept.insert(0, self.root[0])
        return kept

    cdef list look_at_root(self, int ahead):
        """The root moves in order of generation, each with its value so many plies ahead; fewer if time runs out.

        Several threads, each with its own copy of the position, give the values, order and nodes of one thread. Only
        one is used if nodes are limited, if the look-ahead is too short for more, or if the game needs the GIL.
        """
        cdef RootMove line
        cdef list lines = sorted(self.root, key=lambda line: line.place)
        cdef list seen = []
        if (
            self.threads > 1 and ahead > 1 and len(lines) > 1 and self.node_limit == NO_LIMIT
            and not isinstance(self.position, PythonPosition)
        ):
            return self.share(lines, ahead)
        for line in lines:
            value = self.walk_root(line.move, ahead + 1, -INFINITY, INFINITY)
            if self.halted:
                break
            seen.append((line, value))
        return seen

    cdef list share(self, list lines, int ahead):
        """The same as `look_at_root`, by several threads. This is one of them."""
        cdef BranchLimit scout
        cdef int number
        while len(self.scouts) < min(self.threads, len(lines)) - 1:
            scout = BranchLimit()
            scout.leader = self
            scout.configure(self.options)
            scout.begin(self.position)
            scout.look = 0
            self.scouts.append(scout)
        queue = deque(enumerate(lines))
        found = {}
        failures = []
        waiting = []
        try:
            for scout in self.scouts:
                scout.nodes = 0
                scout.next_poll = 0
                scout.horizon = False
                scout.stoppable = True
                scout.halted = self.stop_asked
                done = Lock()
                done.acquire()
                start(partial(_look_for, scout, queue, ahead, found, failures, done))
                waiting.append(done)
            _look_for(self, queue, ahead, found, failures, None)
            if self.halted or failures:
                come_home(self.scouts, queue)
            for done in waiting:
                done.acquire()
                done.release()
        except BaseException:  # an interrupt, while we waited, or no more threads
            come_home(self.scouts, queue)
            for done in waiting:
                done.acquire()
            raise
        for scout in self.scouts:
            self.nodes += scout.nodes
            self.seldepth = max(self.seldepth, scout.seldepth)
            self.horizon = self.horizon or scout.horizon
            self.halted = self.halted or scout.halted
        if failures:
            raise failures[0]
        return [(lines[number], found[number]) for number in sorted(found)]

    cdef void poll(self) noexcept nogil:
        if self.leader is not None:
            self.deadline = self.leader.deadline  # `ponderhit` may set it during the search
        Search.poll(self)

    cdef double value(self, int depth, int ply, double low, double high) noexcept nogil:
        """The value that this search gives to the position; a bound of it outside the window."""
        return walk(self, self.position, depth, ply, low, high)

    cdef int ahead(self, int depth) noexcept nogil:
        """The plies of the look-ahead after each move, in a position with so many plies left."""
        if self.published:
            return max(0, self.look - (depth - 1))
        return min(self.look, depth - 1)

    cdef int select(
        self, Position position, Move* moves, double* estimates, bint* forced, int n, int depth, int ply,
        double low, double high
    ) noexcept nogil:
        """Sort the moves by their estimates, best first, and write these. Return how many moves to search."""
        cdef bint maximise = position.turn() == 0
        cdef int look = self.look
        cdef int ahead = self.ahead(depth)
        cdef int i, j
        cdef double value
        cdef Move move
        self.look = 0
        for i in range(n):
            move = moves[i]
            value = play(self, position, move, ahead, ply + 1, low, high)
            if self.halted:
                break
            j = i
            while j > 0 and (value > estimates[j - 1] if maximise else value < estimates[j - 1]):
                moves[j], estimates[j], forced[j] = moves[j - 1], estimates[j - 1], forced[j - 1]
                j -= 1
            moves[j], estimates[j], forced[j] = move, value, self.forced
        self.look = look
        return min(n, self.most)


cdef void come_home(list scouts, object queue):
    """Stop the scouts, and empty the queue."""
    queue.clear()
    for scout in scouts:
        Search.halt(scout)


def _look_for(BranchLimit search, queue, int ahead, dict found, list failures, done):
    """Judge one root move of the queue after another, until it is empty or a thread has failed."""
    cdef RootMove line
    cdef double value
    try:
        while not raised(&search.halted) and not failures:
            try:
                number, line = queue.popleft()
            except IndexError:
                break
            value = search.walk_root(line.move, ahead + 1, -INFINITY, INFINITY)
            if not raised(&search.halted):
                found[number] = value
    except BaseException as failure:  # noqa: BLE001 - raised by the thread that has asked
        failures.append(failure)
    finally:
        if done is not None:
            done.release()


cdef inline double walk(
    BranchLimit search, Position position, int depth, int ply, double low, double high
) noexcept nogil:
    """The value of a position, bounded as that of `value`. Leaves end here, before any set-up for moves."""
    cdef double value = 0.0
    cdef Ending ending
    if not enter(search, ply):
        return 0.0
    ending = position.over(&value)
    if ending != Ending.ONGOING:
        return settle(search, ending, value, ply)
    if depth <= 0:
        return estimate(search, depth, ply, low, high)
    return expand(search, position, depth, ply, low, high)


cdef double expand(
    BranchLimit search, Position position, int depth, int ply, double low, double high
) noexcept nogil:
    """The value of a position that has moves: that of the best among the moves that are kept."""
    cdef Move[MAX_MOVES] moves
    cdef double[MAX_MOVES] estimates
    cdef bint[MAX_MOVES] ends
    cdef bint maximise = position.turn() == 0
    # If the look-ahead was as deep as this search, its values are used.
    cdef bint seen = depth == 1 and search.ahead(depth) == 0
    cdef double best = -INFINITY if maximise else INFINITY
    cdef double value
    cdef bint forced = False
    cdef Forced all = all_forced()
    cdef int i, kept
    cdef int n = position.generate(moves)
    if n == 0:
        return no_moves(search)
    kept = search.select(position, moves, estimates, ends, n, depth, ply, low, high)
    if raised(&search.halted):
        return 0.0
    for i in range(kept):
        if seen:
            value = estimates[i]
            search.forced = ends[i]
            search.pv_length[ply + 1] = 0
        else:
            value = play(search, position, moves[i], depth - 1, ply + 1, low, high)
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
    # A loss is not forced if a move that was not searched may avoid it.
    search.forced = forced and (kept == n or (best > 0) == maximise)
    return best


cdef inline double play(
    BranchLimit search, Position position, Move move, int depth, int ply, double low, double high
) noexcept nogil:
    """The value of a move. The positions behind it are `ply` plies from the root."""
    cdef double value
    if position.chance:
        return search.child(move, depth, ply, low, high)
    position.make(move)
    value = walk(search, position, depth, ply, low, high)
    position.unmake()
    return value
