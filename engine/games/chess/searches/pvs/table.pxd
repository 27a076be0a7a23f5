"""TranspositionTable: what the tournament search knows of positions. Its threads share it.

A slot has two words: the exclusive or of key and data, and the data. Threads write without a lock. If two threads write
one slot at once, its words do not match, and it counts as empty (Hyatt and Mann, ICGA Journal 25, 2002).

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
    uint16_t move       # as `stored_move` returns it; 0 for none
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
    cdef u64 value_key          # of the values of positions when the histories were filled
    cdef u64 salt           # of the keys: entries of searches with other values of positions are not found
    cdef bytearray histories_of(self, int number, u64 value_key)
    cdef void store(
        self, u64 key, int move, int score, int evaluation, int depth, int bound
    ) noexcept nogil


cdef inline u64 table_key(u64 key, int clock) noexcept nogil:
    """The key of a position in the table. Near a draw by the 50-move clock, it depends on the clock."""
    return key if clock < FRESH_CLOCK else key ^ spread(clock // CLOCK_STEP)


cdef inline int stored_move(Move move) noexcept nogil:
    """The part of a move that a slot holds: from, to and flag."""
    return <int> (move & 0xFFFF)


cdef inline Slot* bucket_of(TranspositionTable table, u64 key) noexcept nogil:
    return table.slots + SLOTS * multiply_high(key, table.buckets)


cdef inline void prefetch(TranspositionTable table, u64 key) noexcept nogil:
    prefetch_line(bucket_of(table, key))


cdef inline bint probe(TranspositionTable table, u64 key, Known* known) noexcept nogil:
    """Whether the table knows a position. If so, write the entry to `known`."""
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
