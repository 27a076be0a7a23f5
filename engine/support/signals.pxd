"""Signals, heard in the middle of compiled code; and the time, which says when to look for them."""

cdef extern from "<time.h>" nogil:
    """
    #if defined(_WIN32)
    #include <windows.h>
    static inline double oddsfish_now(void) {
        LARGE_INTEGER ticks, each_second;
        QueryPerformanceCounter(&ticks);
        QueryPerformanceFrequency(&each_second);
        return (double) ticks.QuadPart / each_second.QuadPart;
    }
    #else
    #if defined(__APPLE__)
    #define oddsfish_clock CLOCK_UPTIME_RAW
    #else
    #define oddsfish_clock CLOCK_MONOTONIC
    #endif
    static inline double oddsfish_now(void) {
        struct timespec t; clock_gettime(oddsfish_clock, &t); return t.tv_sec + 1e-9 * t.tv_nsec;
    }
    #endif
    """
    double now "oddsfish_now"() noexcept    # the clock of time.perf_counter(); time.monotonic() may be another's

cdef class Signals:
    cdef bint here          # whether their handlers run in this thread
    cdef double heard       # when it looked last
    cdef object failure     # what a handler has raised
    cdef void begin(self)
    cdef bint raised(self, double time) noexcept nogil
    cdef int check(self) except -1
