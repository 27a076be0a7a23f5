"""The solver's table of bounds: two slots a bucket, one for what took the most work, one for what came last."""

from operator import index

from libc.stdlib cimport free, malloc
from libc.string cimport memset

from .....bits cimport u64

from .....control.worker import Busy

cdef extern from *:
    """
    #if defined(__linux__)
    #include <sys/mman.h>
    #define oddsfish_large_pages(memory, size) madvise((memory), (size), MADV_HUGEPAGE)
    #else
    #define oddsfish_large_pages(memory, size) ((void) 0)
    #endif
    """
    void ask_for_large_pages "oddsfish_large_pages"(void* memory, size_t size) noexcept nogil

cdef enum:
    MEGABYTE = 1024 * 1024
    LARGEST = 1 << 24           # megabytes
    PAGE = 2 * 1024 * 1024      # bytes of a large page: without them most of the time goes to finding addresses
    SAMPLE = 1000               # buckets


cdef class SolverTable:
    """Room for `megabytes` of bounds, empty.

    ValueError for less than one, MemoryError for more than there are. While a search uses it, it is not to be touched:
    `Busy`, a ValueError.
    """

    def __cinit__(self, megabytes):
        megabytes = index(megabytes)
        if not 1 <= megabytes <= LARGEST:
            raise ValueError(f"a table has 1 to {LARGEST} megabytes, not {megabytes}")
        cdef u64 size = <u64> megabytes * MEGABYTE
        cdef u64 edge = PAGE if size >= 2 * PAGE else sizeof(Bucket)    # where its first bucket may lie
        self.memory = malloc(size + edge)
        if self.memory == NULL:
            raise MemoryError(f"no memory for a table of {megabytes} MB")
        self.places = <Bucket*> ((<u64> self.memory + edge - 1) & ~<u64> (edge - 1))
        self.count = size // sizeof(Bucket)
        if edge == PAGE:
            ask_for_large_pages(self.places, size)
        memset(self.places, 0, size)  # here, and not while a clock runs, the system finds the pages

    def __dealloc__(self):
        free(self.memory)

    def clear(self):
        self.claim("clearing a table")
        memset(self.places, 0, self.count * sizeof(Bucket))

    def claim(self, what):
        """Busy, which names what was asked, while a search is using this table."""
        if self.busy:
            raise Busy(what)

    def fullness(self):
        """How much of the table is filled, in thousandths, from a sample."""
        cdef u64 n = min(<u64> SAMPLE, self.count)
        cdef u64 i, used = 0
        for i in range(n):
            used += (load_word(&self.places[i].dear) != 0) + (load_word(&self.places[i].latest) != 0)
        return 1000 * used // (2 * n)
