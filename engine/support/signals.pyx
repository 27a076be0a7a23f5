"""Signals, handled in the middle of compiled code: Ctrl-C must work at once during any computation.

Python calls signal handlers on the main thread, between two of its own steps. Compiled code that runs on this thread
for longer has to ask for them.
"""

from cpython.exc cimport PyErr_CheckSignals

from .worker import HERE

cdef double BETWEEN = 30e-3     # seconds between two looks; each of them takes the GIL


cdef class Signals:
    """The signals during one piece of compiled code: call `begin` before it, `raised` in it, and `check` after it."""

    cdef void begin(self):
        self.here = HERE.signals
        self.heard = now()
        self.failure = None

    cdef bint raised(self, double time) noexcept nogil:
        """Return whether a handler has raised an exception, so that the code must end."""
        if self.here and time - self.heard > BETWEEN:
            self.heard = time
            with gil:
                try:
                    PyErr_CheckSignals()
                except BaseException as failure:  # noqa: BLE001 - any exception; raised by check
                    self.failure = failure
        return self.failure is not None

    cdef int check(self) except -1:
        """Raise the exception that a handler has raised, if any."""
        failure, self.failure = self.failure, None
        if failure is not None:
            raise failure
        return 0
