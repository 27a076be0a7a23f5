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
    return meetings(len(match.engines), match.tournament, for_one(match.variant))


@lru_cache(maxsize=4)
def meetings(players: int, tournament: str, alone: bool) -> Sequence[tuple[int, ...]]:
    if alone:
        return [(one,) for one in range(players)]
    if tournament == "gauntlet":
        return [(0, other) for other in range(1, players)]
    return list(combinations(range(players), 2))


def count_encounters(match: Match) -> int:
    players = len(match.engines)
    if for_one(match.variant):
        return players
    return players - 1 if match.tournament == "gauntlet" else players * (players - 1) // 2


def count_games(match: Match) -> int:
    return match.rounds * match.games * count_encounters(match)


def count_openings(match: Match) -> int:
    played = match.rounds * match.games
    return played if for_one(match.variant) else -(-played // match.repeat) * count_encounters(match)


def seating(match: Match, number: int) -> tuple[int, int, tuple[int, ...]]:
    """The pair, the leg and the seats of a game, by its number from 1, however many rounds there are.

    The games of an encounter alternate colours; `repeat` of them in a row begin alike. In a game for one, every deck is
    played by everybody in turn.
    """
    found = encounters(match)
    if for_one(match.variant):
        deck, place = divmod(number - 1, len(found))
        return deck + 1, place + 1, found[place]
    before, game = divmod(number - 1, match.games)
    round_, place = divmod(before, len(found))
    played = round_ * match.games + game  # by these two
    block, leg = divmod(played, match.repeat)
    seats = found[place] if played % 2 == 0 else found[place][::-1]
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
            variant=match.variant,
            variant_options=match.variant_options,
            rules=match.rules,
        )
