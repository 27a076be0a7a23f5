"""Numbering: a number for each of the things that are not equal."""

from ..bits cimport u64

cdef class Numbering:
    cdef dict known
    cdef readonly u64 most
    cdef u64 key(self, object thing) except? 0
