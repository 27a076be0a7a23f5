"""Solver: exact scores of Connect-4 positions, from Python."""

from functools import partial
from operator import index

cimport cython
from libc.stdlib cimport calloc, free

from .....bits cimport u64
from .....support.signals cimport Signals, now
from .board cimport Board, read
from .grid cimport ALL, BYTE, FULL, WIDTH, playable, win_now, winning_cells
from .pool cimport MOST_THREADS, Question, ThreadPool
from .table cimport SolverTable
from .thread cimport SolverThread

from .....support.worker import HERE, call
from .book import shipped

cdef enum:
    PLIES = 8   # so many plies of other searches need as much stack as the deepest search of this one


@cython.final
@cython.freelist(4)
cdef class _Questions:
    """Questions, and whether anybody still waits for the answers."""

    cdef Question one       # if there is only one
    cdef Question* each
    cdef u64 count
    cdef bint unwanted

    def __cinit__(self, u64 count):
        self.each = &self.one if count == 1 else <Question*> calloc(max(count, 1), sizeof(Question))
        if self.each == NULL:
            raise MemoryError(f"no memory for {count} positions")
        self.count = count

    def __dealloc__(self):
        if self.each != &self.one:
            free(self.each)

    cdef int ask(self, u64 number, const Board* board, bint weak) except -1:
        """Store a question: the exact score of a position, or for a weak score only which of 1, 0 and -1 it is."""
        cdef Question* question = &self.each[number]
        question.board = board[0]
        question.low = max(-((ALL - board.discs) // 2), -1 if weak else -ALL)
        question.high = min(win_now(board.discs), 1 if weak else ALL)
        return 0

    def halt(self):
        self.unwanted = True


@cython.final
cdef class _ListeningThread(SolverThread):
    """The thread of the caller, which handles signals."""

    cdef Signals signals
    cdef _Questions questions

    def __cinit__(self, SolverTable table not None):
        self.signals = Signals()

    cdef bint unwanted(self) noexcept nogil:
        return self.questions.unwanted or self.signals.raised(now())


@cython.final
cdef class Solver:
    """Solves positions of classic Connect-4, and keeps the results for later positions.

    hash: the size of the table in megabytes. MemoryError if there is not enough memory.
    threads: how many threads work at the same time.
    book: whether to use the openings that ship with this package.

    A score is 22 minus the number of discs that the winner will have played. It is negative if the side to move loses,
    and 0 for a draw (P. Pons, http://blog.gamesolver.org). A weak score is only 1, 0 or -1, and takes less time.

    ValueError if `hash` or `threads` is out of range. A solver answers one call at a time: another call raises `Busy`,
    a ValueError. An interrupt ends a call, but its results so far are kept.

    A position raises ValueError if the game is over, or if it does not have the classic rules. Anything but a
    Connect4Position raises TypeError.
    """

    cdef SolverTable table
    cdef ThreadPool pool
    cdef _ListeningThread first
    cdef readonly int hash
    cdef readonly int threads

    def __cinit__(self, hash=64, threads=1, bint book=True):
        hash, threads = index(hash), index(threads)
        if not 1 <= threads <= MOST_THREADS:
            raise ValueError(f"a solver has 1 to {MOST_THREADS} threads, not {threads}")
        self.table = SolverTable(hash)
        self.first = _ListeningThread(self.table)
        self.pool = ThreadPool(self.first, threads, shipped() if book else None)
        self.hash = hash
        self.threads = threads

    def solve(self, position not None, bint weak=False):
        """Return the score of a position.

        weak: whether a weak score is enough.
        """
        cdef Board board
        cdef _Questions questions = _Questions(1)
        read(position, &board)
        questions.ask(0, &board, weak)
        self.answer(questions)
        return questions.each[0].answer

    def solve_all(self, positions not None, bint weak=False):
        """Return the scores of many positions, as a list. Each position is solved by one thread.

        weak: whether weak scores are enough.
        """
        cdef Board board
        cdef list all_positions = list(positions)
        cdef _Questions questions = _Questions(len(all_positions))
        cdef u64 i
        for i in range(questions.count):
            read(all_positions[i], &board)
            questions.ask(i, &board, weak)
        self.answer(questions)
        return [questions.each[i].answer for i in range(questions.count)]

    def scores(self, position not None, bint weak=False):
        """Return the score of each column from a to g, from the view of the side to move; None for a full column.

        weak: whether weak scores are enough.
        """
        cdef Board board, after
        cdef _Questions questions
        cdef u64 cells, cell
        cdef int column
        cdef list found = [None] * WIDTH
        read(position, &board)
        cells = playable(board.own | board.other)
        for column in range(WIDTH):
            cell = cells & (<u64> FULL << BYTE * column)
            if cell & winning_cells(board.own):
                found[column] = 1 if weak else win_now(board.discs)
            elif cell and board.discs == ALL - 1:
                found[column] = 0
            elif cell:
                after = Board(board.other, board.own | cell, board.discs + 1)
                questions = _Questions(1)
                questions.ask(0, &after, weak)
                self.answer(questions)
                found[column] = -questions.each[0].answer
        return tuple(found)

    def best_moves(self, position not None, bint weak=False):
        """Return the moves with the best score, from a to g, numbered as in positions.

        weak: whether weak scores are enough.
        """
        scores = self.scores(position, weak)
        best = max(score for score in scores if score is not None)
        return tuple(column for column, score in enumerate(scores) if score == best)

    def clear(self):
        """Forget all results."""
        self.table.clear()

    cdef int answer(self, _Questions questions) except -1:
        """Answer questions where the stack has enough room."""
        if HERE.plies >= PLIES:
            self.work(questions)
        else:  # a foreign thread, whose stack may be small
            call(partial(_work, self, questions), questions.halt)
        return 0

    cdef int work(self, _Questions questions) except -1:
        cdef bint answered = False
        if self.table.busy:  # testing it here is faster than the call
            self.table.claim("a second search on one table")
        self.table.busy = True
        try:
            self.first.questions = questions
            self.first.signals.begin()
            while not (answered or questions.unwanted):  # unwanted after an interrupt, which the caller raises
                if questions.count == 1:
                    answered = self.pool.answer(questions.each)
                else:
                    answered = self.pool.answer_all(questions.each, questions.count)
                self.first.signals.check()
        finally:
            self.first.questions = None
            self.table.busy = False
        return 0


def _work(Solver solver not None, _Questions questions not None):
    solver.work(questions)
