"""What is wrong with a command line, and how a person is told."""

from __future__ import annotations

import os
import sys

from ..engine.support.text import one_line


class UsageError(Exception):
    """The command line makes no sense; says why, in one line."""


def failure_text(failure: Exception) -> str:
    """A failure in a line; of a file, which one and why."""
    if isinstance(failure, OSError) and failure.strerror:
        return one_line(failure.strerror if failure.filename is None else f"{failure.filename}: {failure.strerror}")
    return one_line(str(failure))


def warn(text: str) -> None:
    """Say something on standard error, if anybody can hear it there: a disk may be full, or whoever listened gone."""
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        silence(sys.stderr.fileno())


def silence(stream: int) -> None:
    """Let go what could not be written: it is still in a buffer, and Python would complain once more at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
