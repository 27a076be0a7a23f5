"""Opponent: how likely each move of the other side is."""

from ...position cimport Move, Position

cdef class Opponent:
    cdef void weigh(self, Position position, Move* moves, int n, double* weights) noexcept nogil
