"""Regular files. A user may name other files, too, but opening a device or a FIFO may take for ever."""

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
    """Raise ValueError, with the kind of file, if this is not the status of a regular file."""
    if not stat.S_ISREG(status.st_mode):
        raise ValueError(f"{KINDS.get(stat.S_IFMT(status.st_mode), 'something else')}, not a regular file")


def check_regular(path: Path) -> bool:
    """Return whether a file exists. ValueError if it is not regular: it may block for ever, or harm to replace it."""
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
    """Raise ValueError if a file exists and must not be replaced: without `force`, or because it is an input."""
    if not check_regular(path):
        return
    if any(each.exists() and each.samefile(path) for each in inputs):
        raise ValueError(f"{path} would be read and written: name another file to be written")
    if not force:
        raise ValueError(f"{path} is there already; --force replaces it")


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a new file beside this one, which replaces it at the end. After an exception it is removed instead.

    If the path is a link, the file at its end is replaced. The permissions stay. ValueError if the path exists and is
    no regular file; OSError, with the given name, if the file cannot be written.
    """
    check_regular(path)
    place = Path(os.path.realpath(path))
    part = place.with_name(f".{os.urandom(8).hex()}.part")  # short, so that it fits beside the longest name
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
    """Return a file descriptor for reading and appending. Processes that we start do not inherit it."""
    check_regular(path)
    return os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | BINARY, MODE)


def open_to_read(file: int) -> BinaryIO:
    """Return a reader from the beginning of an open file; the caller closes it. Only one reader at a time."""
    os.lseek(file, 0, os.SEEK_SET)
    return os.fdopen(os.dup(file), "rb")


def read_at(file: int, size: int, place: int) -> bytes:
    """Read `size` bytes of an open file, from a place on; fewer at its end. The file's own offset does not change."""
    before = os.lseek(file, 0, os.SEEK_CUR)
    os.lseek(file, place, os.SEEK_SET)
    try:
        return os.read(file, size)
    finally:
        os.lseek(file, before, os.SEEK_SET)


def write_all(file: int, data: bytes) -> None:
    """Write all data. os.write alone may write a part, such as on a full disk; the next call then raises OSError."""
    view = memoryview(data)
    while view:
        view = view[os.write(file, view) :]


def read_lines(file: BinaryIO, path: Path, longest: int = LONGEST_LINE) -> Iterator[bytes]:
    """Yield each line with its line end. ValueError for a line that is too long, which might take all memory."""
    number = 1
    while line := file.readline(longest + 1):
        if len(line) > longest:
            raise ValueError(f"{path}:{number} is a line of more than {longest} bytes")
        yield line
        number += 1


def status_of(path: str | Path, most: float) -> os.stat_result:
    """Return the status of a file. ValueError if it is not regular, or has more than `most` megabytes; OSError."""
    status = Path(path).stat()
    require_regular(status)
    if status.st_size > most * 2**20:
        raise ValueError(f"more than {most} MB")
    return status
