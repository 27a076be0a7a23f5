"""Solver: exact scores of positions, from Python."""

cimport cython

from .....bits cimport popcount, u64
from .....signals cimport Signals, now
from ...position cimport COLUMNS, STRIDE, Connect4Position
from .grid cimport ALL, BYTE, FULL, playable, win_now, winning_cells
from .table cimport SolverTable
from .thread cimport SolverThread, solve

from .....text import shorten

cdef enum:
    INTERVAL = 4096     # nodes between two looks for a signal: less than a millisecond

cdef struct Board:
    u64 own             # of the side to move
    u64 other
    int discs


@cython.final
cdef class ListeningThread(SolverThread):
    """The thread of whoever called: it hears signals."""

    cdef Signals signals
    cdef bint stopped

    def __init__(self, SolverTable table not None):
        self.signals = Signals()
        self.halted = &self.stopped

    cdef void poll(self) noexcept nogil:
        if self.signals.raised(now()):
            self.stopped = True
        self.next_poll = self.nodes + INTERVAL


@cython.final
cdef class Solver:
    """Solves positions of classic Connect-4, and keeps what it has proved for the next ones.

    hash: megabytes of its table. ValueError if there cannot be so many, MemoryError if there are not.

    A score is 22 less the number of discs that the winner will have played, negative if the side to move loses, 0 for a
    draw (P. Pons, http://blog.gamesolver.org). One thread at a time: `Busy`, a ValueError, for another. An interrupt
    ends a call, and what it has proved so far is kept.
    """

    cdef SolverTable table
    cdef readonly int hash

    def __init__(self, int hash=64):
        self.table = SolverTable(hash)
        self.hash = hash

    def solve(self, position not None):
        """The score of a position.

        ValueError if the game is over, or by other rules than the classic ones.
        """
        cdef Board board = read(position)
        return self.score_of(board)

    def scores(self, position not None):
        """The score after each column from a to g, as the side to move sees it; None for a column that is full.

        ValueError as of `solve`.
        """
        cdef Board board = read(position)
        cdef Board after
        cdef u64 cells = playable(board.own | board.other)
        cdef u64 cell
        cdef int column
        cdef list found = []
        for column in range(COLUMNS):
            cell = cells & (<u64> FULL << BYTE * column)
            if not cell:
                found.append(None)
            elif cell & winning_cells(board.own):
                found.append(win_now(board.discs))
            elif board.discs == ALL - 1:
                found.append(0)
            else:
                after.own, after.other, after.discs = board.other, board.own | cell, board.discs + 1
                found.append(-self.score_of(after))
        return tuple(found)

    def best_moves(self, position not None):
        """The moves with the best score, from a to g, as positions number them. ValueError as of `solve`."""
        scores = self.scores(position)
        best = max(score for score in scores if score is not None)
        return tuple(column for column, score in enumerate(scores) if score == best)

    def clear(self):
        """Forget what was proved."""
        self.table.clear()

    cdef object score_of(self, Board board):
        cdef ListeningThread thread
        cdef int score
        self.table.claim("a second search on one table")
        self.table.busy = True
        try:
            thread = ListeningThread(self.table)
            thread.signals.begin()
            thread.next_poll = INTERVAL
            with nogil:
                score = solve(
                    thread, board.own, board.other, board.discs, -((ALL - board.discs) // 2), win_now(board.discs)
                )
            thread.signals.check()
        finally:
            self.table.busy = False
        return score


cdef Board read(object position) except *:
    """The discs of a position that is not over, in the solver's layout."""
    cdef Board board
    cdef Connect4Position found
    cdef u64 own, other
    cdef int column
    if not isinstance(position, Connect4Position):
        raise TypeError(f"a position of Connect-4 can be solved, not {shorten(repr(position))}")
    found = position
    if found.full_board or found.chance:
        raise ValueError("classic Connect-4 can be solved, without slip")
    if found.ending() is not None:
        raise ValueError("the game is over")
    own, other = found.stack[found.taken].own, found.stack[found.taken].other
    board.own = board.other = 0
    for column in range(COLUMNS):
        board.own |= (own >> STRIDE * column & FULL) << BYTE * column
        board.other |= (other >> STRIDE * column & FULL) << BYTE * column
    board.discs = popcount(own | other)
    return board
