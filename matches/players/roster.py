"""Makes the player for an engine of the match. The random player, which needs no engine, is here, too."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ..game.arbiter import Arbiter
from ..game.clock import Clock
from ..random_numbers import below
from ..record import Termination
from ..settings import Engine, Fixture
from ..variants import by_library
from .configurations import resolve
from .player import Answer, Fault, Player
from .process import Talk


class RandomPlayer(Player):
    """Plays each legal move with the same probability, by the match's seed. Takes no time."""

    async def start(self) -> str:
        return "random"

    async def prepare(self, game: Fixture, seat: int) -> None:
        self.random = Random(f"{game.seed}:{game.number}:{seat}")

    async def move(self, arbiter: Arbiter, clocks: Sequence[Clock]) -> Answer:
        choices = arbiter.choices()
        return Answer(choices[below(self.random, len(choices))], 0.0)


def make_player(engine: Engine, variant: str, talk: Talk | None = None) -> Player:
    """A player that is not started yet. Each kind is imported when it is first needed.

    Fault if this machine has no command for the engine's conf name.
    """
    try:
        engine = resolve(engine)
    except ValueError as error:
        raise Fault(Termination.NO_START, f": {error}") from error
    if engine.protocol == "uci" and by_library(variant):
        from .uci import UciPlayer

        return UciPlayer(engine, talk)
    if engine.protocol == "random":
        return RandomPlayer()
    if engine.protocol == "human":
        from .human import HumanPlayer

        return HumanPlayer(engine.name)
    from .line_player import LinePlayer

    return LinePlayer(engine, talk)
