"""SearchThread: the state of one thread of the tournament search."""

from libc.stdint cimport int16_t

from .....bits cimport u64
from .....position cimport MAX_PLY, Move
from ...board cimport Board
from ...position cimport ChessPosition
from .history cimport Histories
from .picker cimport is_quiet, row_of
from .table cimport TranspositionTable

cdef enum:
    PLY = 1024              # of a reduction
    HISTORY_UNIT = 1024     # of histories, by which HISTORY_REDUCTION counts
    MATE = 32000            # less the plies to it; scores are centipawns from the view of the side to move
    INFINITE = 32001
    UNKNOWN = 32002         # the evaluation of a position in check
    WON = MATE - MAX_PLY - 1    # from here on a score is a forced mate
    BEHIND = 6              # frames that lie before the root's, empty

cdef enum Technique:        # in the order of TECHNIQUES in techniques.py
    ASPIRATION
    CHILD_CUT_OFFS
    CORRECTION
    COUNTER_MOVES
    CONTINUATION
    DELTA
    EXCHANGE_PRUNING
    FUTILITY
    HISTORY_PRUNING
    INTERNAL_REDUCTION
    KILLER_MOVES
    LATE_MOVE_PRUNING
    LATE_MOVE_REDUCTIONS
    NULL_MOVE
    QUIET_CHECKS
    RAZORING
    REVERSE_FUTILITY
    SINGULAR
    THREATS

cdef struct Frame:
    # What the nodes below need to know of a node; one for each ply.
    Move excluded           # not searched here, to see how good the other moves are; 0 for none
    Move[2] killers
    u64 threats             # the squares that the opponent attacks
    int row                 # of the move played from here, in histories of continuations; MOVED for a null move
    bint quiet              # whether that move is
    int evaluation          # static, corrected; UNKNOWN in check
    int cut_offs            # cutoffs at this ply since the last node two plies above began
    int doubled             # double extensions on the way here

cdef struct RootLine:
    Move move
    int number              # among the root moves, as the thread was given them
    int previous            # its score in the iteration before
    int score               # in this one; -INFINITE if it is no better than another
    int proved              # the last score that was found: exact or a bound, as `bound` says
    int bound               # EXACT, LOWER, UPPER, or NOTHING if none was found
    int seldepth
    int length
    u64 nodes
    Move[MAX_PLY + 2] moves

cdef class SearchThread:
    cdef ChessPosition position
    cdef TranspositionTable table
    cdef bytearray learned
    cdef Histories* histories   # in there
    cdef RootLine* lines
    cdef int count          # of root moves
    cdef int sure_lines     # how many of the best lines are finished in this iteration
    cdef int number         # of the thread
    cdef const bint* halted  # whether the search has to stop
    cdef u64* counted       # where the leader reads the number of nodes
    cdef u64 nodes
    cdef u64 next_poll
    cdef int seldepth
    cdef int root_depth     # of the iteration
    cdef int least_null     # the ply from which on null moves may be tried again
    cdef int without        # techniques left out, by their bits
    cdef double scale       # centipawns in a unit of the evaluation
    cdef int[2] draws       # the value of a draw for each side
    cdef Frame[MAX_PLY + BEHIND + 2] stack
    cdef Frame* frames      # that of the root
    cdef Move[MAX_PLY + 2][MAX_PLY + 2] pv
    cdef int[MAX_PLY + 2] pv_length

    cdef void poll(self) noexcept nogil
    cdef void begin_root_move(self, int place) noexcept nogil
    cdef void miss_window(self, int place, int depth) noexcept nogil


cdef int reduction_of(int depth, int number) noexcept nogil
cdef void find_threats(SearchThread t, const Board* board, Frame* frame) noexcept nogil
cdef u64 key_of(const Board* board) noexcept nogil
cdef void make(SearchThread t, Move move) noexcept nogil
cdef bint is_drawn(SearchThread t, int ply) noexcept nogil
cdef int evaluate(SearchThread t) noexcept nogil
cdef int corrected(SearchThread t, const Board* board, int evaluation) noexcept nogil
cdef int search(SearchThread t, int alpha, int beta, int depth, int ply, bint cut_node) noexcept nogil


cdef inline void note_move(Frame* frame, Move move, int us) noexcept nogil:
    """Note the move that is played from here, for the histories of the nodes below."""
    frame.row = row_of(move, us)
    frame.quiet = is_quiet(move)


cdef inline void clear_below(Frame* frame) noexcept nogil:
    """Clear what the children of other nodes of this ply have left."""
    (frame + 1).killers[0] = (frame + 1).killers[1] = 0
    (frame + 2).cut_offs = 0


cdef inline void begin_line(Frame* frame, int evaluation) noexcept nogil:
    """Clear what other lines left in this frame and below it. evaluation: of this node, or UNKNOWN."""
    frame.evaluation = evaluation
    frame.doubled = 0
    clear_below(frame)
