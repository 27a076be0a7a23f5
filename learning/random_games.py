"""Games that are played at random, to see what positions a game has."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from ..engine.game import Game
from ..engine.options import options_for
from ..engine.position import Position


def walk(game: Game, random: Random, most: int) -> Iterator[Position[Any]]:
    """One position, before each of at most so many random moves of a game; it goes on from what it was."""
    position = game.start(None, options_for(game))
    for _ in range(most):
        if position.ending() is not None:
            return
        yield position
        position.play(position.sample(random.choice(position.moves()), random))
