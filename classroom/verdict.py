"""Judges an answer, and explains what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any

from ..engine.support.text import printable

NEAR = 1e-6  # relative: sums may be in any order
FEWER = 1.5  # the most calls, as a multiple of those of the correct solution


def same(right: Any, given: Any) -> bool:
    """Return whether two answers are equal. Numbers may differ a little."""
    if isinstance(right, bool) or isinstance(given, bool):
        return right is given
    if isinstance(right, (int, float)) and isinstance(given, (int, float)):
        if right == given:
            return True
        try:
            return isfinite(right) and abs(float(right) - float(given)) <= NEAR * max(1.0, abs(right))
        except OverflowError:
            return False
    if isinstance(right, list) and isinstance(given, list):
        return len(right) == len(given) and all(map(same, right, given))
    return bool(right == given)


def fault(comparison: str, right: Mapping[str, Any], given: Mapping[str, Any]) -> str:
    """What is wrong with an answer, as a sentence; "" if it is right. comparison: see Check."""
    if "error" in given:
        return printable(str(given["error"]), 400)
    if "value" not in given:
        return "there is no answer"
    value, wanted = given["value"], right["value"]
    if comparison == "one of":
        if not isinstance(wanted, list) or not any(same(each, value) for each in wanted):
            return f"it returns {shown(value)}; right is {' or '.join(map(shown, wanted))}"
    elif comparison == "any order":
        if not (isinstance(value, list) and same(in_order(wanted), in_order(value))):
            return f"it returns {shown(value)}; right is {shown(wanted)}, in any order"
    elif not same(wanted, value):
        return f"it returns {shown(value)}; right is {shown(wanted)}"
    if comparison == "order" and "asked" in right and given.get("asked") != right["asked"]:
        return f"it looks at the nodes {shown(given.get('asked'))}; right is {shown(right['asked'])}"
    if comparison == "fewer" and not 0 < count(given) <= FEWER * right["count"]:
        return f"it makes {shown(given.get('count'))} moves on the way; {right['count']} are enough"
    return ""


def count(given: Mapping[str, Any]) -> float:
    found = given.get("count")
    return float(found) if isinstance(found, int) else float("inf")


def in_order(values: list[Any]) -> list[Any]:
    return sorted(values, key=repr)


def shown(value: Any) -> str:
    """Return a value as a short text for people."""
    return printable(f"{value:.6g}" if isinstance(value, float) else repr(value), 120)
