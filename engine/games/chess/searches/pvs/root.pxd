"""The root of the tournament search."""

from .thread cimport RootLine, SearchThread

cdef bint deepen(SearchThread t, int depth, int lines) noexcept nogil
cdef void keep_line(SearchThread t, RootLine* line, int score, int bound) noexcept nogil
