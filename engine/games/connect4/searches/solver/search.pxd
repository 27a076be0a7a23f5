from .....bits cimport u64
from .....opponents.model cimport OpponentModel
from .....position cimport Position
from .....searches.search cimport RootMove, Search
from .board cimport Board
from .book cimport SolverBook
from .pool cimport ThreadPool
from .table cimport SolverTable
from .thread cimport SolverThread

cdef class FirstThread(SolverThread):
    cdef SolverSearch leader

cdef class SolverMove(RootMove):
    cdef Board after        # the position that it leads to
    cdef int low, high      # the bounds of its score
    cdef bint ends          # whether it ends the game

cdef class SolverSearch(Search):
    cdef int threads
    cdef bint weak
    cdef SolverBook book          # None without a book
    cdef Board board
    cdef SolverTable entries
    cdef ThreadPool pool
    cdef FirstThread first
    cdef int settled        # plies within which all ends that matter are known
    cdef int stage          # in a weak search: how many of its two questions are answered
    cdef object options       # for the shallow alpha-beta and the model
    cdef OpponentModel model  # of the opponent, for the choice among equal moves; None if he plays well
    cdef object report
    cdef object room
    cdef list preferred(self, Position position)
    cdef int begin_walk(self, bint stoppable, object report, object room) except -1
    cdef int end_walk(self) except -1
    cdef bint settle(self, int depth, int multipv, bint all_ties) except -1
    cdef bint settle_weakly(self, int stage, int multipv, bint all_ties) except -1
    cdef bint compare(self, int score, int multipv, bint all_ties) except -1
    cdef bint ask(self, SolverMove line, int score) except -1
    cdef bint done(self, int multipv, bint all_ties) except -1
    cdef int find_lines(self, int multipv) except -1
    cdef list main_line(self, Board board, int score)
    cdef int take_over(self) except -1
    cdef list equal_moves(self)
    cdef double given_away(self, SolverMove line) except? -1
    cdef int result_of(self, Board* board) except? -2
    cdef int plies_to(self, int score) noexcept nogil
