"""A latch: threads wait for an event that happens once."""

from __future__ import annotations

import threading

BETWEEN = 0.03  # seconds of one wait: an interrupt just before it is handled only at its end


class Latch:
    """A latch is closed until it is opened; then it stays open.

    threading.Event is not safe with interrupts, because it is written in Python: it may keep its own lock for ever, or
    raise a RuntimeError instead of the KeyboardInterrupt.
    """

    def __init__(self) -> None:
        self.is_open = False
        self.lock = threading.Lock()
        self.lock.acquire()

    def open(self) -> None:
        """Open the latch. Further calls do no harm."""
        self.is_open = True
        try:  # noqa: SIM105 - contextlib is written in Python: an interrupt may come between its steps
            self.lock.release()
        except RuntimeError:
            pass  # it was open already

    def wait(self, seconds: float = BETWEEN) -> bool:
        """Wait until the latch is open, but at most this many seconds. Return whether it is open."""
        if not self.is_open and self.lock.acquire(timeout=seconds):
            self.open()  # wakes the next waiting thread
        return self.is_open
