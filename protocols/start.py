"""The start of the program. It sets the handling of interrupts first, and imports everything else after that.

Until `main` sets a handler, an interrupt ends the process at once: a KeyboardInterrupt would show a traceback. The
import of this module changes the handling of signals, so only the program itself imports it.
"""

from __future__ import annotations

import signal
import sys

if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from types import FrameType
    from typing import NoReturn

INTERRUPTED = 130  # exit status


def main() -> int:
    """Run the command line and return the exit status."""
    sys.unraisablehook = hear_ignored
    from .cli import main as run

    try:
        if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
            signal.signal(signal.SIGINT, interrupt)
        try:
            return run()
        finally:
            if signal.getsignal(signal.SIGINT) is interrupt:  # as before: nobody would catch its KeyboardInterrupt
                signal.signal(signal.SIGINT, signal.SIG_DFL)
    except KeyboardInterrupt:
        return INTERRUPTED


def interrupt(number: int, frame: FrameType | None) -> NoReturn:
    """Raise KeyboardInterrupt; the next interrupt ends the process at once.

    So does an interrupt inside the import system: an exception there may leave a lock that other threads wait for.
    """
    signal.signal(number, signal.SIG_DFL)
    if frame is not None and frame.f_code.co_filename.startswith("<frozen importlib"):
        signal.raise_signal(number)
    raise KeyboardInterrupt


def hear_ignored(ignored: sys.UnraisableHookArgs) -> None:
    """End the process at once if Python has ignored an interrupt, as in callbacks of the import system."""
    if issubclass(ignored.exc_type, KeyboardInterrupt):
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.raise_signal(signal.SIGINT)
    sys.__unraisablehook__(ignored)
