from ..bits cimport u64

cdef class Numbering:
    cdef dict known
    cdef u64 most
    cdef u64 key(self, object thing) except? 0
