"""The solver behind the interface of all searches: every value and every bound that it reports is proved.

A search to depth `d` finds every end within `d` plies: by the last ply a win if `d` is odd, or a loss if it is even.
Each depth asks one question about each root move, as `solve` does, until the bounds of the moves meet. Moves that are
not told apart yet are ordered by a shallow alpha-beta search. Among moves that are proved equal, a model of the
opponent finds the one after which he errs the most.
"""

from functools import partial

cimport cython

from .....support.atomic cimport raised
from .....bits cimport u64
from .....position cimport MAX_PLY, Move, Position
from .....searches.search cimport RootMove, Search
from .....support.signals cimport now
from ...position cimport Connect4Position
from .board cimport Board, read
from .book cimport NOT_THERE
from .grid cimport ALL, BYTE, FULL, WIDTH, playable, win_now, winning_cells
from .pool cimport Question, ThreadPool
from .table cimport SolverTable
from .thread cimport SolverThread

from .....registry.common_options import COMMON
from .....searches.alphabeta.search import AlphaBeta
from .....support.worker import HERE, call
from .book import shipped

cdef object THREADS = next(option for option in COMMON if option.name == "Threads")

cdef enum:
    WEAK_FROM = 2           # plies that a weak search looks ahead before it only asks who wins
    ADVISED_BY = 10000      # nodes of alpha-beta: some milliseconds
    FIRST_WIN = 22          # minus the number of discs that the winner has played: the score
    LEAST_CHOICE = 1000000  # nodes to compare equal moves, besides as many as the search has taken

cdef double SLACK = 1e-9        # of a won game: more than the rounding errors of a sum of weights

cdef int[WIDTH] OUTWARDS = [3, 2, 4, 1, 5, 0, 6]


@cython.final
cdef class FirstThread(SolverThread):
    """The thread that checks the limits of the search."""

    cdef bint unwanted(self) noexcept nogil:
        self.leader.nodes = self.leader.pool.nodes()
        self.leader.poll()
        if self.leader.next_poll > self.leader.nodes:
            self.next_poll = min(self.next_poll, self.nodes + self.leader.next_poll - self.leader.nodes)
        return raised(&self.leader.halted)


@cython.final
cdef class SolverMove(RootMove):
    """A root move, with a lower and an upper bound of its score."""


@cython.final
cdef class SolverSearch(Search):
    """Exact values of classic Connect-4, on one thread or several."""

    bounds_prove = True
    proven = True
    proves = ALL // 2

    @property
    def deepest(self):
        return WEAK_FROM + 2 if self.weak else ALL

    @property
    def decided(self):
        cdef SolverMove best, line
        if not self.root:
            return False
        best = self.root[0]
        for line in self.root[1:]:
            if line.high >= best.low:
                return False
        return True

    @property
    def counts(self):
        return {"threads missing": self.pool.missing} if self.pool is not None and self.pool.missing else {}

    def configure(self, options):
        """ValueError for a number of threads out of its range."""
        Search.configure(self, options)
        self.threads = THREADS.check_number(options["Threads"])
        self.weak = options["Weak"]
        self.book = shipped() if options["SolverBook"] else None
        self.options = {**options, "Table": False, "Quiescence": False}
        self.quiescent = False
        self.prunes = True

    def accepts(self, position):
        if not isinstance(position, Connect4Position) or position.full_board or position.chance:
            return "it solves classic Connect-4 without slip"
        return None

    def table_class(self, options):
        return SolverTable

    cdef int start_at(self, Position position, object table, object chosen) except -1:
        cdef SolverMove move
        cdef RootMove line
        cdef u64 cell
        cdef int column, score
        self.position = None
        reason = self.accepts(position)
        if reason is not None:
            raise ValueError(f"Solver cannot search a {type(position).__name__}: {reason}")
        if table is not None and not isinstance(table, SolverTable):
            raise TypeError(f"Solver has a SolverTable, not {type(table).__name__}")
        Search.start_at(self, position, None, chosen)
        position, self.position = self.position, None  # None until the set-up has succeeded
        self.model = None
        if not self.weak and self.options["Opponent"] != "Auto" and not self.options["UCI_AnalyseMode"]:
            from .....opponents.choice import model_for  # most searches do not need this module

            self.model = model_for(self.options["Opponent"], position, self.options)
        if self.model is not None:
            self.model.join(self, position)
        self.entries = SolverTable(1) if table is None else table
        self.entries.claim("a second search on one table")
        self.settled = self.stage = 0
        self.horizon = True
        root, self.root = self.preferred(position), []
        if root:
            read(position, &self.board)
        for line in root:
            move = SolverMove(line.move, line.place)
            column = <int> line.move
            cell = playable(self.board.own | self.board.other) & (<u64> FULL << BYTE * column)
            move.after = Board(self.board.other, self.board.own | cell, self.board.discs + 1)
            move.low, move.high = -((ALL - self.board.discs) // 2), win_now(self.board.discs) - 1
            if winning_cells(self.board.own) & cell:
                move.ends = True
                move.low = move.high = win_now(self.board.discs)
            elif move.after.discs == ALL:
                move.ends = True
                move.low = move.high = 0
            elif self.book is not None:
                score = self.book.look_up(&move.after)
                if score != NOT_THERE:
                    move.low = move.high = -score
            self.root.append(move)
        self.first = FirstThread(self.entries)
        self.pool = ThreadPool(self.first, self.threads, self.book)
        self.position = position
        return 0

    cdef list preferred(self, Position position):
        """The root moves, as a shallow alpha-beta search orders them."""
        if len(self.root) < 2:
            return self.root
        adviser = AlphaBeta()
        adviser.configure(self.options)
        adviser.begin(position, None, [position.unpack(line.move) for line in self.root])
        adviser.node_limit = ADVISED_BY
        for depth in range(1, ALL):
            if not adviser.deepen(depth, len(self.root)) or not adviser.horizon:
                break
        return adviser.lines

    cdef int begin_walk(self, bint stoppable, object report, object room) except -1:
        self.entries.claim("a second search on one table")
        self.stoppable = stoppable
        self.halted = stoppable and self.stop_asked
        self.next_poll = 0
        self.polled = self.gave_way = now()
        self.signals.begin()
        self.report, self.room = report, room
        self.first.leader = self  # only for now: a cycle of references would delay freeing both
        self.entries.busy = True
        return 0

    cdef int end_walk(self) except -1:
        self.first.leader = None
        self.entries.busy = False
        self.report = None
        self.nodes = self.pool.nodes()
        return 0

    def _iterate(self, int depth, int multipv, bint all_ties, bint stoppable, object report, object room):
        cdef bint finished
        depth = min(depth, self.deepest)
        self.begin_walk(stoppable, report, room)
        try:
            finished = self.settle(min(depth, WEAK_FROM) if self.weak else depth, multipv, all_ties)
            if finished and self.weak and depth > WEAK_FROM:
                finished = self.settle_weakly(depth - WEAK_FROM, multipv, all_ties)
            self.take_over()
            if finished and not self.weak:
                self.find_lines(multipv)
        finally:
            self.end_walk()
        self.signals.check()
        self.horizon = not self.done(multipv, all_ties)
        return finished

    def _prove(self, int moves, object report, object room):
        cdef SolverMove line
        cdef bint finished
        cdef bint weak = self.weak
        if not self.root:
            return False
        self.begin_walk(True, report, room)
        try:
            self.weak = False  # a weak search does not tell how soon a side wins
            finished = self.settle(2 * moves - 1, 1, False)
            self.take_over()
            self.find_lines(1)
        finally:
            self.weak = weak
            self.end_walk()
        self.signals.check()
        line = self.root[0]
        if line.low > 0 and self.plies_to(line.low) <= 2 * moves - 1:
            return True
        return False if finished else None

    cdef bint settle(self, int depth, int multipv, bint all_ties) except -1:
        """Find every end within so many plies. Return whether that was finished."""
        cdef int plies
        for plies in range(self.settled + 1, min(depth, ALL - self.board.discs) + 1):
            if self.done(multipv, all_ties):
                break
            if plies & 1:
                score = FIRST_WIN - self.board.discs // 2 - (plies + 1) // 2
            else:  # better than a loss within so many plies
                score = (self.board.discs + 1) // 2 + plies // 2 - FIRST_WIN + 1
            if not self.compare(score, multipv, all_ties):
                return False
            self.settled = plies
        return True

    cdef bint settle_weakly(self, int stage, int multipv, bint all_ties) except -1:
        """Find which moves do not lose, then which win. Return whether that was finished."""
        while self.stage < stage and not self.done(multipv, all_ties):
            if not self.compare(self.stage, multipv, all_ties):
                return False
            self.stage += 1
        return True

    cdef bint compare(self, int score, int multipv, bint all_ties) except -1:
        """Find which root moves reach a score. Return whether that was finished.

        If only the best move counts, one that reaches the score is enough. Moves known to be worse are skipped.
        """
        cdef SolverMove line, best
        cdef bint lazy = multipv == 1 and not all_ties
        best = self.root[0]
        for number, line in enumerate(self.root, 1):
            if line.low < score <= line.high and not (lazy and line.high < best.low):
                if self.report is not None and now() >= self.report_from:
                    HERE.plies = self.room
                    self.report(line, number, False)
                    HERE.plies = -1
                if not self.ask(line, score):
                    return False
                self.stoppable = True  # now there is a move to play
                if self.stop_asked:
                    self.halted = True
            if line.low > best.low:
                best = line
            if lazy and line.low >= score:
                break
        return True

    cdef bint ask(self, SolverMove line, int score) except -1:
        """Find whether a move reaches a score. Return whether that was finished."""
        cdef Question question
        cdef u64 before = self.pool.nodes()
        if self.halted:
            return False
        question.board = line.after
        question.low, question.high = -score, 1 - score
        if not self.pool.answer(&question):
            return False
        line.nodes += self.pool.nodes() - before
        if question.answer <= -score:
            line.low = max(line.low, score)
        else:
            line.high = min(line.high, score - 1)
        return True

    cdef bint done(self, int multipv, bint all_ties) except -1:
        """Whether the best moves have exact values. In a weak search, it is enough to know who wins."""
        cdef SolverMove line
        cdef list ranked = sorted(self.root, key=_low_of, reverse=True)
        cdef int least = ALL
        cdef int i
        for i in range(len(ranked)):
            line = ranked[i]
            if i < multipv:
                if line.low < line.high and not (self.weak and (line.low > 0 or line.high < 0)):
                    return False
                least = line.low
            elif self.weak and (least > 0 or line.high < 0):
                continue  # the best moves win, or this one loses: no need to know more
            elif line.high > least or (all_ties and line.high == least and line.low < line.high):
                return False
        return True

    cdef int find_lines(self, int multipv) except -1:
        cdef SolverMove line
        for line in self.root[:multipv]:
            if line.exact and not line.ends and len(line.moves) == 1:
                line.moves = [line.move] + self.main_line(line.after, -line.low)
        return 0

    cdef list main_line(self, Board board, int score):
        """The best line from a position of this score, to its end or until the search is halted.

        From a position in the book, it ends with the book: each further move would take a search.
        """
        cdef Question question
        cdef Board after
        cdef list moves = []
        cdef u64 cells, cell
        cdef int column, i
        cdef bint found = True
        cdef int last = self.book.plies if self.book is not None and board.discs <= self.book.plies else ALL
        while found and board.discs < last:
            found = False
            cells = playable(board.own | board.other)
            if cells & winning_cells(board.own):
                cells &= winning_cells(board.own)
            for i in range(WIDTH):
                column = OUTWARDS[i]
                cell = cells & (<u64> FULL << BYTE * column)
                if not cell:
                    continue
                after = Board(board.other, board.own | cell, board.discs + 1)
                if cell & winning_cells(board.own) or after.discs == ALL:
                    return moves + [column]
                question.board = after
                question.low, question.high = -score, 1 - score
                if self.halted or not self.pool.answer(&question):
                    return moves
                if question.answer <= -score:
                    moves.append(column)
                    board, score = after, -score
                    found = True
                    break
        return moves

    cdef int take_over(self) except -1:
        """Set the values of the root moves from their bounds, and sort them."""
        cdef SolverMove line
        cdef int sign = 1 if self.position.turn() == 0 else -1
        cdef int score
        cdef double worth
        for line in self.root:  # its value, or the bound that tells more
            line.exact = line.low == line.high
            line.lower = not line.exact and line.high >= 0
            score = line.high if line.high < 0 else line.low
            line.forced = score != 0
            line.value = 0.0
            if score:
                worth = self.position.decisive - self.plies_to(score) * self.step
                line.value = sign * worth * (1 if score > 0 else -1)
            line.depth = self.settled + self.stage
            if line.depth == 0 and line.exact:  # from the book
                line.depth = self.plies_to(score) if score else ALL - self.board.discs
            line.seldepth = max(line.depth, 1)
        self.root = sorted(self.root, key=_rank_of, reverse=True)
        return 0

    def pick(self, random):
        cdef RootMove best
        self.require("pick")
        best = self.root[0]
        if self.model is None or len(self.root) < 2 or not best.exact:
            return None
        return call(partial(self._work, "pick", self._pick), self.halt, MAX_PLY)

    def _pick(self, object room):
        """Pick, among the moves with the best score, the one after which the opponent gives away the most."""
        cdef SolverMove line, chosen
        cdef list equal
        cdef bint differs = False
        self.node_limit = min(self.node_limit, 2 * (self.nodes + self.aside) + LEAST_CHOICE)
        self.begin_walk(True, None, room)
        try:
            equal = self.equal_moves()
            given = [self.given_away(line) for line in equal]
            self.take_over()
            most = max(given)
            chosen = next(line for line, part in zip(equal, given, strict=True) if part > most - SLACK)
            differs = not self.halted and most - min(given) > SLACK
            if differs and not chosen.ends and len(chosen.moves) == 1:
                chosen.moves = [chosen.move] + self.main_line(chosen.after, -chosen.low)
        finally:
            self.end_walk()
        self.signals.check()
        if not differs:  # TiePolicy chooses
            return None
        (told,) = self.follow([chosen.move])
        return self.root.index(chosen), (
            f"{told}, one of {len(equal)} moves of equal value: after it, {self.model.players} "
            f"lose {100 * most:.1f} % expected score"
        )

    cdef list equal_moves(self):
        """The root moves that are proved as good as the best. Those that were not compared in time are left out."""
        cdef SolverMove line
        cdef SolverMove best = self.root[0]
        for line in self.root:
            if line.low < best.low <= line.high and not self.ask(line, best.low):
                break
        return [line for line in self.root if line.low == best.low]

    cdef double given_away(self, SolverMove line) except? -1:
        """The score that the opponent is expected to give away by the reply, in won games. No meaning if halted."""
        cdef Move[WIDTH] replies
        cdef double[WIDTH] weights
        cdef int[WIDTH] results
        cdef Board after
        cdef u64 cell
        cdef double total = 0.0
        cdef double lost = 0.0
        cdef int best = -1
        cdef int i, n
        cdef bint told
        if line.ends or self.halted:
            return 0.0
        self.position.make(line.move)
        n = self.position.generate(replies)
        told = self.model.weigh(replies, n, weights)
        self.position.unmake()
        if not told:
            return 0.0
        for i in range(n):
            cell = playable(line.after.own | line.after.other) & (<u64> FULL << BYTE * <int> replies[i])
            after = Board(line.after.other, line.after.own | cell, line.after.discs + 1)
            results[i] = 1 if winning_cells(line.after.own) & cell else -self.result_of(&after)
            best = max(best, results[i])
            total += weights[i]
        for i in range(n):
            lost += weights[i] * (best - results[i]) / 2.0
        return lost / total

    cdef int result_of(self, Board* board) except? -2:
        """1 for a win of the side to move, 0 for a draw, -1 for a loss; also 0 if halted."""
        cdef Question question
        if board.discs == ALL:
            return 0
        question.board = board[0]
        question.low, question.high = 0, 1
        if self.halted or not self.pool.answer(&question):
            return 0
        if question.answer > 0:
            return 1
        question.low, question.high = -1, 0
        if not self.pool.answer(&question):
            return 0
        return 0 if question.answer >= 0 else -1

    cdef int plies_to(self, int score) noexcept nogil:
        """The plies from the root to a win or a loss with this score."""
        if score > 0:
            return 2 * (FIRST_WIN - score - self.board.discs // 2) - 1
        return 2 * (FIRST_WIN + score - (self.board.discs + 1) // 2)


def _low_of(SolverMove line not None):
    return line.low


def _rank_of(SolverMove line not None):
    return line.low, line.high
