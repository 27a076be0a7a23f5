"""JSON that anybody may have written: what it cannot be is a ValueError, and nothing else is."""

from __future__ import annotations

import json
from typing import Any, NoReturn


def parse_json(text: str | bytes) -> Any:
    """What a text of JSON says; ValueError if it is none, is nested too deep, has NaN or an infinity by name, or an
    object that says a thing twice.
    """
    try:
        return json.loads(text, parse_constant=refuse, object_pairs_hook=once)
    except RecursionError:
        raise ValueError("it is nested too deep") from None


def refuse(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("it says a thing twice")
    return fields
