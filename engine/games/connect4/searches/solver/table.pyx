"""The solver's table of bounds: two slots a bucket, one for what took the most work, one for what came last."""

from libc.string cimport memset

from .....bits cimport u64
from .....searches.table cimport TableMemory

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
    PAGE = 2 * 1024 * 1024      # bytes of a large page: without them most of the time goes to finding addresses
    SAMPLE = 1000               # buckets


cdef class SolverTable(TableMemory):
    """Bounds of scores that are proved."""

    def __cinit__(self, megabytes):
        cdef u64 edge = PAGE if self.size >= 2 * PAGE else sizeof(Bucket)    # where its first bucket may lie
        self.places = <Bucket*> self.allocate(self.size, edge)
        self.count = self.size // sizeof(Bucket)
        if edge == PAGE:
            ask_for_large_pages(self.places, self.size)
        memset(self.places, 0, self.size)  # here, and not while a clock runs, the system finds the pages

    def clear(self):
        self.claim("clearing a table")
        memset(self.places, 0, self.count * sizeof(Bucket))

    def fullness(self):
        """How much of the table is filled, in thousandths, from a sample."""
        cdef u64 n = min(<u64> SAMPLE, self.count)
        cdef u64 i, used = 0
        for i in range(n):
            used += (load_word(&self.places[i].dear) != 0) + (load_word(&self.places[i].latest) != 0)
        return 1000 * used // (2 * n)
