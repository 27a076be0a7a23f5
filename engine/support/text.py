"""Texts from outside: the numbers in them, suggestions for wrong names, and their form in error messages."""

from __future__ import annotations

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from collections.abc import Iterable

LARGEST = 10**15  # nobody means a larger number
DIGITS = len(str(LARGEST))
LONGEST_PATH = 150  # characters of a path in an error message


def whole_number(text: str) -> int | None:
    """Return the integer in a text, with or without a sign; None if there is none. LARGEST replaces a larger one."""
    digits = text[1:] if text[:1] in ("-", "+") else text
    if not (digits.isascii() and digits.isdigit()):
        return None
    digits = digits.lstrip("0") or "0"
    number = min(int(digits[:DIGITS]), LARGEST) if len(digits) <= DIGITS else LARGEST
    return -number if text.startswith("-") else number


def nearest(text: str, names: Iterable[str]) -> str:
    """Return a suggestion for the end of an error message: the most similar of the names; "" if none is similar."""
    from difflib import get_close_matches

    known = {name.lower(): name for name in names}
    found = get_close_matches(text.lower()[:60], known, n=1)
    return f"; did you mean {known[found[0]]}?" if found else ""


def shorten(text: str, length: int = 60) -> str:
    """Cut a text from outside to at most `length` characters, for an error message."""
    return text if len(text) <= length else text[: length - 3] + "..."


def printable(text: str, length: int = 60) -> str:
    """Cut a text that is shown without quotes. Characters that do not print in one line are escaped, as by repr."""
    return shorten("".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text), length)


def pack(rows: Iterable[str]) -> str:
    """Write the rows of a board as in a FEN: / divides rows, and a number stands for empty cells (spaces in `rows`)."""
    text = "/".join(rows)
    for gap in range(max(map(len, text.split("/"))), 0, -1):
        text = text.replace(" " * gap, str(gap))
    return text


def writable(value: object) -> bool:
    """Return whether a value is a text without lone surrogates, which JSON may have, but no file or terminal."""
    try:
        return isinstance(value, str) and value.encode() is not None
    except UnicodeEncodeError:
        return False


def one_line(text: str) -> str:
    """Return a text as one line for a terminal. A question mark replaces each character that cannot be printed."""
    return "".join(letter if letter.isprintable() else "?" for letter in " ".join(text.split()))
