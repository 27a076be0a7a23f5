"""Which view a match has: drawn where there is a terminal, plain lines elsewhere."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from typing import TextIO

from ..files.live_file import LiveFile
from ..pairing import count_games
from ..settings import Match, Run
from .view import View

DUMB = ("", "dumb", "unknown")  # values of TERM: terminals that cannot go back to what they have shown
HINT = "pip install rich gives a live view here"


def make_view(match: Match, run: Run, out: TextIO) -> View:
    """ValueError, one line, if a game is to be watched where none can be drawn."""
    plain = View(match, count_games(match), out, run.rating_interval)
    human = any(engine.protocol == "human" for engine in match.engines)
    terminal = out.isatty() and os.environ.get("TERM", "") not in DUMB
    rich = find_spec("rich") is not None
    if run.watch:
        if human:
            raise ValueError("-watch and proto=human both need the terminal; who plays sees the board anyway")
        if not terminal:
            raise ValueError("-watch draws a board, which needs a terminal")
        if not rich:
            raise ValueError("-watch draws a board, which needs rich: pip install rich")
    if human or not terminal:
        return plain
    if not rich:
        plain.line(HINT)
        return plain
    from .screen import Screen

    live_file = LiveFile(Path(run.results)) if run.watch and run.results else None
    return Screen(match, plain.total, out, run.rating_interval, watch=run.watch, live_file=live_file)
