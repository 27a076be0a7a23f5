"""Texts that somebody has sent: numbers in them, what they may have meant, what an error message shows of them."""

from __future__ import annotations

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from collections.abc import Iterable

LARGEST = 10**15  # nobody means a larger number
DIGITS = len(str(LARGEST))
LONGEST_PATH = 150  # characters of one that is complained of


def whole_number(text: str) -> int | None:
    """The number that a text means, with or without a sign; None if it means none. A huge one is cut to LARGEST."""
    digits = text[1:] if text[:1] in ("-", "+") else text
    if not (digits.isascii() and digits.isdigit()):
        return None
    digits = digits.lstrip("0") or "0"
    number = min(int(digits[:DIGITS]), LARGEST) if len(digits) <= DIGITS else LARGEST
    return -number if text.startswith("-") else number


def nearest(text: str, names: Iterable[str]) -> str:
    """Which of the names somebody may have meant, for the end of an error message; nothing if none is near."""
    from difflib import get_close_matches

    known = {name.lower(): name for name in names}
    found = get_close_matches(text.lower()[:60], known, n=1)
    return f"; did you mean {known[found[0]]}?" if found else ""


def shorten(text: str, length: int = 60) -> str:
    """At most so many characters of what somebody sent, for an error message."""
    return text if len(text) <= length else text[: length - 3] + "..."


def printable(text: str, length: int = 60) -> str:
    """The same of what stands there without quotes: what cannot be printed in one line is escaped, as repr does it."""
    return shorten("".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text), length)


def pack(rows: Iterable[str]) -> str:
    """Rows of a board, with a space for each empty cell, as FENs write them: divided by /, a number for a gap."""
    text = "/".join(rows)
    for gap in range(max(map(len, text.split("/"))), 0, -1):
        text = text.replace(" " * gap, str(gap))
    return text


def writable(value: object) -> bool:
    """Whether something is a text, and has no half characters, as JSON may, which no file and no terminal can have."""
    try:
        return isinstance(value, str) and value.encode() is not None
    except UnicodeEncodeError:
        return False


def one_line(text: str) -> str:
    """The same in one line of a terminal; what cannot be printed there becomes a question mark."""
    return "".join(letter if letter.isprintable() else "?" for letter in " ".join(text.split()))
