"""Perft: the number of sequences of so many legal moves, which shows at once whether the rules are right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .game import Position
from .searches.search import DEEPEST

ONE_GO = 4  # plies counted without a look at what Python is asked: Ctrl-C has to end a long count


def count(position: Position, depth: int) -> int:
    """The number of sequences of so many certain moves."""
    if depth <= ONE_GO:
        return int(position.count_sequences(depth))
    total = 0
    for move in certain_moves(position):
        position.play(move)
        total += count(position, depth - 1)
        position.undo()
    return total


def certain_moves(position: Position) -> Iterator[Any]:
    """The moves that can be played: where chance decides, what each can turn into."""
    for move in position.moves():
        yield from [outcome for outcome, _ in position.chances(move)] or [move]


def divide(position: Position, depth: int) -> Iterator[tuple[str, int]]:
    """Each certain move with how many sequences begin with it. ValueError for a depth that could never be counted."""
    if not 1 <= depth <= DEEPEST:
        raise ValueError(f"perft counts 1 to {DEEPEST} moves, not {depth}")
    position = position.clone()
    for move in certain_moves(position):
        text = position.notation(move)
        position.play(move)
        yield text, count(position, depth - 1)
        position.undo()
