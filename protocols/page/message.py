"""The messages of a page: JSON objects with known fields, each of its type and within its bounds.

Texts and lists that are too long raise ValueError: people type and paste them, and have them in their addresses.
Everything else that is wrong raises Malformed.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any

from ...engine.support.json_text import parse_json

LARGEST = 64 * 1024  # bytes of a message
LARGEST_ID = 2**31 - 1


class Malformed(Exception):
    """Raised for a message that no page of ours writes. The text says in one line what is wrong."""


class Fields:
    """The fields of a message: each is taken once, and none may be left."""

    def __init__(self, fields: object, what: str = "a message") -> None:
        if not isinstance(fields, dict):
            raise Malformed(f"{what} is an object")
        self._left: dict[str, Any] = dict(fields)

    def _take(self, name: str, kind: Any, meaning: str) -> Any:
        """Take a field of a type: None if it is missing, Malformed if it is of another type. A bool is no number."""
        value = self._left.pop(name, None)
        if value is not None and (not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool)):
            raise Malformed(f"{name} {meaning}")
        return value

    def text(self, name: str, most: int, default: str | None = None) -> str:
        """Take a text of at most `most` characters. Without a default, it must be there. ValueError, Malformed."""
        value = self._take(name, str, "is a text")
        if value is None:
            value = default
        if value is None:
            raise Malformed(f"{name} is a text")
        if len(value) > most:
            raise ValueError(f"{name} has at most {most} characters, not {len(value)}")
        return str(value)

    def number(self, name: str, low: int, high: int) -> int:
        value = self.number_or_none(name, low, high)
        if value is None:
            raise Malformed(f"{name} is missing")
        return value

    def number_or_none(self, name: str, low: int, high: int) -> int | None:
        meaning = f"is a whole number from {low} to {high}"
        value: int | None = self._take(name, int, meaning)
        if value is not None and not low <= value <= high:
            raise Malformed(f"{name} {meaning}")
        return value

    def value(self, name: str, default: float) -> float:
        """A number that need not be whole."""
        value = self._take(name, int | float, "is a number")
        if value is None:
            return default
        if not abs(value) <= sys.float_info.max:
            raise Malformed(f"{name} is a number")
        return float(value)

    def flag(self, name: str) -> bool:
        return bool(self._take(name, bool, "is true or false"))

    def choice(self, name: str, choices: Sequence[str]) -> str:
        meaning = f"is one of {', '.join(choices)}"
        value = self._take(name, str, meaning)
        if value not in choices:
            raise Malformed(f"{name} {meaning}")
        return str(value)

    def texts(self, name: str, most: int, longest: int) -> tuple[str, ...]:
        """Take at most `most` texts, each of at most `longest` characters. ValueError, Malformed."""
        value = self._take(name, list, "are texts") or []
        if not all(isinstance(text, str) for text in value):
            raise Malformed(f"{name} are texts")
        if len(value) > most or any(len(text) > longest for text in value):
            raise ValueError(f"{name} are at most {most}, each of at most {longest} characters")
        return tuple(value)

    def texts_by_name(self, name: str, most: int, longest: int) -> dict[str, str]:
        """Take at most `most` texts by name. Texts and names are at most `longest` long. ValueError, Malformed."""
        value: dict[str, Any] = self._take(name, dict, "are texts by name") or {}
        if not all(isinstance(text, str) for text in value.values()):
            raise Malformed(f"{name} are texts by name")
        if len(value) > most or any(max(len(key), len(text)) > longest for key, text in value.items()):
            raise ValueError(f"{name} are at most {most}, each of at most {longest} characters")
        return value

    def inner(self, name: str) -> Fields:
        return Fields(self._left.pop(name, None), name)

    def end(self) -> None:
        if self._left:
            raise Malformed("a field is unknown here")


def parse_message(text: str) -> Fields:
    try:
        return Fields(parse_json(text))
    except ValueError:
        raise Malformed("a message is JSON") from None


def write(fields: dict[str, Any]) -> str:
    return json.dumps(fields, separators=(",", ":"), allow_nan=False)
