"""docs/changing.md: the files that it sends people to exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from oddsfish.engine import games

ROOT = Path(__file__).parents[2]
PATHS = sorted(
    set(
        re.findall(
            r"`((?:engine|learning|protocols|matches|docs)/[\w/.]+)`", (ROOT / "docs" / "changing.md").read_text()
        )
    )
)


@pytest.mark.parametrize("path", PATHS)
def test_a_file_that_people_are_sent_to_exists(path: str) -> None:
    names = games.shipped() if "/NAME/" in path else [""]
    for name in names:
        assert (ROOT / path.replace("NAME", name)).exists()


def test_there_are_many() -> None:
    assert len(PATHS) >= 30
