"""What is waited for, and happens once."""

from __future__ import annotations

import threading

BETWEEN = 0.03  # seconds between two looks: an interrupt just before a wait is heard at its end alone


class Latch:
    """Closed until it is opened, once and for all.

    An Event, which is written in Python, does not bear an interrupt: it may keep a lock of its own for ever, or raise
    a RuntimeError in place of the KeyboardInterrupt.
    """

    def __init__(self) -> None:
        self.is_open = False
        self.lock = threading.Lock()
        self.lock.acquire()

    def open(self) -> None:
        """It has happened; more than once does no harm."""
        self.is_open = True
        try:  # noqa: SIM105 - an interrupt may come between the steps of what is written in Python
            self.lock.release()
        except RuntimeError:
            pass  # as it was

    def wait(self, seconds: float = BETWEEN) -> bool:
        """Wait for it, but no longer than so many seconds; whether it has happened."""
        if not self.is_open and self.lock.acquire(timeout=seconds):
            self.open()  # which lets the next one through, too
        return self.is_open
