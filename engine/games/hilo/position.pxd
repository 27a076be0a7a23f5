"""HiloPosition: a card game for one player and chance."""

from ...position cimport Ending, Move, Position

cdef enum:
    CARDS = 13
    MAX_DRAWS = 64

cdef class HiloPosition(Position):
    cdef int[MAX_DRAWS + 1] card        # the one that is up, after each draw
    cdef double[MAX_DRAWS + 1] utility
    cdef int top
    cdef int draws                      # at the start
