from libc.stdint cimport uint32_t

from .bits cimport u64

ctypedef uint32_t Move

cdef enum:
    MAX_MOVES = 512     # generate and outcomes write at most this many
    MAX_PLY = 128       # no search looks further ahead
    MAX_FEATURES = 32   # describe writes at most this many

cdef enum Ending:
    ONGOING
    DECISIVE    # a player has won: the value is Position.decisive, adjusted by distance
    DRAWN       # no player has won: the search decides the value
    VALUE       # over: the game gives the value

cdef class Lists:
    cdef Move[MAX_MOVES] moves
    cdef Move[MAX_MOVES] certain
    cdef double[MAX_MOVES] probabilities

cdef class Position:
    cdef readonly double decisive   # the value of a won game
    cdef readonly bint chance       # whether a move may have more than one outcome
    cdef int played                 # how many moves `undo` can take back
    cdef bint halted                # whether a count of sequences must end
    cdef object layers              # Layers of its network; `object`, so that games compile without that type
    # The hot methods. Values are always from player 0's view.
    cdef int generate(self, Move* moves) noexcept nogil
    cdef int generate_noisy(self, int behind, Move* moves, bint* obliged) noexcept nogil
    cdef int count(self) noexcept nogil
    cdef int outcomes(self, Move move, Move* certain, double* probabilities) noexcept nogil
    cdef void make(self, Move move) noexcept nogil
    cdef void unmake(self) noexcept nogil
    cdef int turn(self) noexcept nogil
    cdef Ending over(self, double* value) noexcept nogil
    cdef double evaluate(self) noexcept nogil
    cdef bint knows_ending(self) noexcept nogil
    cdef int list_inputs(self, u64* inputs) noexcept nogil
    cdef int describe(self, double* features) noexcept nogil
    cdef u64 key(self) noexcept nogil
    cdef bint keeps(self, int plies) noexcept nogil
    cdef bint best_evaluation(self, double* value) noexcept nogil
    cdef bint bounds(self, int plies, double* least, double* most) noexcept nogil
    cdef u64 perft(self, int depth) noexcept nogil
    # With the GIL.
    cdef int reserve(self, int plies) except -1
    cdef object unpack(self, Move move)
    cdef object chosen_network(self, options)
    cdef int take_network(self, object net) except -1
    cdef int check(self) except -1
    cdef int set_win_value(self, object value) except -1
    cdef Move find(self, object move) except? 0

cdef Position copy_of(Position position)
cdef int share_network(Position position, Position twin) except -1
cdef object value_key_of(Position position)
cpdef object ply_cost(object position)
