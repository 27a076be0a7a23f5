from ..search cimport Search

cdef class Minimax(Search):
    pass
