"""Perft: the number of sequences of so many legal moves, which shows at once whether the rules are right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .position import DEEPEST, Counting, Position


def certain_moves(position: Position) -> Iterator[Any]:
    """The moves that can be played: where chance decides, what each can turn into."""
    for move in position.moves():
        yield from [outcome for outcome, _ in position.chances(move)] or [move]


class Perft:
    """A count from one position, move by move. Any thread may halt it."""

    def __init__(self, position: Position, depth: int) -> None:
        """ValueError for a depth that could never be counted."""
        if not 1 <= depth <= DEEPEST:
            raise ValueError(f"perft counts 1 to {DEEPEST} moves, not {depth}")
        self.position = position.clone()
        self.depth = depth
        self.halted = False
        self._counting: Counting | None = None

    def divide(self) -> Iterator[tuple[str, int]]:
        """Each certain move with how many sequences begin with it, until it is halted."""
        for move in certain_moves(self.position):
            text = self.position.notation(move)
            self.position.play(move)
            self._counting = Counting(self.position, self.depth - 1)
            self.position.undo()
            if self.halted:  # asked for after the count has been made, it has reached that, too
                return
            nodes = self._counting.run()
            if self.halted:
                return
            yield text, nodes

    def halt(self) -> None:
        """Come home at once; from any thread."""
        self.halted = True
        if self._counting is not None:
            self._counting.halt()
