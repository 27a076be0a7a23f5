"""The content of the info lines of a search, and whether clients can read it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...engine.support.text import whole_number
from ..players.uci_lines import LAST, NUMBERS

SCORES = ("cp", "mate")


def infos(lines: Sequence[str]) -> list[str]:
    """The info lines without those of free text (`info string`)."""
    return [line for line in lines if line.split()[:1] == ["info"] and line.split()[1:2] != ["string"]]


def fields(line: str) -> Iterator[tuple[str, str, str]]:
    """Each word and the two words after it, "" if there are none."""
    words = line.split()[1:]
    for place, word in enumerate(words):
        if word in LAST:
            return
        following = [*words[place + 1 : place + 3], "", ""]
        yield word, following[0], following[1]


def wrong_number(line: str) -> str:
    """The first value in an info line that should be a whole number but is not, with the word before; "" if none."""
    for word, value, next_value in fields(line):
        if word in NUMBERS and whole_number(value) is None:
            return f"{word} {value}".strip()
        if word == "score" and (value not in SCORES or whole_number(next_value) is None):
            return f"score {value} {next_value}".strip()
    return ""


def has_score(line: str) -> bool:
    return any(word == "score" for word, _, _ in fields(line))


def number(line: str, name: str) -> int | None:
    """The number after a word, None if there is none."""
    return next((whole_number(value) for word, value, _ in fields(line) if word == name), None)
