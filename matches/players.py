"""Which player plays for an engine of the match."""

from __future__ import annotations

from .player import Player
from .process import Talk
from .settings import Engine


def make_player(engine: Engine, talk: Talk | None = None) -> Player:
    """A player that is not started yet. Each kind is imported when it is first needed."""
    if engine.protocol == "uci":
        from .uci import UciPlayer  # noqa: PLC0415 -- python-chess's engine module is for UCI alone

        return UciPlayer(engine, talk)
    raise ValueError(f"no player speaks {engine.protocol}")
