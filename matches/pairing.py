"""Who plays whom, from which opening, in which order: decided by settings and seed before the first game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Protocol

from .settings import Fixture, Match, Opening
from .variants import for_one

TOURNAMENTS = ("round-robin", "gauntlet")
MOST_GAMES = 10**7  # of a match


class NumberedOpenings(Protocol):
    """Openings by number, from 0."""

    def __getitem__(self, number: int, /) -> Opening: ...


def encounters(match: Match) -> Sequence[tuple[int, ...]]:
    """Who meets in every round: pairs; in a game for one, everybody alone."""
    return meetings(len(match.engines), match.tournament, match.seeds, for_one(match.variant))


@lru_cache(maxsize=4)
def meetings(players: int, tournament: str, seeds: int, alone: bool) -> Sequence[tuple[int, ...]]:
    if alone:
        return [(one,) for one in range(players)]
    if tournament == "gauntlet":
        return [(one, other) for one in range(seeds_of(players, seeds)) for other in range(one + 1, players)]
    return list(combinations(range(players), 2))


def count_encounters(match: Match) -> int:
    players = len(match.engines)
    if for_one(match.variant):
        return players
    left = players - seeds_of(players, match.seeds) if match.tournament == "gauntlet" else 0
    return (players * (players - 1) - left * (left - 1)) // 2


def seeds_of(players: int, seeds: int) -> int:
    """How many players of a gauntlet meet all others: the first one, unless more are asked for."""
    return min(max(1, seeds), players - 1)


def count_games(match: Match) -> int:
    return match.rounds * match.games * count_encounters(match)


def count_openings(match: Match) -> int:
    played = match.rounds * match.games
    return played if for_one(match.variant) else -(-played // match.repeat) * count_encounters(match)


def seating(match: Match, number: int) -> tuple[int, int, tuple[int, ...]]:
    """The pair, the leg and the seats of a game, by its number from 1, however many rounds there are.

    The games of an encounter alternate colours, unless `swap` is off; `repeat` of them in a row begin alike. In a game
    for one, every deck is played by everybody in turn.
    """
    found = encounters(match)
    if for_one(match.variant):
        deck, place = divmod(number - 1, len(found))
        return deck + 1, place + 1, found[place]
    before, game = divmod(number - 1, match.games)
    round_, place = divmod(before, len(found))
    played = round_ * match.games + game  # by these two
    block, leg = divmod(played, match.repeat)
    swapped = match.reverse != (match.swap and played % 2 == 1)
    seats = found[place][::-1] if swapped else found[place]
    return block * len(found) + place + 1, leg + 1, seats


def schedule(match: Match, seed: int, openings: NumberedOpenings) -> Iterator[Fixture]:
    for number in range(1, count_games(match) + 1):
        pair, leg, seats = seating(match, number)
        yield Fixture(
            number=number,
            pair=pair,
            leg=leg,
            seats=seats,
            players=tuple(match.engines[seat] for seat in seats),
            opening=openings[pair - 1],
            seed=f"{seed}:{pair}",
            wait=match.wait,
            variant=match.variant,
            variant_options=match.variant_options,
            rules=match.rules,
        )
