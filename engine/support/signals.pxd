"""Signals, heard in the middle of compiled code; and the time, which says when to look for them."""

cdef extern from "<time.h>" nogil:
    """
    static inline double oddsfish_now(void) {
        struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + 1e-9 * t.tv_nsec;
    }
    """
    double now "oddsfish_now"() noexcept    # the clock of time.monotonic()

cdef class Signals:
    cdef bint here          # whether their handlers run in this thread
    cdef double heard       # when it looked last
    cdef object failure     # what a handler has raised
    cdef void begin(self)
    cdef bint raised(self, double time) noexcept nogil
    cdef int check(self) except -1
