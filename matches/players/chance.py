"""A player who moves at random."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ..game.arbiter import Arbiter
from ..game.clock import Clock
from ..random_numbers import below
from ..settings import Fixture
from .player import Answer, Player


class RandomPlayer(Player):
    """Every legal move is as likely; the match's seed decides. Takes no time."""

    async def start(self) -> str:
        return "random"

    async def prepare(self, game: Fixture, seat: int) -> None:
        self.random = Random(f"{game.seed}:{game.number}:{seat}")

    async def move(self, arbiter: Arbiter, clocks: Sequence[Clock]) -> Answer:
        choices = arbiter.choices()
        return Answer(choices[below(self.random, len(choices))], 0.0)

    async def close(self) -> None:
        """There is nothing to leave behind."""

    def kill(self) -> None:
        """Nor anything to end."""
