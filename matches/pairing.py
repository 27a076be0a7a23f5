"""Who plays whom, from which opening, in which order: decided by settings and seed before the first game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Protocol

from .settings import Fixture, Match, Opening
from .variants import for_one


class Book(Protocol):
    """Openings by number, from 0."""

    def __getitem__(self, number: int, /) -> Opening: ...


def encounters(match: Match) -> list[tuple[int, ...]]:
    """Who meets in every round: pairs; in a game for one, everybody alone."""
    everybody = range(len(match.engines))
    if for_one(match.variant):
        return [(one,) for one in everybody]
    if match.tournament == "gauntlet":
        return [(0, other) for other in everybody[1:]]
    return list(combinations(everybody, 2))


def count_games(match: Match) -> int:
    return match.rounds * match.games * len(encounters(match))


def count_openings(match: Match) -> int:
    """How many openings a match can use."""
    if for_one(match.variant):
        return match.rounds * match.games
    played = match.rounds * match.games
    return -(-played // match.repeat) * len(encounters(match))


def schedule_alone(match: Match, seed: int, openings: Book) -> Iterator[Fixture]:
    """Games for one: every deck is played by everybody in turn."""
    number = 0
    for deck in range(1, match.rounds * match.games + 1):
        for place in range(len(match.engines)):
            number += 1
            yield make_game(match, number, deck, place + 1, (place,), openings[deck - 1], f"{seed}:{deck}")


def make_game(
    match: Match, number: int, pair: int, leg: int, seats: tuple[int, ...], opening: Opening, seed: str
) -> Fixture:
    return Fixture(
        number=number,
        pair=pair,
        leg=leg,
        seats=seats,
        players=tuple(match.engines[seat] for seat in seats),
        opening=opening,
        seed=seed,
        variant=match.variant,
        variant_options=match.variant_options,
        rules=match.rules,
    )


def schedule(match: Match, seed: int, openings: Book) -> Iterator[Fixture]:
    """The games in order. Those of an encounter alternate colours; `repeat` of them in a row begin alike."""
    if for_one(match.variant):
        yield from schedule_alone(match, seed, openings)
        return
    meetings = encounters(match)
    number = 0
    for round_ in range(match.rounds):
        for place, meeting in enumerate(meetings):
            for game in range(match.games):
                number += 1
                played = round_ * match.games + game  # by these two
                block, leg = divmod(played, match.repeat)
                pair = block * len(meetings) + place + 1
                seats = meeting if played % 2 == 0 else meeting[::-1]
                yield make_game(match, number, pair, leg + 1, seats, openings[pair - 1], f"{seed}:{pair}")
