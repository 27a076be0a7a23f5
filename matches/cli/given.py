"""The options of a command line, each with the words after it, and how they are read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..settings import LONGEST_STRING
from .words import file_name, whole

MOST_WAIT = 10**7  # milliseconds

Given = Mapping[str, Sequence[str]]  # an option, and the words after it


def text(given: Given, option: str, default: str = "") -> str:
    return given[option][0] if option in given else default


def file(given: Given, option: str, default: str = "") -> str:
    return file_name(option, given[option][0]) if option in given else default


def number(given: Given, option: str, low: int, high: int, default: int) -> int:
    return whole(option, given[option][0], low, high) if given.get(option) else default


def tag(given: Given, option: str) -> str:
    value = text(given, option, "?")
    if len(value) > LONGEST_STRING:
        raise ValueError(f"{option} is longer than the {LONGEST_STRING} characters that a PGN may have there")
    return value
