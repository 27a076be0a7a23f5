from .....bits cimport u64
from .board cimport Board
from .book cimport SolverBook
from .table cimport SolverTable
from .thread cimport SHARED_PLACES, SolverThread

cdef enum:
    MOST_THREADS = 512

cdef struct Question:
    Board board
    int low, high           # an exact score is needed only between them
    int answer

cdef class ThreadPool:
    cdef int threads
    cdef int missing                    # threads that could not be started
    cdef SolverThread first             # the thread of the caller
    cdef SolverBook book                      # None without a book
    cdef list helpers
    cdef bint enough                    # whether all threads have to stop
    cdef Question* questions
    cdef u64 count
    cdef u64 taken                      # the number of questions begun, if there are several
    cdef u64[SHARED_PLACES] shared
    cdef u64[MOST_THREADS] published
    cdef bint answer(self, Question* question) except -1
    cdef bint answer_all(self, Question* questions, u64 count) except -1
    cdef int call_helpers(self, list called) except -1
    cdef int bring_home(self, list called) except -1
    cdef void work(self, SolverThread thread) noexcept nogil
    cdef bint known(self, Question* question) noexcept nogil
    cdef u64 nodes(self) noexcept nogil
