"""The colours of all that we draw: one set for reports, trees, charts and the page in the browser, light and dark."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

LINES = 8  # of charts, which can be told apart without colour too: each has a marker or a dash of its own


@cache
def css() -> str:
    """As custom properties of CSS."""
    return resources.files(__package__ or "").joinpath("colours.css").read_text(encoding="utf-8")


def light(name: str) -> str:
    """One of them on a light page, for what is drawn without CSS; KeyError if there is none of this name."""
    found = re.search(rf"--{re.escape(name)}: (#[0-9a-f]{{6}});", css())
    if found is None:
        raise KeyError(name)
    return found[1]


def lines() -> tuple[str, ...]:
    """Those of the lines of a chart, on white."""
    return tuple(light(f"c{number}") for number in range(LINES))
