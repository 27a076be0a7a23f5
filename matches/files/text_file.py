"""Texts of files or pasted by a user: with Unix line ends, and without the byte order mark of some editors.

A file may be compressed by gzip or zstd.
"""

from __future__ import annotations

from pathlib import Path

from .compressed import COMPRESSIONS, DamagedFile, decompressed

LARGEST = 1 << 30  # bytes of a file
UTF8_MARK = "\ufeff"


def read_text(name: str, what: str, most: int = LARGEST) -> str:
    """The text of a file; ValueError, with `what` it should hold, if it is no text or has more than `most` bytes."""
    path = Path(name)
    try:
        if not path.is_file():
            fault = "is a directory" if path.is_dir() else "is no file" if path.exists() else "does not exist"
            raise ValueError(f"{what} cannot be read: {name!a} {fault}")
        data = decompressed(path.read_bytes(), most) if path.stat().st_size <= most else None
    except OSError as error:
        raise ValueError(f"{what} cannot be read: {name!a}: {error.strerror or type(error).__name__}") from None
    except DamagedFile as fault:
        raise ValueError(f"{what} cannot be read: {name!a} {fault}") from None
    if data is None or len(data) > most:
        raise ValueError(f"{what} cannot be read: {name!a} has more than {most} bytes")
    if b"\0" in data:
        raise ValueError(f"{what} cannot be read: {name!a} is no text; is it compressed?")
    return plain_text(data.decode("utf-8", "replace"))


def text_suffix(name: str) -> str:
    """The suffix of a file's name, in small letters, without that of its compression."""
    path = Path(name)
    return (Path(path.stem) if path.suffix.lower() in COMPRESSIONS else path).suffix.lower()


def plain_text(text: str) -> str:
    return text.removeprefix(UTF8_MARK).replace("\r\n", "\n").replace("\r", "\n")
