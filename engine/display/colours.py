"""The colours of all our drawings: one set for reports, trees, charts and the page in the browser, light and dark."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

LINES = 8  # of charts; each also has its own marker or dash, so that colour is not needed


@cache
def css() -> str:
    """Return the colours as custom properties of CSS."""
    return resources.files(__package__ or "").joinpath("colours.css").read_text(encoding="utf-8")


def light(name: str) -> str:
    """Return a colour of light pages, for drawings without CSS. KeyError if no colour has this name."""
    found = re.search(rf"--{re.escape(name)}: (#[0-9a-f]{{6}});", css())
    if found is None:
        raise KeyError(name)
    return found[1]


def lines() -> tuple[str, ...]:
    """Return the colours of the lines of a chart, on white."""
    return tuple(light(f"c{number}") for number in range(LINES))
