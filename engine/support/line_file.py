"""A file of lines that one run at a time writes to, each of them whole: what a long piece of work goes on from."""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO

from . import system
from .regular_file import open_to_append, open_to_read, read_at, write_all

BLOCK = 1 << 16  # bytes


class LineFile:
    """It is locked until it is closed, or the run ends or dies.

    The lock is on the file, not on its name, so that links and other paths to it lead to the same lock.
    """

    def __init__(self, path: Path) -> None:
        """ValueError if it is no regular file, or in use; OSError if it cannot be written or locked."""
        self.path = path
        self.file = open_to_append(path)
        try:
            lock(self.file, path)
        except BaseException:
            os.close(self.file)
            raise

    def reader(self) -> BinaryIO:
        """What it holds, from its beginning, whatever it is called by now; to be closed by itself."""
        return open_to_read(self.file)

    def write_line(self, line: bytes) -> None:
        """OSError, and nothing of it, if there is no room."""
        before = os.fstat(self.file).st_size
        try:
            write_all(self.file, line + b"\n")
        except OSError as error:
            os.ftruncate(self.file, before)
            raise OSError(error.errno, error.strerror, str(self.path)) from error

    def mend(self) -> None:
        """Take away what follows the last end of line: the end of the machine can cut a line."""
        size = begin = os.fstat(self.file).st_size
        block = b""
        while begin and b"\n" not in block:
            begin = max(0, begin - BLOCK)
            block = read_at(self.file, BLOCK, begin)
        end = begin + block.rfind(b"\n") + 1
        if end != size:
            os.ftruncate(self.file, end)

    def close(self) -> None:
        """The lock goes with it."""
        os.close(self.file)


def lock(file: int, path: Path) -> None:
    """Take an open file for one run, until it is closed; ValueError if another has it, OSError without locks."""
    try:
        system.lock(file)
    except BlockingIOError:
        raise ValueError(f"{path} is in use by another run") from None
    except OSError as error:
        raise OSError(error.errno, f"cannot be locked: {error.strerror}", str(path)) from error
