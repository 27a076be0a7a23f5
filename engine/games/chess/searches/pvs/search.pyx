"""The tournament search of chess behind the interface of all searches: root moves, limits and threads.

`root.pyx` searches the root, `thread.pyx` all nodes below it. Only mates are proved: every other score depends on
pruning, which can be wrong. Threads share the transposition table (lazy SMP). All threads search the same root, and
each uses what the others have stored. The result is that of the first thread.
"""

from functools import partial
from hashlib import blake2b
from threading import Lock

cimport cython
from libc.math cimport INFINITY
from libc.string cimport memcpy, memset

from .....support.atomic cimport load_word, put_flag, raised, store_word
from .....position cimport MAX_PLY, Move, Position, copy_of, value_key_of
from .....searches.search cimport RootMove, Search
from .....support.signals cimport now
from ...attacks cimport BLACK, WHITE
from ...position cimport ChessPosition
from .mate cimport MOST_PROVED, begin_mate_search, main_line, winning_line
from .risk cimport MOST_CANDIDATES, SHALLOWER, Budget, Candidate, choose
from .root cimport deepen
from .table cimport EXACT, LOWER, TranspositionTable
from .thread cimport MATE, WON, RootLine, SearchThread

from .....registry.common_options import COMMON
from .....support.worker import HERE, call, start
from . import algorithm, levels
from .techniques import technique_bits

cdef object THREADS = next(option for option in COMMON if option.name == "Threads")

cdef u64 MODEL_SEARCHES_FROM = 1000000  # nodes for a move; with fewer, the model's search would take most of them
cdef double FIRST_STEP = 0.6        # of what risk may take: to find candidates
cdef double RISK_SHARE = 0.25       # of the time and the nodes of a move, at most

cdef enum:
    HELP_FROM = 2000        # nodes: before, a search is over sooner than a thread has begun


@cython.final
cdef class FirstThread(SearchThread):
    """The thread that reads the clock and reports the progress."""

    cdef void poll(self) noexcept nogil:
        store_word(self.counted, self.nodes)
        self.leader.poll()
        self.next_poll = self.nodes + 1
        if self.leader.next_poll > self.leader.nodes:
            self.next_poll = self.nodes + self.leader.next_poll - self.leader.nodes

    cdef void begin_root_move(self, int place) noexcept nogil:
        if place:
            self.leader.has_move = True
        if self.leader.report is not None and now() >= self.leader.report_from:
            with gil:
                self.leader.tell(place, 0)

    cdef void miss_window(self, int place, int depth) noexcept nogil:
        if self.leader.report is not None and now() >= self.leader.report_from:
            with gil:
                self.leader.tell(place, depth)


@cython.final
cdef class PVS(Search):
    """Principal variation search, on one thread or several."""

    bounds_prove = True
    tells_ties = False
    proves = MOST_PROVED

    def configure(self, options):
        """ValueError if `Without` names no technique, and for a number out of its range."""
        Search.configure(self, options)
        self.without = technique_bits(options["Without"])
        self.threads = THREADS.check_number(options["Threads"])
        self.contempt = algorithm.CONTEMPT.check_number(options["Contempt"])
        self.weakness = levels.handicap(options)
        self.risk = algorithm.RISK.check_number(options["Risk"])
        if options["UCI_AnalyseMode"]:
            self.contempt, self.weakness, self.risk = 0, None, 0  # analysis does not depend on the players
        if self.weakness is not None:
            self.risk = 0  # it changes the strength
            self.threads = 1  # with several, two searches of one position may differ
        self.settings = dict(options) if self.risk else {}
        self.quiescent = True
        self.prunes = True

    @property
    def handicap(self):
        return self.weakness

    def accepts(self, position):
        return None if isinstance(position, ChessPosition) else "it knows chess alone"

    def table_class(self, options):
        return TranspositionTable

    cdef int start_at(self, Position position, object table, object chosen) except -1:
        self.position = None
        reason = self.accepts(position)
        if reason is not None:
            raise ValueError(f"PVS cannot search a {type(position).__name__}: {reason}")
        if table is not None and not isinstance(table, TranspositionTable):
            raise TypeError(f"PVS has a TranspositionTable, not {type(table).__name__}")
        Search.start_at(self, position, None, chosen)
        position, self.position = self.position, None  # until nothing can fail any more
        self.entries = TranspositionTable(1) if table is None else table
        self.entries.begin_search()
        value_key = repr((value_key_of(position), self.draw_of(position))).encode()
        self.value_key = int.from_bytes(blake2b(value_key, digest_size=8).digest(), "little")
        self.given = list(self.root)
        memset(self.counted, 0, sizeof(self.counted))
        self.first = FirstThread(*self.for_thread(position, 0))
        self.set_out(self.first)
        begin_mate_search(self.first, &self.mate_search)
        self.model = None
        if self.risk:
            from .....opponents.choice import model_for  # which most searches need not load
            from .....opponents.options import AUTO, HUMAN

            name = self.settings["Opponent"]
            self.model = model_for(HUMAN if name == AUTO else name, position, self.settings)
        if self.model is not None:
            self.model.join(self, self.first.position)
        self.refuted = 0
        self.helpers = []
        self.waiting = []
        self.missing = 0
        self.failure = None
        self.position = position
        return 0

    cdef int draw_of(self, Position position):
        """The value of a draw for White, in centipawns. Contempt is that of the side to move in this position."""
        return -self.contempt if position.turn() == WHITE else self.contempt

    cdef tuple for_thread(self, Position position, int number):
        """The arguments of a new thread. It gets its own copy of the position."""
        cdef ChessPosition twin = copy_of(position)
        twin.reserve(MAX_PLY + 2)
        lines = [line.move for line in self.given]
        return twin, lines, self.entries, number, self.without, self.draw_of(position), self.value_key

    cdef int set_out(self, SearchThread thread) except -1:
        thread.counted = &self.counted[thread.number]
        thread.counted[0] = 0
        thread.halted = &self.enough if thread.number else &self.halted
        return 0

    def halt(self):
        Search.halt(self)
        if self.halted:
            put_flag(&self.enough, True)

    cdef void count_nodes(self) noexcept nogil:
        cdef int i
        self.nodes = 0
        for i in range(self.threads):
            self.nodes += load_word(&self.counted[i])

    cdef void poll(self) noexcept nogil:
        """Count the nodes of all threads, and look at the limits."""
        self.count_nodes()
        Search.poll(self)

    def _iterate(self, int depth, int multipv, bint all_ties, bint stoppable, object report, object room):
        cdef bint finished
        self.begin_walk(stoppable, report, room)
        try:
            if self.threads > 1 and self.nodes > HELP_FROM:
                self.call_helpers(depth)
            with nogil:
                finished = deepen(self.first, depth, multipv)
                put_flag(&self.enough, True)
                self.first.poll()  # count the nodes since the last time
        finally:
            self.end_walk()
        self.check_walk()
        self.take_over(depth, finished)
        return finished

    def _prove(self, int moves, object report, object room):
        cdef Move[2 * MOST_PROVED] line
        cdef int place = -1
        cdef int length = 0
        self.begin_walk(True, report, room)
        try:
            with nogil:
                while self.refuted < moves and not raised(&self.halted):
                    place = winning_line(self.first, &self.mate_search, self.refuted + 1)
                    if place >= 0:
                        length = main_line(
                            self.first, &self.mate_search, self.first.lines[place].move, self.refuted + 1, line
                        )
                        break
                    self.refuted += not raised(&self.halted)
                self.first.poll()
        finally:
            self.end_walk()
        self.check_walk()
        if place >= 0:
            self.put_in_front(self.first.lines[place].move, [line[i] for i in range(length)])
            return True
        return False if self.refuted >= moves else None

    @property
    def spare(self):
        return RISK_SHARE if self.model is not None else 0.0

    def pick(self, random):
        cdef RootMove best
        self.require("pick")
        if self.model is None or len(self.root) < 2:
            return None
        best = self.root[0]
        if best.forced or not best.exact or best.depth < 2:
            return None
        return call(partial(self._work, "pick", partial(self._pick, best)), self.halt, MAX_PLY)

    def _pick(self, RootMove best, object room):
        """Look for a move that gives up no more than the risk, and that has a higher expected score."""
        from .....opponents.words import describe_share  # as above

        cdef Candidate[MOST_CANDIDATES] found
        cdef Candidate* chosen
        cdef RootMove line
        cdef int sign = 1 if self.position.turn() == WHITE else -1
        cdef int score = round(sign * best.value * self.first.scale)
        cdef int number = -1
        cdef Budget budget
        cdef u64 spent = (self.nodes + self.aside) // self.threads  # only the first thread searches
        budget.aside = &self.aside
        budget.last = self.first.nodes + self.aside + <u64> (spent * RISK_SHARE / (1 - RISK_SHARE) * FIRST_STEP)
        self.model.searching = self.nodes >= MODEL_SEARCHES_FROM
        self.begin_walk(True, None, room)
        try:
            with nogil:
                number = choose(self.first, self.model, best.depth, score, self.risk, budget, found)
                self.first.poll()
        finally:
            self.end_walk()
        self.check_walk()
        if number < 0:
            return None
        chosen = &found[number]
        line = next(line for line in self.root if line.move == chosen.move)
        self.learn_line(line, &self.first.lines[chosen.place], max(1, best.depth - SHALLOWER), chosen.score)
        told, instead = self.follow([line.move]) + self.follow([best.move])
        less = max(0, max(score, found[0].score) - chosen.score) / 100.0
        return self.root.index(line), (
            f"{told} instead of {instead}: {less:.1f} pawns less against the best reply, which "
            f"{describe_share(chosen.best_likely)} of {self.model.players} find; "
            f"+{100 * (chosen.expected - found[0].expected):.1f} % expected score"
        )

    cdef int put_in_front(self, Move move, list moves) except -1:
        """Make this root move the best one: it mates the soonest, by these moves."""
        cdef RootMove line
        cdef int plies = 2 * self.refuted + 1
        cdef int place = next(place for place, line in enumerate(self.root) if line.move == move)
        line = self.root.pop(place)
        self.root.insert(0, line)
        line.value = self.position.decisive - plies * self.step
        if self.position.turn() == BLACK:
            line.value = -line.value
        line.exact = line.forced = True
        line.lower = False
        line.depth = line.seldepth = plies
        line.moves = moves
        return 0

    cdef int begin_walk(self, bint stoppable, object report, object room) except -1:
        """Prepare a search of the first thread, or a proof by it."""
        self.entries.claim("a second search on one table")
        self.begin_iteration(stoppable)
        self.horizon = True  # a deeper search may find something else
        self.report, self.room = report, room
        self.first.leader = self  # only for this walk: a cycle of references would delay freeing both
        self.first.next_poll = 0
        self.enough = self.halted
        self.entries.salt = self.value_key
        self.entries.busy = True
        return 0

    cdef int end_walk(self) except -1:
        """Stop all threads and wait for them."""
        put_flag(&self.enough, True)
        for done in self.waiting:
            done.acquire()
        self.waiting = []
        self.first.leader = None
        self.entries.busy = False
        self.report = None
        return 0

    cdef int check_walk(self) except -1:
        """Count the nodes. Raises what a signal handler or `report` has raised."""
        self.count_nodes()
        self.signals.check()
        if self.failure is not None:
            raise self.failure
        return 0

    cdef void tell(self, int place, int depth) noexcept:
        """Report a root move that is searched next or, with its depth, one whose score lies outside the window."""
        cdef RootLine* found = &self.first.lines[place]
        cdef RootMove line
        self.count_nodes()
        try:
            line = RootMove(found.move, place)  # a new one, so that the known value of the move does not change
            line.nodes = found.nodes
            if depth:
                self.learn_line(line, found, depth, found.proved)
            HERE.plies = self.room
            self.report(line, place + 1, depth > 0)
        except BaseException as failure:  # noqa: BLE001 - `check_walk` raises it after the search
            self.failure = failure
            self.halted = True
        finally:
            HERE.plies = -1

    @property
    def counts(self):
        return {"threads missing": self.missing} if self.missing else {}

    cdef int call_helpers(self, int depth) except -1:
        """Start the other threads, or as many of them as the system allows. They search until `enough` is set."""
        cdef SearchThread helper
        cdef int number
        try:
            for number in range(1, self.threads):
                if number > len(self.helpers):
                    helper = SearchThread(*self.for_thread(self.position, number))
                    self.set_out(helper)
                    self.helpers.append(helper)
                helper = self.helpers[number - 1]
                memcpy(helper.lines, self.first.lines, helper.count * sizeof(RootLine))
                done = Lock()
                done.acquire()
                start(partial(_help, helper, depth, done))
                self.waiting.append(done)
        except (MemoryError, RuntimeError):  # no memory, or no further thread
            self.missing += self.threads - number
            self.threads = number
        return 0

    cdef int take_over(self, int depth, bint finished) except -1:
        """Copy the results of the first thread to the root moves.

        After an unfinished iteration, only moves that have a score change, and the others keep their order. If even the
        best move was not finished, moves that were not searched may be better than it. So a first move whose score fell
        keeps its former value. Another best move whose score is lower than the former one gets a bound, and so does the
        first move that has a score at all.
        """
        cdef RootMove line
        cdef RootMove former = self.root[0]
        cdef RootLine* found
        cdef list ranked = []
        cdef double sign = 1.0 if self.position.turn() == WHITE else -1.0
        cdef double before = sign * former.value if former.depth else INFINITY
        cdef int least = MATE
        cdef int place
        cdef bint sure = self.first.sure_lines > 0
        for place in range(self.first.count):
            found = &self.first.lines[place]
            line = self.given[found.number]
            line.nodes = found.nodes
            if found.bound == EXACT or found.bound == LOWER:
                least = found.proved
                if sure or line is not former or place or not former.depth or least >= found.previous:
                    self.learn_line(line, found, depth, least)
            elif finished:  # no better than the last of the best
                self.learn_line(line, found, depth, least)
            else:
                continue
            ranked.append(line)
        if len(ranked) < self.first.count:
            places = {each.place for each in ranked}
            ranked += [each for each in self.root if each.place not in places]
        self.root = ranked
        line = self.root[0]
        if not sure and ranked and sign * line.value < before:
            line.exact = False
            line.lower = True
        return 0

    cdef int learn_line(self, RootMove line, RootLine* found, int depth, int score) except -1:
        """Write the score of a root move, and its principal variation if it has one."""
        cdef int sign = 1 if self.position.turn() == 0 else -1
        if found.bound:
            line.moves = [found.moves[i] for i in range(found.length)]
            line.seldepth = max(found.seldepth, 1)
        elif len(line.moves) > 1:
            line.moves = [line.move]
        line.exact = found.bound == EXACT
        line.lower = found.bound == LOWER
        line.depth = depth
        line.forced = not -WON < score < WON
        if line.forced:
            line.value = self.position.decisive - (MATE - abs(score)) * self.step
        else:
            line.value = abs(score) / self.first.scale
        if (score < 0) != (sign < 0):
            line.value = -line.value
        return 0


def _help(SearchThread helper, int depth, done):
    """Search deeper and deeper until the thread is stopped."""
    cdef int ahead
    try:
        with nogil:
            helper.next_poll = 0
            for ahead in range(depth, MAX_PLY):
                if not deepen(helper, ahead, 1):
                    break
            store_word(helper.counted, helper.nodes)
    finally:
        done.release()
