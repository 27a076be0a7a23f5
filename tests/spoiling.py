"""Spoilt data: a part is left out, added, or replaced by anything."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import Any

ANYTHING: tuple[Any, ...] = (
    *(None, True, -1, 0, 2.5, "", "connect4", "a\x1bb", [], {}, [[]], [1], [None], {"more": None}),
    *(10**30, 10**400, 1e300, math.nan, -math.inf),
)
NAMES = ("more", "game", "id", "moves", "", "new\nline")


def spoil(found: Any, chooser: Random, anything: Sequence[Any] = ANYTHING) -> Any:
    """A copy with one change at a random place. anything: the values that may be put there."""
    if not isinstance(found, dict | list) or not found or chooser.random() < 0.15:
        return chooser.choice(anything)
    spoilt: Any = found.copy()
    place = chooser.choice(list(found)) if isinstance(found, dict) else chooser.randrange(len(found))
    way = chooser.random()
    if way < 0.1:
        del spoilt[place]
    elif way < 0.2 and isinstance(found, dict):
        spoilt[chooser.choice(NAMES)] = chooser.choice(anything)
    else:
        spoilt[place] = spoil(found[place], chooser, anything)
    return spoilt
