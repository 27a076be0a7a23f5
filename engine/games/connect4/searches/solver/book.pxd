from .....bits cimport u64
from .board cimport Board

cdef enum:
    NOT_THERE = 100     # no score

cdef class SolverBook:
    cdef readonly int plies         # discs of the latest positions that it has
    cdef u64 count                  # positions, each with its mirror image
    cdef object data                # the bytes of the entries
    cdef const u64* entries         # in order
    cdef int look_up(self, const Board* board) noexcept nogil
