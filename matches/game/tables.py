"""The endgame tables by which games are adjudicated: opened once in each process."""

from __future__ import annotations

from functools import cache

from ...engine.games.chess.tables import Tables


@cache
def tables_at(path: str) -> Tables:
    """Those of some directories; ValueError, in one line, if there are none, or one of them is not whole."""
    try:
        return Tables(path)
    except ValueError as fault:
        raise ValueError(f"-tb: {fault}") from None
