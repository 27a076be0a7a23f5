"""JSON from any source: a text that is not acceptable raises ValueError, and no other exception."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from .text import printable, shorten


def parse_json(text: str | bytes) -> Any:
    """Return the value of a JSON text.

    ValueError if it is no JSON, is nested too deep, contains NaN or an infinity, or has an object with a repeated name.
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


def difference(name: str, was: Any, now: Any) -> str:
    """Return the first difference of two values: engines 2 depth was 3, not 4. ValueError if equal lists or objects."""
    if isinstance(was, dict | list) and was == now:  # not for other types: None may also stand for a missing value
        raise ValueError(f"{name} was the same")
    if isinstance(was, dict) and isinstance(now, dict):
        key = next(key for key in (*was, *now) if key not in was or key not in now or was[key] != now[key])
        return difference(f"{name} {printable(key)}", was.get(key), now.get(key))
    if isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        place = next(place for place in range(len(was)) if was[place] != now[place])
        return difference(f"{name} {place + 1}", was[place], now[place])
    if isinstance(was, list) and isinstance(now, list):
        return f"{name} was a list of {len(was)}, not of {len(now)}"
    return f"{name} was {shorten(repr(was))}, not {shorten(repr(now))}"
