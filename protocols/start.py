"""Where the program starts: an interrupt is heard from the first moment on, and all else is imported after that."""

from __future__ import annotations

import signal
import sys

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from typing import NoReturn

INTERRUPTED = 130  # exit status


def main() -> int:
    """Run the command line; the exit status."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, interrupt)
    sys.unraisablehook = hear_ignored
    try:
        from .cli import main as run  # noqa: PLC0415 - an interrupt must not be lost on the way

        return run()
    except KeyboardInterrupt:
        return INTERRUPTED


def interrupt(number: int, frame: object) -> NoReturn:
    """Answer an interrupt in order; the next one ends us on the spot."""
    signal.signal(number, signal.SIG_DFL)
    raise KeyboardInterrupt


def hear_ignored(ignored: sys.UnraisableHookArgs) -> None:
    """End on the spot where Python has ignored an interrupt, as it does in callbacks of the import system."""
    if issubclass(ignored.exc_type, KeyboardInterrupt):
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.raise_signal(signal.SIGINT)
    sys.__unraisablehook__(ignored)
