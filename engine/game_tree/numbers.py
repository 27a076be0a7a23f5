"""Numbers as texts, the same in Python and in the browser (tree_text.js)."""

from __future__ import annotations

from decimal import Decimal
from math import isfinite

DENOMINATORS = 200  # up to which a probability is written as a fraction
SMALLEST = 1e-6  # a number that is nearer to 0 is written with an exponent


def shown(value: float) -> str:
    """Return a number as text for people, with six digits."""
    text = number_text(float(f"{value:.6g}")) if isfinite(value) else repr(value)
    return text.replace("inf", "∞").replace("-", "−")


def number_text(value: float) -> str:
    """The shortest text that is read as the same number; a browser writes the same."""
    text = repr(value + 0.0).removesuffix(".0")
    if "e" not in text:
        return text
    if abs(value) >= SMALLEST:
        return f"{Decimal(text):f}"
    digits, _, exponent = text.partition("e")
    return f"{digits}e{int(exponent)}"


def probability_text(value: float) -> str:
    """Return a probability as text: as a fraction if that is shorter."""
    text = number_text(value)
    for below in range(2, DENOMINATORS + 1):
        above = int(value * below + 0.5)
        fraction = f"{above}/{below}"
        if above / below == value and len(fraction) < len(text):
            return fraction
    return text
