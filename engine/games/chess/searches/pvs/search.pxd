"""PVS: the tournament search of chess."""

from .....bits cimport u64
from .....opponents.model cimport OpponentModel
from .....position cimport Move, Position
from .....searches.search cimport RootMove, Search
from .mate cimport MateSearch
from .table cimport TranspositionTable
from .thread cimport RootLine, SearchThread

cdef enum:
    MOST_THREADS = 512

cdef class FirstThread(SearchThread):
    cdef PVS leader

cdef class PVS(Search):
    cdef int without            # techniques left out, by their bits
    cdef int threads
    cdef int contempt           # centipawns that a draw is below an even game, to the side to move at the root
    cdef object weakness        # a Handicap, or None
    cdef int risk               # centipawns that may be given up to what the opponent may do wrong
    cdef dict settings          # the options, for the model of him
    cdef OpponentModel model    # None: nothing is given up
    cdef TranspositionTable entries
    cdef u64 value_key              # a number for all that decides what positions are worth
    cdef FirstThread first      # whose lines count
    cdef list given             # the root moves, as threads were given them
    cdef list helpers           # the other threads
    cdef list waiting           # locks that helpers release when they have come home
    cdef int missing            # threads that could not be started
    cdef object failure         # what `report` has raised
    cdef bint enough            # the helpers are to come home
    cdef u64[MOST_THREADS] counted  # the nodes of each thread
    cdef object report          # what is called with root moves, once it is time
    cdef object room            # see HERE.plies
    cdef MateSearch mate_search  # what the search for a mate knows
    cdef int refuted            # there is no mate within so many moves
    cdef void tell(self, int place, int depth) noexcept
    cdef void count_nodes(self) noexcept nogil
    cdef int set_out(self, SearchThread thread) except -1
    cdef int draw_of(self, Position position)
    cdef tuple for_thread(self, Position position, int number)
    cdef int call_helpers(self, int depth) except -1
    cdef int learn_line(self, RootMove line, RootLine* found, int depth, int score) except -1
    cdef int take_over(self, int depth, bint finished) except -1
    cdef int put_in_front(self, Move move, list moves) except -1
    cdef int begin_walk(self, bint stoppable, object report, object room) except -1
    cdef int end_walk(self) except -1
    cdef int check_walk(self) except -1
