"""How long players may think, as cutechess-cli writes it: `40/60`, `1:30+0.5`, `inf`; in seconds."""

from __future__ import annotations

import re

from ..settings import TimeControl
from .words import decimal, quote

NUMBER = r"[0-9]{1,9}(?:\.[0-9]{1,9})?|\.[0-9]{1,9}"
FORM = re.compile(rf"(?:([0-9]{{1,6}})/)?(?:([0-9]{{1,6}}):)?({NUMBER})(?:\+({NUMBER}))?")
LEAST = 0.001  # seconds: players are told of their time in milliseconds
MOST = 1e7  # seconds, 16 weeks
MINUTE = 60


def read(text: str) -> TimeControl:
    """The time control that MOVES/TIME+INCREMENT means; TIME is SECONDS or MINUTES:SECONDS. ValueError if none."""
    if text == "inf":
        return TimeControl()
    found = FORM.fullmatch(text)
    if found is None:
        raise ValueError(f"tc= is MOVES/TIME+INCREMENT in seconds, as in 40/60 or 1:30+0.5, or inf, not {quote(text)}")
    moves, minutes, seconds, increment = found.groups()
    base, added = float(seconds), float(increment or 0)
    if minutes is not None:
        if base >= MINUTE:
            raise ValueError(f"tc=: seconds after minutes are less than {MINUTE}, not {seconds}")
        base += MINUTE * int(minutes)
    if not LEAST <= base <= MOST:
        raise ValueError(f"tc=: a time is {LEAST:g} to {MOST:.0f} seconds, not {quote(text)}")
    if added and not LEAST <= added <= MOST:
        raise ValueError(f"tc=: an increment is 0, or {LEAST:g} to {MOST:.0f} seconds, not {quote(text)}")
    return TimeControl(base, added, int(moves or 0))


def read_per_move(text: str) -> TimeControl:
    """A number of seconds for each move; ValueError if it is none."""
    return TimeControl(per_move=decimal("st=, seconds for a move,", text, LEAST, MOST))
