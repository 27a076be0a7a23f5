"""Figures as every view writes them. An unknown figure is a dash."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .ratings import ONLY_WINS

if TYPE_CHECKING:
    from .ratings import Rating
    from .statistics import Estimate

UNKNOWN = "-"


def figure(value: float | None, digits: int = 1, form: str = "") -> str:
    """A number with this many digits after the point. form: the format before them, such as `+`."""
    return UNKNOWN if value is None else f"{value:{form}.{digits}f}"


def percent(share: float | None, digits: int = 1) -> str:
    """A share of 1 as `62.5 %`."""
    return UNKNOWN if share is None else f"{100 * share:.{digits}f} %"


def within(value: float | None, error: float | None, digits: int = 1, sign: str = "+/-", form: str = "") -> str:
    return f"{figure(value, digits, form)} {sign} {figure(error, digits)}"


def elo_text(found: Estimate, digits: int = 1, sign: str = "+/-") -> str:
    """An Elo difference with its error, or its bound if one side has won all games."""
    if found.elo_bound is None:
        return within(found.elo, found.elo_error, digits, sign)
    return f"{'at least' if found.los > 0.5 else 'at most'} {figure(found.elo_bound, digits)}"


def rating_text(found: Rating) -> str:
    """A rating as a cell of a table, or its bound if a player has won all games or lost all."""
    if found.elo is None and found.bound is not None:
        return f"{'>' if found.remark == ONLY_WINS else '<'} {figure(found.bound, 0)}"
    return figure(found.elo, 0)


def duration(seconds: float) -> str:
    """As clocks show it: 0:07, 12:34, 1:02:03, 2 days 03:04:05."""
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    days, hour = divmod(hours, 24)
    if days:
        return f"{days} day{'s' * (days > 1)} {hour:02}:{minute:02}:{second:02}"
    return f"{hour}:{minute:02}:{second:02}" if hour else f"{minute}:{second:02}"
