"""The solver's table of bounds. A bucket has two slots: for the result that took the most work, and for the latest."""

from .....bits cimport u64
from .....searches.table cimport TableMemory
from .....support.memory cimport LARGE_PAGE

cdef enum:
    SAMPLE = 1000               # buckets


cdef class SolverTable(TableMemory):
    """Proved bounds of scores."""

    def __cinit__(self, megabytes):
        # Without large pages, most of the time would go to address translation.
        self.places = <Bucket*> self.allocate(self.size, LARGE_PAGE if self.size >= 2 * LARGE_PAGE else sizeof(Bucket))
        self.count = self.size // sizeof(Bucket)

    def clear(self):
        self.claim("clearing a table")
        self.zero(self.places, self.count * sizeof(Bucket))

    def fullness(self):
        """The share of the table that is filled, in thousandths, estimated from a sample."""
        cdef u64 n = min(<u64> SAMPLE, self.count)
        cdef u64 i, used = 0
        for i in range(n):
            used += (load_word(&self.places[i].dear) != 0) + (load_word(&self.places[i].latest) != 0)
        return 1000 * used // (2 * n)
