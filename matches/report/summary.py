"""What a report counts over the games of a match: who beat whom, how games ended, what moves took."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ..record import Ending, Ply, Record
from ..score.standings import mover, single
from ..score.statistics import Counts
from ..variants import game_of

POINTS = {"1-0": (1.0, 0.0), "0-1": (0.0, 1.0), "1/2-1/2": (0.5, 0.5)}


def outcome(record: Record) -> tuple[tuple[int, float], ...]:
    """Seats and their points; none of an unfinished game, and none of a game for one."""
    if not record.finished or len(record.seats) != 2 or record.result not in POINTS:
        return ()
    return tuple(zip(record.seats, POINTS[record.result], strict=True))


def finished(records: Iterable[Record]) -> list[Record]:
    """The games that count, in the order in which they ended."""
    games = [record for record in records if record.finished]
    return sorted(games, key=lambda record: (record.began + record.seconds if record.began else 0.0, record.number))


def cross(records: Iterable[Record]) -> dict[tuple[int, int], Counts]:
    """For each two seats that have met, what the first has made against the second."""
    counts: dict[tuple[int, int], Counts] = defaultdict(Counts)
    for record in records:
        if both := outcome(record):
            (white, points), (black, others) = both
            counts[white, black] += single(int(2 * points))
            counts[black, white] += single(int(2 * others))
    return dict(counts)


def total(counts: dict[tuple[int, int], Counts], seat: int) -> Counts:
    return sum((own for (player, _), own in counts.items() if player == seat), Counts())


def pentanomial(records: Iterable[Record]) -> dict[tuple[int, int], list[int]]:
    """For each two seats, lower first: pairs of games in which the first made 0, 0.5, 1, 1.5 and 2 points."""
    pairs: dict[tuple[int, int, int], list[float]] = defaultdict(list)
    for record in records:
        if both := outcome(record):
            (low, points), (high, _) = sorted(both)
            pairs[low, high, record.pair].append(points)
    counts: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0] * 5)
    for (low, high, _), points_made in sorted(pairs.items()):
        if len(points_made) == 2:
            counts[low, high][int(2 * sum(points_made))] += 1
    return dict(counts)


def endings(records: Iterable[Record]) -> list[tuple[Ending, int, Counter[int]]]:
    """How games ended, the most frequent first: an ending, its games, and by seat those lost by a fault."""
    games: Counter[Ending] = Counter()
    losers: dict[Ending, Counter[int]] = defaultdict(Counter)
    for record in records:
        games[record.ending] += 1
        if record.loser is not None:
            losers[record.ending][record.seats[record.loser]] += 1
    order = list(Ending)
    ranked = sorted(games, key=lambda ending: (-games[ending], order.index(ending)))
    return [(ending, games[ending], losers[ending]) for ending in ranked]


def leads(records: Iterable[Record], seats: Iterable[int]) -> dict[int, list[tuple[int, int]]]:
    """For each of the seats, after each game it finished: how many games were over, and its wins less its losses."""
    curves = {seat: [(0, 0)] for seat in seats}
    played = [both for record in finished(records) if (both := outcome(record))]
    for number, both in enumerate(played, start=1):
        for seat, points in both:
            if seat in curves:
                curves[seat].append((number, curves[seat][-1][1] + int(2 * points - 1)))
    return curves


@dataclass
class Mean:
    """Of numbers that come one by one."""

    count: int = 0
    sum: float = 0.0

    def add(self, number: float) -> None:
        self.count += 1
        self.sum += number

    @property
    def value(self) -> float:
        return self.sum / self.count


@dataclass
class Effort:
    """What the moves of one player took: all, and sorted by what was on the board. The opening is not its own."""

    seconds: Mean = field(default_factory=Mean)
    depth: Mean = field(default_factory=Mean)
    nodes: Mean = field(default_factory=Mean)
    speed_nodes: int = 0  # of the moves whose nodes and time are known
    speed_seconds: float = 0.0
    slowest: float = 0.0
    time_by_move: dict[int, Mean] = field(default_factory=lambda: defaultdict(Mean))
    depth_by_move: dict[int, Mean] = field(default_factory=lambda: defaultdict(Mean))
    by_pieces: dict[int, Mean] = field(default_factory=lambda: defaultdict(Mean))
    by_choices: dict[int, Mean] = field(default_factory=lambda: defaultdict(Mean))

    def add(self, ply: Ply, number: int) -> None:
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
    """The plies of a game, each with its seat and its number among the moves of that seat, from 1."""
    players = len(record.seats)
    first = mover(record)
    dealt = int(not record.start and bool(game_of(record.variant).beginnings()))  # the first ply is nobody's
    for index, ply in enumerate(record.plies):
        yield record.seats[(first + index) % players], (first + index) // players + 1 - dealt, ply


def efforts(records: Iterable[Record], seats: Iterable[int]) -> dict[int, Effort]:
    found = {seat: Effort() for seat in seats}
    for record in records:
        for seat, number, ply in moves(record):
            found[seat].add(ply, number)
    return found


@dataclass
class Utility:
    """What one player made of games for one, and how that compares with the first player on the same decks."""

    values: list[float] = field(default_factory=list)
    differences: list[float] = field(default_factory=list)


def utilities(records: Sequence[Record], seats: Sequence[int]) -> dict[int, Utility]:
    found = {seat: Utility() for seat in seats}
    decks: dict[int, dict[int, float]] = defaultdict(dict)
    for record in records:
        if record.finished and record.utility is not None and len(record.seats) == 1:
            seat = record.seats[0]
            found[seat].values.append(record.utility)
            decks[record.pair][seat] = record.utility
    for deck in decks.values():
        for seat in seats[1:]:
            if seat in deck and seats[0] in deck:
                found[seat].differences.append(deck[seat] - deck[seats[0]])
    return found
