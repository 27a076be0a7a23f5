"""TranspositionTable: what the tournament search knows of positions, shared by its threads.

A slot is two words: the key, exclusive-or'ed with the data, and the data. Threads write without a lock; of a slot that
two have written at once the words do not match, so that it is as good as empty (Hyatt and Mann, ICGA Journal 25, 2002).

The data, from its lowest bit:  move 16 | score 16 | evaluation 16 | depth 8 | bound 2 | age 6.
"""

from libc.stdint cimport int16_t, uint8_t, uint16_t

from .....support.atomic cimport load_word
from .....bits cimport multiply_high, spread, u64
from .....position cimport Move
from .....searches.table cimport TableMemory

cdef enum Bound:
    NOTHING, LOWER, UPPER, EXACT    # EXACT is both of the others

cdef enum:
    SLOTS = 4       # a bucket: one cache line
    AGES = 64
    FRESH_CLOCK = 16        # plies up to which the table knows positions by no clock,
    CLOCK_STEP = 8          # and between which it tells no two clocks apart

cdef struct Slot:
    u64 check
    u64 data

cdef struct Known:
    uint16_t move       # stored_move of it; 0 for none
    int score
    int evaluation
    int depth
    int bound

cdef extern from *:
    """
    #define oddsfish_prefetch(address) __builtin_prefetch(address)
    """
    void prefetch_line "oddsfish_prefetch"(const void* address) noexcept nogil

cdef class TranspositionTable(TableMemory):
    cdef Slot* slots        # aligned to cache lines
    cdef u64 buckets
    cdef int age            # of the current search
    cdef list histories     # the bytes of the Histories of each thread
    cdef u64 value_key          # what positions were worth when these were filled
    cdef u64 salt           # of the keys: what was found where positions were worth something else is unknown
    cdef bytearray histories_of(self, int number, u64 value_key)
    cdef void store(
        self, u64 key, int move, int score, int evaluation, int depth, int bound
    ) noexcept nogil


cdef inline u64 table_key(u64 key, int clock) noexcept nogil:
    """Under which the table knows a position: near a draw by the clock what was found on another clock is no good."""
    return key if clock < FRESH_CLOCK else key ^ spread(clock // CLOCK_STEP)


cdef inline int stored_move(Move move) noexcept nogil:
    """What a slot holds of a move: from, to and flag."""
    return <int> (move & 0xFFFF)


cdef inline Slot* bucket_of(TranspositionTable table, u64 key) noexcept nogil:
    return table.slots + SLOTS * multiply_high(key, table.buckets)


cdef inline void prefetch(TranspositionTable table, u64 key) noexcept nogil:
    prefetch_line(bucket_of(table, key))


cdef inline bint probe(TranspositionTable table, u64 key, Known* known) noexcept nogil:
    """Whether anything is known of a position; written to `known`."""
    cdef const Slot* slot = bucket_of(table, key)
    cdef u64 data
    cdef int i
    key ^= table.salt
    for i in range(SLOTS):
        data = load_word(&slot[i].data)
        if load_word(&slot[i].check) ^ data == key and data:
            known.move = <uint16_t> data
            known.score = <int16_t> (data >> 16)
            known.evaluation = <int16_t> (data >> 32)
            known.depth = <uint8_t> (data >> 48)
            known.bound = <int> (data >> 56) & 3
            return True
    return False
