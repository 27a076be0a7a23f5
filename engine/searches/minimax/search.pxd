from ...bits cimport u64
from ...position cimport Position
from ..search cimport Search

cdef class Minimax(Search):
    cdef bint wanted            # whether values are to outlive a search
    cdef bint memoised          # whether they do, in the table that there is
    cdef u64 salt               # of the keys: says all that a value depends on beside the position
    cdef u64 expanded           # positions whose moves were searched
    cdef u64 path_dependent      # of these, those whose value hangs on the path, so that it is not kept
    cdef u64 key_of(self, Position position, int depth, int ply) noexcept nogil
