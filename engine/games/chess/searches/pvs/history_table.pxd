"""HistoryTable: what one thread of the tournament search has learned of moves."""

from .history cimport Histories

cdef class HistoryTable:
    cdef Histories* all
