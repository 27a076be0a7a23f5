"""JSON that anybody may have written: what it cannot be is a ValueError, and nothing else is."""

from __future__ import annotations

import json
from typing import Any, NoReturn

from .text import printable, shorten


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


def difference(name: str, was: Any, now: Any) -> str:
    """What two values of JSON of one name differ in first: engines 2 depth was 3, not 4. ValueError if they do not."""
    if isinstance(was, dict | list) and was == now:  # None may be a value, or none that is there
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
