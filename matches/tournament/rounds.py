"""Tournaments whose rounds depend on earlier results: Swiss and knockout, as games with numbers.

A wave is a set of games that become known together: a round of a Swiss tournament, or the games of a knockout that are
certain to be needed. The next wave begins when the last one is finished. So the numbers and openings of games never
depend on their speed.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count

from ..pairing import KNOCKOUT, SWISS, Seating, Seatings, seats
from ..random_numbers import permutation, stream
from ..record import Record
from ..score.standings import POINTS
from ..settings import Match
from .knockout import Encounter, bracket, games_due, next_round, winner
from .swiss import Round, pair_round


@dataclass(frozen=True)
class Wave:
    """The games to play next, a text about them, and the ranking of all players before them, the best first."""

    text: str
    games: list[Seating]
    ranking: list[int]


# Yields a wave, and is sent the half points of the first seat in each of its games. Returns one without games.
Waves = Generator[Wave, list[int], Wave]


class RoundByRound(Seatings):
    """The seatings of a tournament with rounds, which are known as far as its results are."""

    def __init__(self, match: Match, seed: int, rounds: int = 0) -> None:
        """rounds: of a Swiss tournament, if they may be more than the match has."""
        super().__init__(match)
        played = replace(match, rounds=max(rounds, match.rounds))
        self.waves = (swiss if match.tournament == SWISS else knockout)(played, seed)
        self.known: list[Seating] = []
        self.results: dict[int, int] = {}  # of games of the last wave, by their numbers
        self.told: list[str] = []
        self.begin(lambda: next(self.waves))

    def begin(self, ask: Callable[[], Wave]) -> None:
        """Begin the next wave."""
        self.first = len(self.known) + 1
        try:
            wave = ask()
        except StopIteration as end:
            wave = end.value
            self.outcome = wave.text
        self.told.append(wave.text)
        self.known += wave.games
        self.ranking = wave.ranking

    @property
    def total(self) -> int:
        return max(super().total, len(self.known)) if self.match.tournament == KNOCKOUT else super().total

    def of(self, number: int) -> Seating | None:
        return self.known[number - 1] if 0 < number <= len(self.known) else None

    def ended(self, number: int) -> bool:
        return self.outcome != "" and number > len(self.known)

    def add(self, record: Record) -> None:
        if record.result in POINTS and self.first <= record.number <= len(self.known):
            self.results[record.number] = POINTS[record.result]
        if len(self.results) == len(self.known) + 1 - self.first and not self.outcome:
            results = [points for _, points in sorted(self.results.items())]
            self.results.clear()
            self.begin(lambda: self.waves.send(results))

    def news(self) -> list[str]:
        told, self.told = self.told, []
        return told


def seatings_of(match: Match, seed: int) -> Seatings:
    """The seatings of a match."""
    return RoundByRound(match, seed) if match.tournament in (SWISS, KNOCKOUT) else Seatings(match)


def seatings_of_file(match: Match) -> Seatings:
    """The seatings of a match in a file. It may have been resumed with more rounds than it began with."""
    seed = match.seed or 0
    if match.tournament == SWISS:
        return RoundByRound(match, seed, most_swiss_rounds(len(match.engines)))
    return seatings_of(match, seed)


def most_swiss_rounds(players: int) -> int:
    """The number of rounds in which there is always a pairing in which nobody meets twice (G. Dirac, 1952)."""
    return (players + 1) // 2


def drawn_order(match: Match, seed: int) -> list[int]:
    """The players by their seeding: the seeds as they are listed, the others by lot, as in cutechess-cli."""
    first = min(match.seeds, len(match.engines))
    others = permutation(len(match.engines) - first, stream(seed, "seeds"))
    return [*range(first), *(first + other for other in others)]


@dataclass
class Meeting:
    """Two players who play each other: their games so far, and the number of their current pair of games."""

    players: tuple[int, int]
    played: int = 0
    pair: int = 0

    def play(self, match: Match, games: int, pairs: Iterator[int]) -> Iterator[Seating]:
        """The seatings of `games` more games. pairs: the next free numbers of pairs."""
        for _ in range(games):
            leg = self.played % match.repeat
            if not leg:
                self.pair = next(pairs)
            yield self.pair, leg + 1, seats(match, self.players, self.played)
            self.played += 1


def swiss(match: Match, seed: int) -> Waves:
    """The rounds of a Swiss tournament, by the Dutch system."""
    order, pairs = drawn_order(match, seed), count(1)
    history: list[Round] = []
    for number in range(1, match.rounds + 1):
        pairing = pair_round(history, len(order), seed)
        meetings = [Meeting((order[one], order[other])) for one, other in pairing.pairs]
        games = [game for meeting in meetings for game in meeting.play(match, match.games, pairs)]
        bye = None if pairing.bye is None else order[pairing.bye]
        text = f"Round {number}: {meetings_text(match, meetings, bye)}"
        results = yield Wave(text, games, swiss_ranking(order, history))
        points = dict.fromkeys(order, 0)
        if bye is not None:
            points[bye] = 2 * match.games  # as for a win of each game
        for (_, _, (first, second)), half in zip(games, results, strict=True):
            points[first] += half
            points[second] += 2 - half
        history.append(Round(pairing, tuple(points[player] for player in order)))
    ranking = swiss_ranking(order, history)
    return Wave(f"Final standings: {points_text(match, order, history, ranking)}", [], ranking)


def knockout(match: Match, seed: int) -> Waves:
    """The rounds of a knockout, until one player is left."""
    order, pairs = drawn_order(match, seed), count(1)
    encounters: Sequence[Encounter] = bracket(len(order))
    ranking = order
    for number in count(1):
        meetings = [
            None if each.second is None else Meeting((order[each.first], order[each.second])) for each in encounters
        ]
        text = f"Round {number}: {meetings_text(match, [each for each in meetings if each])}"
        while any(due := [games_due(each, match.games) for each in encounters]):
            added = [
                [] if meeting is None else [*meeting.play(match, games, pairs)]
                for meeting, games in zip(meetings, due, strict=True)
            ]
            results = iter((yield Wave(text, [game for games in added for game in games], ranking)))
            encounters = [
                replace(each, results=each.results + tuple(scores(games, order[each.first], results)))
                for each, games in zip(encounters, added, strict=True)
            ]
            level = [
                meeting
                for meeting, each in zip(meetings, encounters, strict=True)
                if meeting and games_due(each, match.games)
            ]
            text = f"Round {number} goes on: {meetings_text(match, level)}"
        winners = {order[winner(each, match.games)] for each in encounters}
        left = {player for each in encounters for player in players_of(each, order)}
        ranking = sorted(ranking, key=lambda player: (player not in winners, player not in left))
        if len(encounters) == 1:
            return Wave(f"Winner: {match.names[ranking[0]]}", [], ranking)
        encounters = next_round(encounters, match.games)
    raise AssertionError("a knockout ends with its final")


def scores(games: Sequence[Seating], player: int, results: Iterator[int]) -> Iterator[int]:
    """The half points of a player in these games."""
    for (_, _, seated), half in zip(games, results, strict=False):
        yield half if seated[0] == player else 2 - half


def meetings_text(match: Match, meetings: Sequence[Meeting], bye: int | None = None) -> str:
    first_games = [seats(match, meeting.players, 0) for meeting in meetings]
    shown = [f"{match.names[white]} - {match.names[black]}" for white, black in first_games]
    return ", ".join(shown) + ("" if bye is None else f"; {match.names[bye]} has the bye")


def swiss_ranking(order: Sequence[int], history: Sequence[Round]) -> list[int]:
    """The players by points, then by the points of their opponents (Buchholz), then by their seeding."""
    totals = [sum(played.points[place] for played in history) for place in range(len(order))]
    met = [0] * len(order)
    for played in history:
        for one, other in played.pairing.pairs:
            met[one] += totals[other]
            met[other] += totals[one]
    return [order[place] for place in sorted(range(len(order)), key=lambda place: (-totals[place], -met[place], place))]


def points_text(match: Match, order: Sequence[int], history: Sequence[Round], ranking: Sequence[int]) -> str:
    """The players with their points, those of byes included."""
    totals = {player: sum(played.points[place] for played in history) / 2 for place, player in enumerate(order)}
    return ", ".join(f"{match.names[player]} {totals[player]:g}" for player in ranking)


def players_of(encounter: Encounter, order: Sequence[int]) -> list[int]:
    """The players of an encounter, by their places on the command line."""
    return [order[place] for place in (encounter.first, encounter.second) if place is not None]
