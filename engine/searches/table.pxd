from libc.stdint cimport uint8_t, uint16_t

from ..bits cimport u64
from ..position cimport Move
from ..support.numbering cimport Numbering

cdef enum:      # marks of an entry
    FORCED = 1      # the value is a forced win or loss
    EXACT = 2       # the value lay inside the window, as equal bounds alone do not show
    OPEN = 4        # positions below were evaluated, so a deeper search may find another value

cdef struct Entry:
    u64 key
    double low          # a lower bound of the value
    double high         # an upper bound
    Move move           # the best one, which is tried first
    uint16_t stamp      # of the iteration that wrote it; 0 for an empty entry
    uint8_t depth
    uint8_t marks

cdef class TableMemory:
    cdef readonly bint busy     # a search is using it, or it is being cleared
    cdef u64 size               # bytes that were asked for
    cdef void* memory
    cdef void* allocate(self, u64 size, u64 edge) except NULL
    cdef void zero(self, void* places, u64 size)

cdef class Table(TableMemory):
    cdef Numbering numbers      # of positions without bits of their own, as long as their entries
    cdef Entry* entries
    cdef u64 pairs
    cdef uint16_t stamp
    cdef uint16_t first_stamp   # of the current search
    cdef Entry* find(self, u64 key) noexcept nogil
    cdef void store(
        self, u64 key, int depth, double value, double low, double high, bint forced, Move move
    ) noexcept nogil
    cdef void remember(self, u64 key, int depth, double value, int marks, Move move) noexcept nogil


cdef inline bint settles(const Entry* entry, Table table, int depth, double low, double high) noexcept nogil:
    """Whether an entry makes a search with this window needless. NULL does not."""
    return (
        entry != NULL
        and entry.depth == depth
        and entry.stamp == table.stamp
        and (entry.marks & EXACT or entry.low >= high or entry.high <= low)
    )


cdef inline double known(const Entry* entry, double high) noexcept nogil:
    """The result of a search that an entry settles: the value, or the bound that lies outside the window."""
    return entry.low if entry.marks & EXACT or entry.low >= high else entry.high
