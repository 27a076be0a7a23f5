"""A transposition table that never changes a value.

An entry counts only in the iteration that wrote it and only at the depth at which it was written, so what it says is
what the search would have found. Each key has two places: one for the deepest search, one for the latest.
"""

from libc.stdlib cimport calloc, free
from libc.string cimport memset

from ..bits cimport multiply_high

cdef enum:
    MEGABYTE = 1024 * 1024
    LAST_STAMP = 65535
    SAMPLE = 1000


cdef class Table:
    """Room for `megabytes` of entries, empty."""

    def __cinit__(self, int megabytes):
        self.pairs = <u64> megabytes * MEGABYTE // (2 * sizeof(Entry))
        self.entries = <Entry*> calloc(2 * self.pairs, sizeof(Entry))
        self.stamp = self.first_stamp = 0
        if self.entries == NULL:
            raise MemoryError(f"no memory for a table of {megabytes} MB")

    def __dealloc__(self):
        free(self.entries)

    def clear(self):
        """Forget everything."""
        memset(self.entries, 0, 2 * self.pairs * sizeof(Entry))
        self.stamp = 0

    def begin_search(self):
        """What is written from now on counts as written by the current search."""
        if self.stamp > LAST_STAMP // 2:
            self.clear()
        self.first_stamp = self.stamp + 1

    def begin_iteration(self):
        """What was written before serves only to order moves."""
        self.stamp += 1

    def fullness(self):
        """How much of the table the current search has filled, in thousandths, from a sample."""
        cdef u64 i, n = min(<u64> SAMPLE, 2 * self.pairs)
        cdef u64 used = 0
        for i in range(n):
            used += self.entries[i].stamp >= self.first_stamp
        return SAMPLE * used // n

    cdef Entry* find(self, u64 key) noexcept nogil:
        """The entry of this position, of whatever depth and iteration, or NULL."""
        cdef Entry* entry = self.entries + 2 * multiply_high(key, self.pairs)
        if entry.key == key and entry.stamp:
            return entry
        entry += 1
        if entry.key == key and entry.stamp:
            return entry
        return NULL

    cdef void store(self, u64 key, double value, int depth, int flags, Move move) noexcept nogil:
        cdef Entry* entry = self.entries + 2 * multiply_high(key, self.pairs)
        if entry.stamp == self.stamp and entry.depth > depth and entry.key != key:
            entry += 1
        entry.key = key
        entry.value = value
        entry.move = move
        entry.stamp = self.stamp
        entry.depth = depth
        entry.flags = flags
