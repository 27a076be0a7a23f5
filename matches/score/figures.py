"""Figures as every view writes them: what cannot be told is a dash."""

from __future__ import annotations

UNKNOWN = "-"


def figure(value: float | None, digits: int = 1, form: str = "") -> str:
    """A number with so many digits behind the point; form: what a format has before them, such as `+`."""
    return UNKNOWN if value is None else f"{value:{form}.{digits}f}"


def percent(share: float | None, digits: int = 1) -> str:
    """A share of 1 as `62.5 %`."""
    return UNKNOWN if share is None else f"{100 * share:.{digits}f} %"


def within(value: float | None, error: float | None, digits: int = 1, sign: str = "+/-", form: str = "") -> str:
    """A number and half its interval."""
    return f"{figure(value, digits, form)} {sign} {figure(error, digits)}"
