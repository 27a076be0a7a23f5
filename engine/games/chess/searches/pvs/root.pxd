"""The root of the tournament search."""

from .thread cimport SearchThread

cdef bint deepen(SearchThread t, int depth, int lines) noexcept nogil
