"""Who plays whom, from which opening, in which order: decided by settings and seed before the first game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from .settings import Game, Match, Opening


def encounters(match: Match) -> list[tuple[int, int]]:
    """The pairs of players that meet in every round."""
    everybody = range(len(match.engines))
    if match.tournament == "gauntlet":
        return [(0, other) for other in everybody[1:]]
    return list(combinations(everybody, 2))


def count_games(match: Match) -> int:
    return match.rounds * match.games * len(encounters(match))


def count_openings(match: Match) -> int:
    """How many openings a match can use."""
    played = match.rounds * match.games
    return -(-played // match.repeat) * len(encounters(match))


def schedule(match: Match, seed: int, openings: Sequence[Opening]) -> Iterator[Game]:
    """The games in order. Those of an encounter alternate colours; `repeat` of them in a row begin alike."""
    meetings = encounters(match)
    number = 0
    for round_ in range(match.rounds):
        for place, (one, other) in enumerate(meetings):
            for game in range(match.games):
                number += 1
                played = round_ * match.games + game  # by these two
                block, leg = divmod(played, match.repeat)
                pair = block * len(meetings) + place + 1
                seats = (one, other) if played % 2 == 0 else (other, one)
                yield Game(
                    number=number,
                    pair=pair,
                    leg=leg + 1,
                    seats=seats,
                    players=tuple(match.engines[seat] for seat in seats),
                    opening=openings[pair - 1],
                    seed=f"{seed}:{pair}",
                    variant=match.variant,
                    variant_options=match.variant_options,
                    rules=match.rules,
                )
