"""Lots: an order, and moves, that depend on a seed and on nothing else, whatever the machine and its Python.

Of random.Random only random() is used, which Python promises to keep as it is.
"""

from __future__ import annotations

from random import Random

from .setups import Choice, Setup

MOST_TRIES = 20_000  # moves, in search of a line that does not end the game


def lots(seed: int, *purpose: object) -> Random:
    """A source of lots for one purpose, independent of all others."""
    return Random(":".join(map(str, (seed, *purpose))))


def below(random: Random, count: int) -> int:
    """A whole number from 0 to count - 1."""
    return int(random.random() * count)


def permutation(count: int, random: Random) -> list[int]:
    """The numbers below `count` in an order drawn by lot."""
    keys = [random.random() for _ in range(count)]
    return sorted(range(count), key=keys.__getitem__)


def draw_line(start: Setup, plies: int, random: Random) -> tuple[str, ...]:
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
        move = take(left[-1], random)
        start.play(move)
        if start.over():
            start.undo()
            continue
        line.append(move)
        left.append(start.choices() if len(line) < plies else [])
    return tuple(line)


def take(choices: list[Choice], random: Random) -> str:
    """Draw a move, and take it out of the choices."""
    point = random.random() * sum(weight for _, weight in choices)
    index = 0
    while index < len(choices) - 1 and point >= choices[index][1]:
        point -= choices[index][1]
        index += 1
    return choices.pop(index)[0]
