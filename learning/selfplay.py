"""Self-play: the one loop that plays a game of a search against itself, and the random openings before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, TypeVar

from ..engine.position import Position

Finding = TypeVar("Finding")

TRIES = 100  # the number of openings that are tried
LONGEST = 1000  # plies after which a game is cut off, as its rules may never end it


def play_on(
    position: Position[Any], search: Callable[[], Finding], move_of: Callable[[Finding], Any], random: Random, most: int
) -> Iterator[Finding]:
    """Yield what `search` finds in each position, then play its move; `random` draws what chance decides.

    The game ends by its rules, after `most` plies, or when the caller stops.
    """
    for _ in range(most):
        if position.ending() is not None:
            return
        found = search()
        yield found
        position.play(position.sample(move_of(found), random))


def walk(position: Position[Any], random: Random, most: int) -> Iterator[Position[Any]]:
    """Yield the position before each of at most `most` random moves."""
    return play_on(position, lambda: position, lambda _: random.choice(position.moves()), random, most)


def openings(begin: Callable[[], tuple[Position[Any], int]], random: Random) -> Iterator[tuple[Position[Any], int]]:
    """Yield positions after random moves, with their plies; leave out those in which the game is over.

    begin: returns the first position of a game and the number of random plies that follow.
    """
    for _ in range(TRIES):
        position, plies = begin()
        for _ in walk(position, random, plies):
            pass
        if position.ending() is None:
            yield position, plies
