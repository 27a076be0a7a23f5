from .....bits cimport u64

cdef struct Board:
    u64 own             # of the side to move
    u64 other
    int discs

cdef int read(object position, Board* board) except -1
