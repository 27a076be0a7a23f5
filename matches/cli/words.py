"""Read the words of a command line: numbers and choices. Wrong words are refused in one line."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from ...engine.support.text import nearest, shorten

WHOLE = re.compile(r"-?[0-9]{1,20}")
DECIMAL = re.compile(r"[-+]?([0-9]{1,12}(\.[0-9]{1,12})?|\.[0-9]{1,12})")
KEYED = re.compile(r"(\w+)=")
# Unicode's categories of control characters, invisible format characters, surrogates, line and paragraph separators.
UNREADABLE = ("Cc", "Cf", "Cs", "Zl", "Zp")


def quote(text: str) -> str:
    """A user's text, shortened, on one line, in ASCII."""
    return f"{shorten(text)!a}"


def whole(what: str, text: str, low: int, high: int) -> int:
    if not WHOLE.fullmatch(text) or not low <= int(text) <= high:
        raise ValueError(f"{what} is a whole number from {low} to {high}, not {quote(text)}")
    return int(text)


def decimal(what: str, text: str, low: float, high: float) -> float:
    """A number within these bounds, without an exponent."""
    if not DECIMAL.fullmatch(text) or not low <= float(text) <= high:
        raise ValueError(f"{what} is a number from {low:.10g} to {high:.10g}, not {quote(text)}")
    return float(text)


def choice(what: str, text: str, choices: Sequence[str]) -> str:
    """A word that must be one of the choices, in the same spelling."""
    if text not in choices:
        raise ValueError(f"{what} is one of {', '.join(choices)}, not {quote(text)}{nearest(text, choices)}")
    return text


def check_readable(words: Sequence[str]) -> None:
    """ValueError if a word has characters that would break a line in two, or that no file can hold."""
    for word in words:
        for letter in word:
            if unicodedata.category(letter) in UNREADABLE:
                raise ValueError(f"{quote(word)} has a character that no name or option may have: {letter!a}")


def file_name(option: str, word: str) -> str:
    """The file in FILE or file=FILE; ValueError for any other NAME=, which asks for something unknown."""
    found = KEYED.match(word)
    if found is None:
        return word
    if found[1] != "file":
        raise ValueError(
            f"{option} takes FILE or file=FILE, not {quote(word)}; a file of such a name is {quote(f'file={word}')}"
        )
    if not word[found.end() :].strip():
        raise ValueError(f"{option}: file= has no value")
    return word[found.end() :]


def named(option: str, words: Sequence[str], known: Sequence[str], needed: Sequence[str] = ()) -> dict[str, str]:
    """The values of words NAME=VALUE. Each NAME must be known and occur once; all that are needed must occur."""
    values: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if name not in known or not equals:
            form = ", ".join(f"{each}=" for each in known)
            raise ValueError(f"{option} takes {form}, not {quote(word)}{nearest(name, known)}")
        if name in values:
            raise ValueError(f"{option}: {name}= is given twice")
        if not value.strip():
            raise ValueError(f"{option}: {name}= has no value")
        values[name] = value
    missing = [f"{name}=" for name in needed if name not in values]
    if missing:
        raise ValueError(f"{option} needs {' and '.join(missing)}")
    return values
