"""Which player plays for an engine of the match."""

from __future__ import annotations

from ..record import Termination
from ..settings import Engine
from ..variants import by_library
from .configurations import resolve
from .fault import Fault
from .player import Player
from .process import Talk


def make_player(engine: Engine, variant: str, talk: Talk | None = None) -> Player:
    """A player that is not started yet. Each kind is imported when it is first needed.

    Fault if the engine is known by a name that means nothing here.
    """
    try:
        engine = resolve(engine)
    except ValueError as error:
        raise Fault(Termination.NO_START, f": {error}") from error
    if engine.protocol == "uci" and by_library(variant):
        from .uci import UciPlayer

        return UciPlayer(engine, talk)
    if engine.protocol == "random":
        from .chance import RandomPlayer

        return RandomPlayer()
    if engine.protocol == "human":
        from .human import HumanPlayer

        return HumanPlayer(engine.name)
    from .line_player import LinePlayer

    return LinePlayer(engine, talk)
