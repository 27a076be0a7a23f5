from .opponents cimport Opponent
from ..search cimport Search

cdef class Expectimax(Search):
    cdef Opponent opponent      # None: optimal
    cdef object wanted          # the name of the model
    cdef dict settings          # the options, for the model
    cdef int player             # whose turn it is at the root
    cdef object wanted_star     # how to prune at chance nodes, as the user named it
    cdef int star
    cdef bint asking            # whether the game is asked for the best evaluation, where that is all there is to find
