"""The score of a match: the results of each player against each other one, also in pairs from the same opening."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ..record import SLIGHT, Oddity, Record, Termination
from .effort import Effort, moves
from .ratings import Rating, rate
from .statistics import Counts

if TYPE_CHECKING:
    from ..pairing import Seatings

POINTS = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}  # half points of the player who moved first


class Standings:
    """Grows record by record, in any order; unfinished games do not count."""

    def __init__(self, names: tuple[str, ...], repeat: int) -> None:
        self.names = names
        self.paired = repeat == 2  # the pentanomial is about two games with colours reversed
        self.games = 0
        self.unfinished = 0
        self.counts: dict[tuple[int, int], Counts] = {}  # of the first against the second, the lower place first
        self.colours: dict[tuple[int, int], Counts] = {}  # of the player who moved first against the other
        self.endings: Counter[Termination] = Counter()
        self.faults: Counter[tuple[int, Termination]] = Counter()
        self.slips: dict[int, list[float]] = {}  # by player: the delays in seconds of slightly late moves that lost
        self.oddities: dict[tuple[int, Oddity], list[int]] = {}  # of a player: how often, in how many games
        self.efforts = [Effort() for _ in names]
        self.utilities: dict[int, dict[int, float]] = {}  # of games for one: of each player, by deck
        self.seatings: Seatings | None = None  # of a tournament with rounds: they give its ranking, byes included
        self.rated: tuple[int, list[Rating]] = (-1, [])  # after how many games; to rate many players takes time
        self.halves: dict[int, int] = {}  # of a pair with one game played: half points of the first player

    def add(self, record: Record) -> None:
        if not record.finished:
            self.unfinished += 1
            return
        self.games += 1
        self.endings[record.ending] += 1
        for player, number, ply in moves(record):
            self.efforts[player].add(ply, number)
        if record.loser is not None and record.ending.fault:
            self.faults[record.seats[record.loser], record.ending] += 1
            if record.late is not None and record.late <= SLIGHT:
                self.slips.setdefault(record.seats[record.loser], []).append(record.late)
        for seat, kind, count, _ in record.oddities:
            times = self.oddities.setdefault((record.seats[seat], kind), [0, 0])
            times[0] += count
            times[1] += 1
        if record.utility is not None:
            self.utilities.setdefault(record.seats[0], {})[record.pair] = record.utility
        elif record.result in POINTS:
            self.count(record)

    def count(self, record: Record) -> None:
        white, black = record.seats
        points = POINTS[record.result]
        self.colours[white, black] = self.colours.get((white, black), Counts()) + single(points)
        one, other = sorted(record.seats)
        if one != white:
            points = 2 - points
        counts = self.counts.get((one, other), Counts(paired=self.paired)) + single(points)
        if self.paired:
            before = self.halves.pop(record.pair, None)
            if before is None:
                self.halves[record.pair] = points
            else:
                a, b, c, d, e = (count + (index == before + points) for index, count in enumerate(counts.pairs))
                counts = replace(counts, pairs=(a, b, c, d, e))
        self.counts[one, other] = counts

    def ratings(self) -> list[Rating]:
        """The rating of each player, by all games of two players."""
        if self.rated[0] != self.games:
            self.rated = (self.games, rate(len(self.names), self.counts))
        return self.rated[1]

    def ranked(self) -> list[int]:
        """The players' places, the best share of points first, players without a game last.

        In a tournament with rounds, its own ranking.
        """
        if self.seatings and self.seatings.ranking:
            return list(self.seatings.ranking)
        totals = [self.of(place) for place in range(len(self.names))]
        shares = [-1.0 if counts.score is None else counts.score for counts in totals]
        return sorted(range(len(totals)), key=lambda place: (-shares[place], -totals[place].points, place))

    def ranked_endings(self) -> list[tuple[Termination, int]]:
        """The endings of games, and how many games had each, the most frequent first."""
        order = list(Termination)
        return sorted(self.endings.items(), key=lambda item: (-item[1], order.index(item[0])))

    def utility(self, place: int) -> list[float]:
        return list(self.utilities.get(place, {}).values())

    def difference(self, one: int, other: int) -> list[float]:
        """The utilities of the first minus those of the other, on each deck that both have played."""
        mine, others = self.utilities.get(one, {}), self.utilities.get(other, {})
        return [mine[deck] - others[deck] for deck in mine.keys() & others.keys()]

    def between(self, one: int, other: int) -> Counts:
        """The results of two players against each other, from the view of the first."""
        counts = self.counts.get((min(one, other), max(one, other)), Counts(paired=self.paired))
        return counts if one < other else counts.reversed()

    def of(self, one: int) -> Counts:
        """The results of a player against all others."""
        others = (other for other in range(len(self.names)) if other != one)
        return sum((self.between(one, other) for other in others), Counts())


def standings_of(names: Sequence[str], records: Iterable[Record]) -> Standings:
    """The standings by these games. They are counted in pairs unless an opening was played more than twice."""
    records = list(records)
    standings = Standings(tuple(names), max(2, *(record.leg for record in records)) if records else 2)
    for record in records:
        standings.add(record)
    return standings


def single(points: int) -> Counts:
    """The counts of one game with these half points."""
    return Counts(wins=int(points == 2), draws=int(points == 1), losses=int(points == 0))
