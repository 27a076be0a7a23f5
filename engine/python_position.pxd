from .bits cimport u64
from .position cimport Move, Position

cdef class PythonPosition(Position):
    cdef dict codes         # the user's move -> its number
    cdef list objects       # the user's moves by number
    cdef object numbers     # a Numbering of positions in a table; `object`, so that games compile without that type
    cdef object failure     # an exception of the user's class during a search, until `check` raises it
    cdef int write_noisy(self, int behind, Move* moves, bint* obliged) except -1
    cdef int write_inputs(self, u64* inputs) except -1
    cdef Move pack(self, object move, str method) except? 0
    cdef int pack_all(self, object found, str method, Move* moves) except -1
