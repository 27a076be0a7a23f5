"""A file of whole lines, which one run at a time writes. A long piece of work can be resumed from it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO

from . import system
from .regular_file import open_to_append, open_to_read, read_at, write_all

BLOCK = 1 << 16  # bytes


class LineFile:
    """An open file of lines. It is locked until it is closed, or the process ends.

    The lock is on the file, not on its name, so that links and other paths to it lead to the same lock.
    """

    def __init__(self, path: Path) -> None:
        """Open and lock a file. ValueError if it is not regular or in use; OSError if this fails."""
        self.path = path
        self.file = open_to_append(path)
        try:
            lock(self.file, path)
        except BaseException:
            os.close(self.file)
            raise

    def reader(self) -> BinaryIO:
        """Return a reader from the beginning of the file, even if it was renamed. The caller closes it."""
        return open_to_read(self.file)

    def write_line(self, line: bytes) -> None:
        """Append a line. OSError if it cannot be written; then no part of it stays in the file."""
        before = os.fstat(self.file).st_size
        try:
            write_all(self.file, line + b"\n")
        except OSError as error:
            os.ftruncate(self.file, before)
            raise OSError(error.errno, error.strerror, str(self.path)) from error

    def mend(self) -> None:
        """Remove an incomplete last line, which a crash of the machine can leave."""
        size = begin = os.fstat(self.file).st_size
        block = b""
        while begin and b"\n" not in block:
            begin = max(0, begin - BLOCK)
            block = read_at(self.file, BLOCK, begin)
        end = begin + block.rfind(b"\n") + 1
        if end != size:
            os.ftruncate(self.file, end)

    def close(self) -> None:
        """Close the file, which releases the lock."""
        os.close(self.file)


def lock(file: int, path: Path) -> None:
    """Lock an open file until it is closed. ValueError if another run has locked it, OSError if locking fails."""
    try:
        system.lock(file)
    except BlockingIOError:
        raise ValueError(f"{path} is in use by another run") from None
    except OSError as error:
        raise OSError(error.errno, f"cannot be locked: {error.strerror}", str(path)) from error
