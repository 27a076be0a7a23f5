"""A text that somebody names or pastes: with Unix's ends of lines, and without the mark that some editors put first."""

from __future__ import annotations

from pathlib import Path

LARGEST = 1 << 30  # bytes of a file
UTF8_MARK = "\ufeff"


def read_text(name: str, what: str, most: int = LARGEST) -> str:
    """A text file; ValueError, which says what it was to have, if it is none, or has more than so many bytes."""
    path = Path(name)
    try:
        if not path.is_file():
            fault = "is a directory" if path.is_dir() else "is no file" if path.exists() else "does not exist"
            raise ValueError(f"{what} cannot be read: {name!a} {fault}")
        if path.stat().st_size > most:
            raise ValueError(f"{what} cannot be read: {name!a} has more than {most} bytes")
        data = path.read_bytes()
    except OSError as error:
        raise ValueError(f"{what} cannot be read: {name!a}: {error.strerror or type(error).__name__}") from None
    if b"\0" in data:
        raise ValueError(f"{what} cannot be read: {name!a} is no text; is it compressed?")
    return plain_text(data.decode("utf-8", "replace"))


def plain_text(text: str) -> str:
    return text.removeprefix(UTF8_MARK).replace("\r\n", "\n").replace("\r", "\n")
