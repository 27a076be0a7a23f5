"""SolverThread: one thread of the solver, and what it asks of whoever runs it."""

from .....bits cimport u64
from .table cimport SolverTable

cdef class SolverThread:
    cdef SolverTable table
    cdef u64 nodes
    cdef u64 next_poll          # nodes after which `poll` is called
    cdef bint* halted           # whether to come home, without a result; anybody may raise it
    cdef void poll(self) noexcept nogil

cdef int solve(
    SolverThread t, u64 own, u64 other, int discs, int low, int high
) noexcept nogil
cdef int test(SolverThread t, u64 own, u64 other, int discs, int alpha) noexcept nogil
