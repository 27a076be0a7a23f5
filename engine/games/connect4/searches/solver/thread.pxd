from .....bits cimport u64
from .board cimport Board
from .table cimport SolverTable

cdef enum:
    SHARED_PLACES = 1024
    SHARED_UNTIL = 24       # discs: from here on, searches are too short to be shared

cdef class SolverThread:
    cdef SolverTable table
    cdef u64 nodes
    cdef u64* published              # a copy of `nodes` for other threads, updated now and then
    cdef u64 unpublished
    cdef u64 next_poll          # nodes after which `poll` is called
    cdef u64 give_up            # nodes after which it stops without a result
    cdef bint* halted           # whether it has to stop; any thread may set it
    cdef u64* shared            # SHARED_PLACES keys of positions that threads are searching; NULL for a thread alone
    cdef void poll(self) noexcept nogil
    cdef bint unwanted(self) noexcept nogil

cdef int test(SolverThread t, const Board* board, int alpha) noexcept nogil
cdef int solve(SolverThread t, const Board* board, int low, int high) noexcept nogil
