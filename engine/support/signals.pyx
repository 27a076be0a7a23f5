"""Signals, heard in the middle of compiled code: Ctrl-C is to be answered at once, whatever is computed.

Python calls the handlers of signals between two steps of its own, on the main thread. Code that is on this thread and
does without Python for longer has to ask for them.
"""

from cpython.exc cimport PyErr_CheckSignals

from .worker import HERE

cdef double BETWEEN = 30e-3     # seconds between two looks, for which other threads have to give way


cdef class Signals:
    """What one piece of compiled code hears: `begin` with it, ask `raised` on the way, and `check` after it."""

    cdef void begin(self):
        self.here = HERE.signals
        self.heard = now()
        self.failure = None

    cdef bint raised(self, double time) noexcept nogil:
        """Whether a handler has raised something, so that it is time to come home."""
        if self.here and time - self.heard > BETWEEN:
            self.heard = time
            with gil:
                try:
                    PyErr_CheckSignals()
                except BaseException as failure:  # noqa: BLE001 - whatever it is; raised by check
                    self.failure = failure
        return self.failure is not None

    cdef int check(self) except -1:
        """Raise what a handler has raised."""
        failure, self.failure = self.failure, None
        if failure is not None:
            raise failure
        return 0
