"""Perft: the number of sequences of so many legal moves, which shows at once whether the rules are right."""

from __future__ import annotations

from collections.abc import Iterator

from .game import Position
from .searches.search import DEEPEST

ONE_GO = 4  # plies counted without a look at what Python is asked: Ctrl-C has to end a long count


def count(position: Position, depth: int) -> int:
    """The number of sequences of so many certain moves."""
    if depth <= ONE_GO:
        return int(position.count_sequences(depth))
    total = 0
    for move in position.moves():
        position.play(move)
        total += count(position, depth - 1)
        position.undo()
    return total


def divide(position: Position, depth: int) -> Iterator[tuple[str, int]]:
    """Each move with the number of sequences that begin with it. ValueError for a depth that could never be counted."""
    if not 1 <= depth <= DEEPEST:
        raise ValueError(f"perft counts 1 to {DEEPEST} moves, not {depth}")
    position = position.clone()
    for move in position.moves():
        text = position.notation(move)
        position.play(move)
        yield text, count(position, depth - 1)
        position.undo()
