"""The time, depth and nodes of a player's moves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..record import Ply, Record
from ..variants import game_of, position


@dataclass
class Mean:
    """The mean of numbers that come one by one."""

    count: int = 0
    sum: float = 0.0

    def add(self, number: float) -> None:
        self.count += 1
        self.sum += number

    @property
    def value(self) -> float:
        return self.sum / self.count


Means = defaultdict[int, Mean]


def means() -> Means:
    return defaultdict(Mean)


@dataclass
class Effort:
    """Means over a player's moves, without the opening: of all, by move number, by pieces and by legal moves."""

    seconds: Mean = field(default_factory=Mean)
    depth: Mean = field(default_factory=Mean)
    nodes: Mean = field(default_factory=Mean)
    speed_nodes: int = 0  # of the moves whose nodes and time are known
    speed_seconds: float = 0.0
    slowest: float = 0.0
    time_by_move: Means = field(default_factory=means)
    depth_by_move: Means = field(default_factory=means)
    by_pieces: Means = field(default_factory=means)
    by_choices: Means = field(default_factory=means)

    def add(self, ply: Ply, number: int) -> None:
        """Count a ply. number: of the move among those of its player."""
        if ply.seconds is None:
            return
        self.seconds.add(ply.seconds)
        self.slowest = max(self.slowest, ply.seconds)
        self.time_by_move[number].add(ply.seconds)
        if ply.pieces:
            self.by_pieces[ply.pieces].add(ply.seconds)
        if ply.choices:
            self.by_choices[ply.choices].add(ply.seconds)
        if ply.depth is not None:
            self.depth.add(ply.depth)
            self.depth_by_move[number].add(ply.depth)
        if ply.nodes is not None:
            self.nodes.add(ply.nodes)
            self.speed_nodes += ply.nodes
            self.speed_seconds += ply.seconds


def moves(record: Record) -> Iterator[tuple[int, int, Ply]]:
    """The players' plies of a game, each with its player's place and its number among those of that player, from 1."""
    made = [0] * len(record.seats)
    for seat, ply in zip(movers(record), record.plies, strict=True):
        if seat is not None:
            made[seat] += 1
            yield record.seats[seat], made[seat], ply


def movers(record: Record) -> list[int | None]:
    """The seat that made each ply, None if no player did."""
    if any(ply.seat is not None for ply in record.plies):
        return [ply.seat for ply in record.plies]
    # A file of an older version, without seats. In all its games, the players took turns.
    first = position(record.variant, (), record.start).player() if record.start else 0
    dealt = int(not record.start and bool(game_of(record.variant).beginnings()))
    seats: list[int | None] = [(first + index) % len(record.seats) for index in range(len(record.plies) - dealt)]
    return [*[None] * dealt, *seats][: len(record.plies)]
