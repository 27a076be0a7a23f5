"""Who plays whom, from which opening, in which order.

Settings and seed decide it before the first game, except in tournaments whose rounds depend on results
(`tournament/rounds.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, count
from typing import Protocol

from .record import Record
from .settings import Fixture, Match, Opening
from .tournament.knockout import MOST_EXTRA
from .variants import for_one

ROUND_ROBIN, GAUNTLET, SWISS, KNOCKOUT = TOURNAMENTS = ("round-robin", "gauntlet", "swiss", "knockout")
MOST_GAMES = 10**7  # of a match
MOST_AT_ONCE = 10**4  # of a round that depends on earlier results

Seating = tuple[int, int, tuple[int, ...]]  # the pair, the leg and the seats of a game


class NumberedOpenings(Protocol):
    """Openings by number, from 0."""

    def __getitem__(self, number: int, /) -> Opening: ...


def encounters(match: Match) -> Sequence[tuple[int, ...]]:
    """The encounters of every round: pairs of players, or in a game for one each player alone."""
    return meetings(len(match.engines), match.tournament, match.seeds, for_one(match.variant))


@lru_cache(maxsize=4)
def meetings(players: int, tournament: str, seeds: int, alone: bool) -> Sequence[tuple[int, ...]]:
    if alone:
        return [(one,) for one in range(players)]
    if tournament == GAUNTLET:
        return [(one, other) for one in range(seeds_of(players, seeds)) for other in range(one + 1, players)]
    return list(combinations(range(players), 2))


def check_size(match: Match) -> None:
    """ValueError if the match has too many games, or a round of a Swiss or knockout tournament has too many."""
    if not 0 < count_games(match) <= MOST_GAMES:
        raise ValueError(f"-games and -rounds make more than {MOST_GAMES} games")
    if match.tournament in (SWISS, KNOCKOUT) and match.games * count_encounters(match) > MOST_AT_ONCE:
        raise ValueError(f"-tournament {match.tournament}: a round has more than {MOST_AT_ONCE} games")


def count_encounters(match: Match) -> int:
    """The number of encounters in one round; of a knockout, in all rounds."""
    players = len(match.engines)
    if for_one(match.variant):
        return players
    if match.tournament == SWISS:
        return players // 2
    if match.tournament == KNOCKOUT:
        return players - 1
    left = players - seeds_of(players, match.seeds) if match.tournament == GAUNTLET else 0
    return (players * (players - 1) - left * (left - 1)) // 2


def seeds_of(players: int, seeds: int) -> int:
    """How many players of a gauntlet meet all others: the first one, unless more are asked for."""
    return min(max(1, seeds), players - 1)


def count_games(match: Match) -> int:
    """The number of games; of a knockout, if no encounter is decided earlier or later."""
    return match.rounds * match.games * count_encounters(match)


def count_openings(match: Match) -> int:
    played = match.rounds * match.games
    if match.tournament == KNOCKOUT:
        played += 2 * MOST_EXTRA
    elif match.tournament == SWISS:
        return match.rounds * -(-match.games // match.repeat) * count_encounters(match)
    return played if for_one(match.variant) else -(-played // match.repeat) * count_encounters(match)


class Seatings:
    """The seats of the players in each game. In this class all are known before the first game."""

    outcome = ""  # how a tournament with rounds has ended, in a line
    ranking: Sequence[int] = ()  # the players of such a tournament, the best first

    def __init__(self, match: Match) -> None:
        self.match = match

    @property
    def total(self) -> int:
        """The number of games, as far as it is known."""
        return count_games(self.match)

    def of(self, number: int) -> Seating | None:
        """The seating of a game, by its number from 1; None while it depends on games that are not finished.

        The number may exceed the rounds of the match. `repeat` games of an encounter in a row have the same opening. In
        a game for one, all players play each deck in turn.
        """
        match, found = self.match, encounters(self.match)
        if for_one(match.variant):
            deck, place = divmod(number - 1, len(found))
            return deck + 1, place + 1, found[place]
        before, game = divmod(number - 1, match.games)
        round_, place = divmod(before, len(found))
        played = round_ * match.games + game  # games of these two before
        block, leg = divmod(played, match.repeat)
        return block * len(found) + place + 1, leg + 1, seats(match, found[place], played)

    def ended(self, number: int) -> bool:
        """Whether the match has no game of this number, and none after it."""
        return number > count_games(self.match)

    def add(self, record: Record) -> None:
        """Take note of the result of a game."""

    def news(self) -> list[str]:
        """The news of the tournament since the last call, one per line."""
        return []


def seats(match: Match, pair: tuple[int, ...], played: int) -> tuple[int, ...]:
    """The seats of two players after `played` games. pair: their seats in the first game without `reverse`."""
    return pair[::-1] if match.reverse != (match.swap and played % 2 == 1) else pair


def schedule(
    match: Match, seed: int, openings: NumberedOpenings, seatings: Seatings | None = None
) -> Iterator[Fixture | None]:
    """The games in their order. None means that the next one depends on unfinished games: ask again later."""
    seatings = seatings or Seatings(match)
    for number in count(1):
        while (found := None if seatings.ended(number) else seatings.of(number)) is None:
            if seatings.ended(number):
                return
            yield None
        pair, leg, seated = found
        yield Fixture(
            number=number,
            pair=pair,
            leg=leg,
            seats=seated,
            players=tuple(match.engines[seat] for seat in seated),
            opening=openings[pair - 1],
            seed=f"{seed}:{pair}",
            wait=match.wait,
            variant=match.variant,
            variant_options=match.variant_options,
            rules=match.rules,
        )
