"""Signals, handled in the middle of compiled code, and the clock that decides when to look for them."""

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
    double now "oddsfish_now"() noexcept    # the clock of time.perf_counter(); time.monotonic() may use another clock

cdef class Signals:
    cdef bint here          # whether signal handlers run in this thread
    cdef double heard       # the time of the last look
    cdef object failure     # the exception that a handler has raised
    cdef void begin(self)
    cdef bint raised(self, double time) noexcept nogil
    cdef int check(self) except -1
