"""What one thread of the tournament search has learned of moves; it outlives the search, as the table does."""

from libc.stdlib cimport calloc, free

from .history cimport Histories


cdef class HistoryTable:
    """Empty at first."""

    def __cinit__(self):
        self.all = <Histories*> calloc(1, sizeof(Histories))
        if self.all == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.all)
