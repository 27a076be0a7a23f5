"""Where the program starts: an interrupt is heard from the first moment on, and all else is imported after that.

Until `main` listens, an interrupt ends the process on the spot: a KeyboardInterrupt would show a traceback. So this
module is for a program that is Oddsfish; nothing else imports it.
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
    """Run the command line; the exit status."""
    sys.unraisablehook = hear_ignored
    from .cli import main as run

    try:
        if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
            signal.signal(signal.SIGINT, interrupt)
        try:
            return run()
        finally:
            if signal.getsignal(signal.SIGINT) is interrupt:  # as before: nobody would catch what it raises
                signal.signal(signal.SIGINT, signal.SIG_DFL)
    except KeyboardInterrupt:
        return INTERRUPTED


def interrupt(number: int, frame: FrameType | None) -> NoReturn:
    """Answer an interrupt in order; the next one ends us on the spot.

    So does one amid the import system: to raise there may leave a lock taken that other threads would wait for.
    """
    signal.signal(number, signal.SIG_DFL)
    if frame is not None and frame.f_code.co_filename.startswith("<frozen importlib"):
        signal.raise_signal(number)
    raise KeyboardInterrupt


def hear_ignored(ignored: sys.UnraisableHookArgs) -> None:
    """End on the spot where Python has ignored an interrupt, as it does in callbacks of the import system."""
    if issubclass(ignored.exc_type, KeyboardInterrupt):
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.raise_signal(signal.SIGINT)
    sys.__unraisablehook__(ignored)
