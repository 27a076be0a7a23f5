from ..position cimport Position
from .search cimport Search, stand_pat


cdef double quiesce(
    Search search, Position position, int depth, int ply, double low, double high
) noexcept nogil


cdef inline double estimate(Search search, int depth, int ply, double low, double high) noexcept nogil:
    """What a position is worth where the depth ends; with quiescence a bound on it outside the window.

    depth: what is left of it, 0 or less.
    """
    if search.quiescent:
        return quiesce(search, search.position, depth, ply, low, high)
    return stand_pat(search, ply)
