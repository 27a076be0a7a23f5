"""A transposition table that never changes a value.

An entry counts only in the iteration that wrote it, and only at its depth. So it tells what the search would find: a
lower and an upper bound, which are equal if the value is known. Each key has two places: one for the deepest search,
one for the latest. `remember` keeps values for longer. It needs a key that contains all that the value depends on.
"""

from operator import index

from libc.math cimport INFINITY
from libc.stdlib cimport calloc, free
from libc.string cimport memset

from ..bits cimport multiply_high
from ..support.memory cimport LARGE_PAGE, ask_for_large_pages
from ..support.numbering cimport Numbering

from ..support.worker import Busy

cdef enum:
    MEGABYTE = 1024 * 1024
    LARGEST = 1 << 24       # megabytes
    LARGE = 32 * MEGABYTE       # bytes; from here on, a table lies on large pages
    NUMBER = 160            # bytes, about, of a position that is numbered: its key, and its place in a dictionary
    LAST_STAMP = 65535
    SAMPLE = 1000


cdef class TableMemory:
    """The base of every table: room for `megabytes` of entries, empty.

    ValueError for fewer than 1, MemoryError if there is too little memory. While a search uses the table, other calls
    raise `Busy`, a ValueError.
    """

    def __cinit__(self, megabytes):
        megabytes = index(megabytes)
        if not 1 <= megabytes <= LARGEST:
            raise ValueError(f"a table has 1 to {LARGEST} megabytes, not {megabytes}")
        self.size = <u64> megabytes * MEGABYTE

    def __dealloc__(self):
        free(self.memory)

    cdef void* allocate(self, u64 size, u64 edge) except NULL:
        """Allocate so many bytes, all of them 0. The address is a multiple of `edge`, a power of two.

        If `edge` is LARGE_PAGE or the table is large, it lies on large pages. The system clears those at once, not
        while a clock runs. A smaller table often serves one short search, which touches little of it.
        """
        cdef void* found
        if size >= LARGE:
            edge = LARGE_PAGE
        self.memory = calloc(size + edge, 1)
        if self.memory == NULL:
            raise MemoryError(f"no memory for a table of {self.size // MEGABYTE} MB")
        found = <void*> ((<u64> self.memory + edge - 1) & ~(edge - 1))
        if edge == LARGE_PAGE:
            ask_for_large_pages(found, size)
            self.zero(found, size)
        return found

    cdef void zero(self, void* places, u64 size):
        """Set so many bytes to 0. Meanwhile, other Python threads run, but none may search with this table."""
        self.busy = True
        with nogil:
            memset(places, 0, size)
        self.busy = False

    def claim(self, what):
        """Raise Busy, which names the requested action, while a search uses this table."""
        if self.busy:
            raise Busy(what)


cdef class Table(TableMemory):
    """The table of the game-independent searches."""

    def __cinit__(self, megabytes):
        self.pairs = self.size // (2 * sizeof(Entry))
        self.entries = <Entry*> self.allocate(2 * self.pairs * sizeof(Entry), sizeof(u64))
        self.numbers = Numbering(self.size // NUMBER)

    def clear(self):
        self.claim("clearing a table")
        self.zero(self.entries, 2 * self.pairs * sizeof(Entry))
        self.numbers.clear()
        self.stamp = self.first_stamp = 0

    def begin_search(self):
        """From now on, all that is written belongs to a new search."""
        self.claim("a second search on one table")
        if self.stamp > LAST_STAMP // 2:
            self.clear()
        self.first_stamp = self.stamp + 1

    def begin_iteration(self):
        """From now on, older entries only order moves."""
        self.claim("a second search on one table")
        if self.stamp == LAST_STAMP:
            self.clear()
        self.stamp += 1

    def fullness(self):
        """The share of the table that the current search has filled, in thousandths, estimated from a sample."""
        cdef u64 i, n = min(<u64> SAMPLE, 2 * self.pairs)
        cdef u64 used = 0
        for i in range(n):
            used += self.entries[i].stamp and self.entries[i].stamp >= self.first_stamp
        return 1000 * used // n

    cdef Entry* find(self, u64 key) noexcept nogil:
        """The entry of this position, of any depth and iteration; NULL if there is none."""
        cdef Entry* entry = self.entries + 2 * multiply_high(key, self.pairs)
        if entry.key == key and entry.stamp:
            return entry
        entry += 1
        if entry.key == key and entry.stamp:
            return entry
        return NULL

    cdef void store(
        self, u64 key, int depth, double value, double low, double high, bint forced, Move move
    ) noexcept nogil:
        """Store the result of a search with the window (low, high): the value, or a bound if it lies outside."""
        cdef Entry* entry = self.entries + 2 * multiply_high(key, self.pairs)
        if entry.stamp == self.stamp and entry.depth > depth and entry.key != key:
            entry += 1
        if entry.key != key or entry.depth != depth or entry.stamp != self.stamp:
            entry.low = -INFINITY
            entry.high = INFINITY
            entry.marks = 0
        if value > low:
            entry.low = max(entry.low, value)
        if value < high:
            entry.high = min(entry.high, value)
        entry.key = key
        entry.move = move
        entry.stamp = self.stamp
        entry.depth = depth
        entry.marks = entry.marks & EXACT | (EXACT if low < value < high else 0) | (FORCED if forced else 0)

    cdef void remember(self, u64 key, int depth, double value, int marks, Move move) noexcept nogil:
        """Keep a value for longer than an iteration. The key must contain all that the value depends on."""
        cdef Entry* entry = self.entries + 2 * multiply_high(key, self.pairs)
        if entry.stamp and entry.depth > depth and entry.key != key:
            entry += 1
        entry.key = key
        entry.low = entry.high = value
        entry.move = move
        entry.stamp = self.stamp
        entry.depth = depth
        entry.marks = marks | EXACT
