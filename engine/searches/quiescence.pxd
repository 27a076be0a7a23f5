from ..position cimport Position
from .search cimport Search, stand_pat


cdef double quiesce(
    Search search, Position position, int depth, int ply, double low, double high
) noexcept nogil


cdef inline double estimate(Search search, int depth, int ply, double low, double high) noexcept nogil:
    """The value of a position where the depth ends. With quiescence, a value outside the window is a bound.

    depth: the depth that is left, 0 or less.
    """
    if search.quiescent:
        return quiesce(search, search.position, depth, ply, low, high)
    return stand_pat(search, ply)
