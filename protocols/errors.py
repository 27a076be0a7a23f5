"""Errors of the command line, and how people are told."""

from __future__ import annotations

import os
import sys

from ..engine.support.text import one_line


class UsageError(Exception):
    """The command line is wrong. The message says why, in one line."""


def failure_text(failure: Exception) -> str:
    """The text of a failure, in one line. If it concerns a file: the path, if known, and the reason."""
    if isinstance(failure, OSError) and failure.strerror:
        return one_line(failure.strerror if failure.filename is None else f"{failure.filename}: {failure.strerror}")
    return one_line(str(failure))


def warn(text: str) -> None:
    """Write to standard error. If that fails, as on a full disk or a closed pipe, nothing more is written there."""
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        silence(sys.stderr.fileno())


def silence(stream: int) -> None:
    """Send a stream to the null device. Else Python would fail again at its end, on what is still in the buffer."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
