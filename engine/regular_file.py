"""Regular files among what somebody names: to open a device, or a FIFO, may take for ever."""

from __future__ import annotations

import os
import stat
from pathlib import Path

KINDS = {
    stat.S_IFDIR: "a directory",
    stat.S_IFIFO: "a FIFO",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


def require_regular(status: os.stat_result) -> None:
    """ValueError, which says what it is, unless this is of a regular file."""
    if not stat.S_ISREG(status.st_mode):
        raise ValueError(f"{KINDS.get(stat.S_IFMT(status.st_mode), 'something else')}, not a regular file")


def status_of(path: str | Path, most: int) -> os.stat_result:
    """What is known of a regular file of at most so many megabytes; ValueError if it is none, OSError without one."""
    status = Path(path).stat()
    require_regular(status)
    if status.st_size > most << 20:
        raise ValueError(f"more than {most} MB")
    return status
