"""Regular files among what somebody names: to open a device, or a FIFO, may take for ever."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from .system import BINARY

LONGEST_LINE = 1 << 26  # bytes; a game of the most moves that a match plays, 100,000, has less in a result file
MODE = 0o666  # of a new file, less what the umask takes away

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


def check_regular(path: Path) -> bool:
    """Whether a file is there; ValueError if it is not regular: to open it may take for ever, to replace it harm."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return False
    try:
        require_regular(status)
    except ValueError as fault:
        raise ValueError(f"{path} is {fault}") from None
    return True


def check_replaceable(path: Path, force: bool, inputs: Iterable[Path] = ()) -> None:
    """ValueError if writing it would destroy what nobody has said may go: a last name is soon forgotten."""
    if not check_regular(path):
        return
    if any(each.exists() and each.samefile(path) for each in inputs):
        raise ValueError(f"{path} would be read and written: name another file to be written")
    if not force:
        raise ValueError(f"{path} is there already; --force replaces it")


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A new file beside this one, which takes its place in the end, whole; if anything is raised, it is gone instead.

    A link is followed, and what it leads to replaced, whose permissions stay. ValueError if something is there that is
    no regular file; OSError, with the name that was given.
    """
    check_regular(path)
    place = Path(os.path.realpath(path))
    part = place.with_name(f".{os.urandom(8).hex()}.part")  # short: beside the longest name there is room for it
    try:
        part.touch(exist_ok=False)
        if place.exists():
            part.chmod(stat.S_IMODE(place.stat().st_mode))
        yield part
        part.replace(place)
    except OSError as fault:
        if fault.filename in (None, str(part)):
            raise OSError(fault.errno, fault.strerror, str(path)) from fault
        raise
    finally:
        part.unlink(missing_ok=True)


def open_to_append(path: Path) -> int:
    """A file descriptor to read a file and to write at its end; no process that we start inherits it."""
    check_regular(path)
    return os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | BINARY, MODE)


def open_to_read(file: int) -> BinaryIO:
    """What an open file holds, from its beginning, to be closed by itself; one reader of a file at a time."""
    os.lseek(file, 0, os.SEEK_SET)
    return os.fdopen(os.dup(file), "rb")


def read_at(file: int, size: int, place: int) -> bytes:
    """So many bytes of an open file, from a place on; fewer at its end. Reading it goes on where it was."""
    before = os.lseek(file, 0, os.SEEK_CUR)
    os.lseek(file, place, os.SEEK_SET)
    try:
        return os.read(file, size)
    finally:
        os.lseek(file, before, os.SEEK_SET)


def write_all(file: int, data: bytes) -> None:
    """os.write may write a part, on a full disk say; the rest must follow or the error be seen."""
    view = memoryview(data)
    while view:
        view = view[os.write(file, view) :]


def read_lines(file: BinaryIO, path: Path, longest: int = LONGEST_LINE) -> Iterator[bytes]:
    """Each line with its end; ValueError for one that is longer, which might take all memory."""
    number = 1
    while line := file.readline(longest + 1):
        if len(line) > longest:
            raise ValueError(f"{path}:{number} is a line of more than {longest} bytes")
        yield line
        number += 1


def status_of(path: str | Path, most: float) -> os.stat_result:
    """What is known of a regular file of at most so many megabytes; ValueError if it is none, OSError without one."""
    status = Path(path).stat()
    require_regular(status)
    if status.st_size > most * 2**20:
        raise ValueError(f"more than {most} MB")
    return status
