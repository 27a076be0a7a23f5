from .bits cimport u64
from .position cimport Move, Position

cdef class PythonPosition(Position):
    cdef dict codes         # the user's move -> its number
    cdef list objects       # and back
    cdef object numbers     # a Numbering of the positions that a table keeps; who compiles a game needs not know it
    cdef object failure     # what the user's class raised below a search, until it can be raised
    cdef int write_noisy(self, int behind, Move* moves, bint* obliged) except -1
    cdef int write_inputs(self, u64* inputs) except -1
    cdef Move pack(self, object move, str method) except? 0
    cdef int pack_all(self, object found, str method, Move* moves) except -1
