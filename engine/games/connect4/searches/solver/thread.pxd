from .....bits cimport u64
from .board cimport Board
from .table cimport SolverTable

cdef enum:
    SHARED_PLACES = 1024
    SHARED_UNTIL = 24       # discs: what is searched behind so many is over too soon to be shared

cdef class SolverThread:
    cdef SolverTable table
    cdef u64 nodes
    cdef u64* published              # where the same is for other threads to read, now and then
    cdef u64 unpublished
    cdef u64 next_poll          # nodes after which `poll` is called
    cdef u64 give_up            # nodes after which it comes home without a result
    cdef bint* halted           # whether to do so; anybody may raise it
    cdef u64* shared            # SHARED_PLACES keys of what the threads are searching; NULL for one that is alone
    cdef void poll(self) noexcept nogil
    cdef bint unwanted(self) noexcept nogil

cdef int test(SolverThread t, const Board* board, int alpha) noexcept nogil
cdef int solve(SolverThread t, const Board* board, int low, int high) noexcept nogil
