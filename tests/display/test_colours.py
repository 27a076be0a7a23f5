"""One set of colours: readable, and written in one place."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from oddsfish.engine.display import colours

ROOT = Path(__file__).resolve().parents[2]
COLOUR = re.compile(r"(--[\w-]+): (#[0-9a-f]{6})")
READABLE = 4.5  # contrast of text, by WCAG 2.1
SEEN = 3.0  # contrast of lines in charts


def sets() -> dict[str, dict[str, str]]:
    """The colours of light and of dark pages; the CSS has those that are the same in both only once."""
    light, dark = colours.css().split("@media")
    return {"light": dict(COLOUR.findall(light)), "dark": {**dict(COLOUR.findall(light)), **dict(COLOUR.findall(dark))}}


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_and_lines_are_readable(scheme: str) -> None:
    known = sets()[scheme]
    for page in ("--page", "--card", "--hover"):
        for ink in ("--ink", "--quiet", "--accent"):
            assert contrast(known[ink], known[page]) >= READABLE, (ink, page)
    for number in range(colours.LINES):
        assert contrast(known[f"--c{number}"], known["--card"]) >= SEEN
    assert contrast(known["--fault"], known["--fault-page"]) >= READABLE
    assert contrast(known["--open"], known["--open-page"]) >= READABLE


def test_what_is_drawn_without_css_has_them_too() -> None:
    light = sets()["light"]
    assert colours.lines() == tuple(light[f"--c{number}"] for number in range(colours.LINES))
    assert colours.light("square-dark") == light["--square-dark"]
    with pytest.raises(KeyError, match="nothing"):
        colours.light("nothing")


def test_none_of_them_is_written_elsewhere() -> None:
    ours = {colour for known in sets().values() for colour in known.values()} - {"#ffffff", "#000000"}
    places = [path for kind in ("py", "js", "css", "ipynb") for path in ROOT.glob(f"*/**/*.{kind}")]
    shown = [
        path for path in places if path.parts[len(ROOT.parts)] in ("engine", "matches", "protocols", "scripts", "docs")
    ]
    assert len(shown) > 100
    for path in shown:
        written = path.read_text(encoding="utf-8")
        if path.suffix == ".ipynb":  # its outputs are drawn in our colours
            written = str([cell["source"] for cell in json.loads(written)["cells"]])
        found = {text.lower() for text in re.findall(r"#[0-9a-fA-F]{6}\b", written)}
        assert path.name == "colours.css" or not found & ours, (path, found & ours)
