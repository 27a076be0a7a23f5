from .search cimport Search

cdef class Minimax(Search):
    cdef double walk(self, int depth, int ply) noexcept nogil
