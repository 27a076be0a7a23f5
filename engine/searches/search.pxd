from libc.string cimport memcpy

from ..support.atomic cimport raised
from ..bits cimport u64
from ..evaluation cimport static_value
from ..position cimport MAX_PLY, Ending, Move, Position
from ..support.signals cimport Signals
from .table cimport Table

cdef u64 NO_LIMIT

cdef class RootMove:
    cdef readonly Move move
    cdef readonly double value      # from player 0's view
    cdef readonly bint exact        # whether the value is exact; else it is an upper bound,
    cdef readonly bint lower        # or, if true, a lower bound
    cdef readonly bint forced       # whether the value is a forced win or loss
    cdef readonly int depth         # of the search that found the value; 0 if none has
    cdef readonly int seldepth
    cdef readonly u64 nodes         # visited below this move in that search
    cdef readonly list moves        # the principal variation, this move first
    cdef readonly int place         # in the order of generation

cdef class Search:
    cdef Position position
    cdef Position follower          # a copy of it, used by `follow`; None until it is needed
    cdef Table table                # None for none
    cdef list root                  # a RootMove for each root move, best first
    cdef bint configured
    cdef readonly bint busy         # whether a thread uses it
    cdef bint walking               # whether a thread is below the root, perhaps without the GIL
    cdef readonly u64 nodes
    cdef readonly u64 aside         # nodes of searches that have joined this one; only its node limit counts them
    cdef u64 told                   # own nodes that have been reported to the search that it has joined
    cdef readonly int seldepth      # the most plies that were searched below the current root move
    cdef public double deadline     # on the clock of time.perf_counter()
    cdef public u64 node_limit
    cdef public object limits       # the requested Limits
    cdef public double report_from  # from when on root moves are reported, on the same clock
    cdef readonly double floor      # see `tied`
    cdef bint mate_distance
    cdef bint quiescent             # whether quiescence search follows the depth
    cdef readonly double step       # the cost of one more ply to a win: see position.ply_cost
    cdef double draw                # the value of a drawn game for player 0
    cdef bint prunes                # whether a value outside the window is only a bound
    cdef readonly bint horizon      # whether the last iteration had to evaluate a position
    cdef bint stop_asked
    cdef readonly bint halted       # whether the search has to stop: what it returns then has no meaning
    cdef bint stuck                 # whether it met a position without moves and without an end
    cdef u64 next_poll              # the number of nodes at which to check the limits next
    cdef u64 interval               # nodes between two checks
    cdef u64 most_interval
    cdef double polled              # the time of the last check
    cdef Signals signals
    cdef Search within              # the search that this one has joined, whose limits count; None for most searches.
    cdef list parts                 # searches that have joined this one; `within` is theirs only while this one runs
    cdef int extra                  # plies of quiescence search behind the depth
    cdef bint holding               # whether the GIL is held all the way
    cdef double gave_way            # the time when other threads could last have it
    cdef bint stoppable             # whether `halt` and the deadline can end this iteration
    cdef bint has_move              # whether a root move has been searched in an iteration that is not stoppable
    cdef double iteration_began
    cdef bint forced                # whether the last returned value is a forced win or loss
    cdef Move[MAX_PLY + 2][MAX_PLY + 2] pv
    cdef int[MAX_PLY + 2] pv_length

    cdef double value(self, int depth, int ply, double low, double high) noexcept nogil
    cdef double child(self, Move move, int depth, int ply, double low, double high) noexcept nogil
    cdef double average(
        self, int depth, int ply, Move* certain, double* probabilities, int n, double low, double high
    ) noexcept nogil
    cdef void poll(self) noexcept nogil
    cdef void root_window(self, double* low, double* high)
    cdef int require(self, str what) except -1
    cdef int claim(self, str what) except -1
    cdef int start_at(self, Position position, object table, object chosen) except -1
    cdef int join(self, Search outer, Position position) except -1
    cdef double reply(self, Move move, int depth) noexcept nogil
    cdef double walk_root(self, Move move, int depth, double low, double high) except? 0
    cdef void keep(self, RootMove line, double value, bint exact, int depth, u64 nodes)
    cdef void begin_iteration(self, bint stoppable)
    cdef list to_search(self, int depth)
    cdef void rank(self, list done, list chosen, int sign, int multipv)


cdef double margin(double value, double floor) noexcept nogil


cdef inline bint enter(Search search, int ply) noexcept nogil:
    """Count a node. Return whether to go on."""
    if search.nodes >= search.next_poll:
        search.poll()
    if raised(&search.halted):
        return False
    search.nodes += 1
    search.pv_length[ply] = 0
    return True


cdef inline double settle(Search search, Ending ending, double value, int ply) noexcept nogil:
    """The value of the end of a game, `ply` moves from the root. Nearer wins and later losses are better."""
    search.forced = ending == Ending.DECISIVE
    if ending == Ending.DRAWN:
        value = search.draw
    if ply > search.seldepth:
        search.seldepth = ply
    if search.forced and search.mate_distance:
        return value - ply * search.step if value > 0 else value + ply * search.step
    return value


cdef struct Forced:
    bint wins       # whether every child of a node is a forced win of player 0
    bint losses     # or loss


cdef inline Forced all_forced() noexcept nogil:
    """The state before any child is seen."""
    cdef Forced all
    all.wins = all.losses = True
    return all


cdef inline void see(Forced* all, bint forced, double value) noexcept nogil:
    """Add a child: its value, and whether that is a forced win or loss."""
    all.wins = all.wins and forced and value > 0
    all.losses = all.losses and forced and value < 0


cdef inline bint sure(double best, bint forced, bint maximise, Forced all) noexcept nogil:
    """Whether the value of the best move is a forced win or loss.

    In games of chance, a move with a lower mean may be the only one that can still escape. So a loss is forced only if
    every move loses for certain.
    """
    return forced and (all.wins if best > 0 and not maximise else all.losses if best < 0 and maximise else True)


cdef inline double no_moves(Search search) noexcept nogil:
    """Stop at a position without moves and without an end. `deepen` reports it."""
    search.stuck = True
    search.halted = True
    return 0.0


cdef inline void narrow(double best, bint maximise, double* low, double* high) noexcept nogil:
    """Narrow the window: the side to move can get `best`, so worse values do not matter any more."""
    if maximise:
        low[0] = max(low[0], best)
    else:
        high[0] = min(high[0], best)


cdef inline double stand_pat(Search search, int ply) noexcept nogil:
    """The static evaluation of a position, with the marks of a leaf."""
    search.forced = False
    search.horizon = True
    if ply > search.seldepth:
        search.seldepth = ply
    return static_value(search.position)


cdef inline void extend(Search search, int ply, Move move) noexcept nogil:
    """The principal variation from here is this move, followed by the one behind it."""
    cdef int n = search.pv_length[ply + 1]
    search.pv[ply][0] = move
    if n:
        memcpy(&search.pv[ply][1], &search.pv[ply + 1][0], n * sizeof(Move))
    search.pv_length[ply] = n + 1


cdef inline int advance(Move* moves, int n, int front, Move move) noexcept nogil:
    """Move one move of a list forward to `front`. Return 1 if the list has it, else 0."""
    cdef int i, j
    for i in range(front, n):
        if moves[i] == move:
            for j in range(i, front, -1):
                moves[j] = moves[j - 1]
            moves[front] = move
            return 1
    return 0
