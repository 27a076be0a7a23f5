"""All inputs of a model of people: what people see, and what a shallow search finds."""

from libc.math cimport INFINITY
from libc.stdint cimport uint16_t

from ....evaluation cimport static_value
from ....position cimport MAX_MOVES, MAX_PLY, Lists, Move
from ....searches.alphabeta.search cimport AlphaBeta
from ....searches.search cimport Search
from ..board cimport Board
from ..position cimport ChessPosition
from .inputs cimport (
    LEAD,
    PROSPECT,
    RANK_1,
    RANK_2,
    REGRET_1,
    REGRET_2,
    TURN,
    Context,
    list_move_inputs,
    list_position_inputs,
    place,
)

from ....options import Options
from ....support.worker import call

cdef enum:
    DEPTHS = 2

cdef extern from *:
    """
    static const int oddsfish_regrets[] = {1, 10, 25, 50, 80, 120, 170, 240, 330, 450, 600};
    static const int oddsfish_ranks[] = {1, 2, 3, 5, 8, 13};
    static const int oddsfish_prospects[] = {-600, -300, -120, -40, 40, 120, 300, 600};
    static const int oddsfish_leads[] = {1, 20, 50, 100, 200, 400};
    static const int oddsfish_turns[] = {-150, -30, 30, 150};
    """
    const int* REGRETS "oddsfish_regrets"
    const int* RANKS "oddsfish_ranks"
    const int* PROSPECTS "oddsfish_prospects"
    const int* LEADS "oddsfish_leads"
    const int* TURNS "oddsfish_turns"

cdef bytes FILL = b"\xff\xff"   # the padding of a row, behind the inputs
cdef double WIN = 100000.0
cdef double CAP = 600.0     # centipawns above the static value, and below the best move: larger differences are clipped


cdef class ShallowSearch:
    """A search of a few plies, with one evaluation. Its positions have no history."""

    def __cinit__(self, ChessPosition position not None, evaluation, int first, double scale):
        cdef ChessPosition twin = position.clone()
        options = Options()
        options.set("Quiescence", "true")
        options.set("Evaluation", evaluation)
        twin.decisive = WIN
        twin.configure(options)
        self.first, self.scale = first, scale
        self.search = AlphaBeta()
        self.search.configure(options)
        self.search.begin(twin)
        self.search.stoppable = True
        self.twin = self.search.position
        self.twin.reserve(2 * MAX_PLY + 2)

    cdef double set_and_evaluate(self, const Board* board) noexcept nogil:
        """Set up a position. Return its static value for the side to move, times `scale`."""
        return self.scale * set_up(self.twin, board)

    cdef bint judge(self, const Move* moves, int n, int depth, double most, double* values) noexcept nogil:
        """Write the values of moves for the side to move, clipped to best - CAP and `most`; False if halted."""
        cdef bint white = self.twin.board.turn == 0
        cdef double best = -INFINITY
        cdef double low, value
        cdef int i
        self.search.halted = self.search.stop_asked
        for i in range(n):
            low = (best - CAP) / self.scale
            if white:
                value = self.search.child(moves[i], depth - 1, 1, low, INFINITY)
            else:
                value = -self.search.child(moves[i], depth - 1, 1, -INFINITY, -low)
            if self.search.halted:
                return False
            values[i] = min(self.scale * value, most)
            best = max(best, values[i])
        for i in range(n):
            values[i] = max(values[i], best - CAP)
        return True


cdef double set_up(ChessPosition twin, const Board* board) noexcept nogil:
    twin.board = twin.boards
    twin.board[0] = board[0]
    twin.board.sum = twin.sum_of(twin.board)
    return static_value(twin) * (1.0 if board.turn == 0 else -1.0)


cdef class SeenInputs:
    """The inputs of one position after another."""

    def __cinit__(self, ChessPosition position not None, bint searching=True):
        self.searching = searching
        self.usual = ShallowSearch(position, "Simplified", 1, 1.0)
        self.lone = ShallowSearch(position, "Tapered", 3, 10.0)

    cdef int serve(self, Search outer) except -1:
        """Search within the limits of another search."""
        outer.parts += [self.usual.search, self.lone.search]
        return 0

    @property
    def nodes(self):
        return self.usual.search.nodes + self.lone.search.nodes

    def look(self, ChessPosition position not None, Lists lists not None):
        """Find the inputs of a position and its moves. Write the moves to `lists`, and return their number.

        It runs on a worker: the search goes deep, and takes long with many queens. Busy while another call runs.
        """
        cdef ChessPosition twin = position.clone()  # after an interrupt, the worker may still use it
        cdef int n
        twin.reserve(1)
        n = twin.generate(lists.moves)

        def see():
            cdef bint finished
            self.usual.search.claim("look")
            try:
                self.usual.search.stop_asked = self.lone.search.stop_asked = False
                with nogil:
                    finished = self.see(twin, lists.moves, n)
            finally:
                self.usual.search.busy = False
            if not finished:
                raise RuntimeError("the look at a position was halted")

        call(see, self.halt, MAX_PLY)
        return n

    def halt(self):
        """End `look`, which then raises; from any thread."""
        self.usual.search.halt()
        self.lone.search.halt()

    def rows(self, ChessPosition position not None, int of_position, int of_move):
        """The inputs for training: the row of a position, and the rows of all its moves.

        They are 16-bit numbers as bytes; each row is padded to of_position or of_move numbers. ValueError if it has
        more; Busy as in `look`.
        """
        cdef int i
        cdef int n = self.look(position, Lists())
        parts = [row(self.found_of[i], self.counts[i], of_move) for i in range(n)]
        return row(self.found, self.count, of_position), b"".join(parts)

    cdef bint see(self, ChessPosition position, const Move* moves, int n) noexcept nogil:
        """Find the inputs of a position and its moves; False if the search was halted."""
        cdef Context context
        cdef int i
        self.count = list_position_inputs(position, n, &context, self.found)
        for i in range(n):
            self.counts[i] = list_move_inputs(position, &context, moves[i], self.found_of[i])
        if not self.searching:
            return True
        # Against a lone king, people know how to make progress, and so does the evaluation of this search.
        if has_lone_king(position.board, 0) or has_lone_king(position.board, 1):
            return self.see_ahead(self.lone, position.board, moves, n)
        return self.see_ahead(self.usual, position.board, moves, n)

    cdef bint see_ahead(self, ShallowSearch search, const Board* board, const Move* moves, int n) noexcept nogil:
        """Add the inputs that a search finds; False if it was halted."""
        cdef double[MAX_MOVES] former
        cdef double best, second, regret
        cdef double most = search.set_and_evaluate(board) + CAP
        cdef int i, depth
        cdef uint16_t* found
        for depth in range(1, DEPTHS + 1):
            if not search.judge(moves, n, search.first + depth - 1, most, self.values):
                return False
            best = second = -INFINITY
            for i in range(n):
                if self.values[i] > best:
                    best, second = self.values[i], best
                elif self.values[i] > second:
                    second = self.values[i]
            for i in range(n):
                regret = best - self.values[i]
                found = self.found_of[i] + self.counts[i]
                found[0] = <uint16_t> ((REGRET_1 if depth == 1 else REGRET_2) + place(regret, REGRETS, 11))
                found[1] = <uint16_t> (
                    (RANK_1 if depth == 1 else RANK_2) + place(better_than(self.values[i], self.values, n), RANKS, 6)
                )
                self.counts[i] += 2
                if depth == DEPTHS:
                    found[2] = <uint16_t> (TURN + place(former[i] - regret, TURNS, 4))
                    self.counts[i] += 1
                former[i] = regret
        self.found[self.count] = <uint16_t> (PROSPECT + place(best, PROSPECTS, 8))
        self.found[self.count + 1] = <uint16_t> (LEAD + place(min(best - second, CAP), LEADS, 6))
        self.count += 2
        return True


cdef inline int better_than(double value, const double* values, int n) noexcept nogil:
    cdef int i
    cdef int count = 0
    for i in range(n):
        count += values[i] > value
    return count


cdef bytes row(const uint16_t* found, int count, int width):
    if count > width:
        raise ValueError(f"there are {count} inputs where {width} have room")
    return (<const char*> found)[:2 * count] + FILL * (width - count)
