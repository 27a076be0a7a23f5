"""Lets our Windows branches run on another system: Python loads this first if the folder is in PYTHONPATH.

The standard library sees the system as it is. It takes a module msvcrt for the sign of Windows, so modules that look
for it are imported before ours is there.
"""

import errno
import fcntl
import os
import subprocess  # noqa: F401
import sys
from types import ModuleType


class Msvcrt(ModuleType):
    """Stands for Windows' module, but has only locks of files."""

    LK_NBLCK = 2

    def locking(self, file: int, mode: int, count: int) -> None:
        """Lock a byte of an open file, far behind its end: on Windows, nobody else may read a part that is locked."""
        assert (mode, count) == (self.LK_NBLCK, 1)
        assert os.lseek(file, 0, os.SEEK_CUR) >= 1 << 40
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES)) from None


sys.modules["msvcrt"] = Msvcrt("msvcrt")
