"""A file that a match, or a person, has written: a regular one, or one that is not there yet.

Links are followed, and never replaced.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import BinaryIO

from ...engine.support.regular_file import replacing, require_regular

MODE = 0o666  # of a new file, less what the umask takes away


def check_output(path: Path) -> None:
    """OSError or ValueError, with name and reason, if a file cannot be written. Nothing is created or changed."""
    if exists(path):
        os.close(os.open(path, os.O_RDWR))
    else:
        check_folder(path)


def check_replaceable(path: Path) -> None:
    """The same for a file that is to be written anew, which needs room beside it."""
    check_output(path)
    check_folder(path)


def exists(path: Path) -> bool:
    """Whether a file is there; ValueError if it is none that a match writes."""
    try:
        require_regular(path.stat())
    except FileNotFoundError:
        return False
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
    return True


def check_folder(path: Path) -> None:
    """OSError if nothing can be created beside a file. To try it is the only way to know, for root above all."""
    try:
        with tempfile.TemporaryFile(dir=Path(os.path.realpath(path)).parent):
            pass
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def open_output(path: Path, flags: int = os.O_CREAT) -> int:
    """A file descriptor to read a file and to write at its end; no process that we start inherits it."""
    exists(path)  # first: to open a device, or a FIFO, may do something to it
    return os.open(path, os.O_RDWR | os.O_APPEND | flags, MODE)


def reader(file: int) -> BinaryIO:
    """What an open file holds, from its beginning, to be closed by itself; one reader of a file at a time."""
    os.lseek(file, 0, os.SEEK_SET)
    return os.fdopen(os.dup(file), "rb")


def write_all(file: int, data: bytes) -> None:
    """os.write may write a part, on a full disk say; the rest must follow or the error be seen."""
    view = memoryview(data)
    while view:
        view = view[os.write(file, view) :]


def replace_output(path: Path, data: bytes) -> None:
    """Write a whole file, or leave it as it was and raise OSError or ValueError, with name and reason."""
    exists(path)
    try:
        with replacing(path) as part:
            part.write_bytes(data)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def create_output(path: Path, data: bytes) -> None:
    """Write a file that is not there yet, whole or not at all. OSError or ValueError, with name and reason.

    A link of that name is there, wherever it leads.
    """
    try:
        file = path.open("xb")
    except FileExistsError:
        raise ValueError(f"{path} is there already, and stays as it is") from None
    try:
        with file:
            write_all(file.fileno(), data)
    except OSError as error:
        path.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from error
