"""Table: values of positions already searched, for the game-independent searches."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t

from ..bits cimport u64
from ..game cimport Move

cdef enum:
    EXACT = 0
    AT_LEAST = 1    # the value is a lower bound
    AT_MOST = 2     # an upper bound

cdef struct Entry:
    u64 key
    double value
    Move move           # the best one, to be tried first
    uint16_t stamp      # of the iteration that wrote it; 0 for an empty entry
    uint8_t depth
    uint8_t flags       # bound, and FORCED

cdef enum:
    BOUND = 3           # the bits of the flags that tell the bound
    FORCED = 4          # the value is a forced win or loss

cdef class Table:
    cdef Entry* entries
    cdef u64 pairs
    cdef uint16_t stamp
    cdef uint16_t first_stamp   # of the current search
    cdef Entry* find(self, u64 key) noexcept nogil
    cdef void store(self, u64 key, double value, int depth, int flags, Move move) noexcept nogil
