"""Moves at random that games may begin with."""

from __future__ import annotations

from random import Random

from ..random_numbers import weighted
from .setups import Setup

MOST_TRIES = 20_000  # moves, in search of a line that does not end the game


def random_line(start: Setup, plies: int, random: Random) -> tuple[str, ...]:
    """So many legal moves after those of `start`, none of which ends the game; ValueError if there are none.

    Each move is drawn among all, and chance outcomes with their probabilities; a move that ends the game, or after
    which all lines end too early, is taken back and drawn again among the others.
    """
    line: list[str] = []
    left = [start.choices()]  # after each move, what has not been tried
    tries = 0
    while len(line) < plies:
        if not left[-1]:
            left.pop()
            if not left:
                raise ValueError(f"every line of {plies} plies from there ends the game")
            line.pop()
            start.undo()
            continue
        tries += 1
        if tries > MOST_TRIES:
            raise ValueError(f"no line of {plies} plies was found from there that does not end the game")
        move = left[-1].pop(weighted([chance for _, chance in left[-1]], random))[0]
        start.play(move)
        if start.over():
            start.undo()
            continue
        line.append(move)
        left.append(start.choices() if len(line) < plies else [])
    return tuple(line)
