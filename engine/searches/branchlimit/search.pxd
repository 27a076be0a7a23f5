from ...position cimport Move, Position
from ..search cimport Search

cdef class BranchLimit(Search):
    cdef int most               # moves that are searched in each position
    cdef int wanted             # plies to look ahead, as asked for
    cdef int look               # the same where it is searched now: none in what looks ahead
    cdef bint published         # the rule for how far
    cdef int threads            # that look ahead at the root
    cdef object options         # for the searches in the others
    cdef list scouts            # which are these, one for each thread beside our own
    cdef BranchLimit leader     # of a scout, whose clock is its own
    cdef list look_at_root(self, int ahead)
    cdef list share(self, list lines, int ahead)
    cdef int ahead(self, int depth) noexcept nogil
    cdef int select(
        self, Position position, Move* moves, double* estimates, bint* forced, int n, int depth, int ply,
        double low, double high
    ) noexcept nogil
