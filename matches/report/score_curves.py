"""How the lead of players has grown, game by game."""

from __future__ import annotations

from collections.abc import Iterable

from ..record import Record
from ..score.standings import POINTS

Curve = list[tuple[int, int]]


def score_curves(played: Iterable[Record], players: Iterable[int]) -> dict[int, Curve]:
    """For each of the players, after each game it finished: how many games were over, and its wins less its losses.

    played: as `in_order` has them.
    """
    curves: dict[int, Curve] = {player: [(0, 0)] for player in players}
    for number, record in enumerate(played, start=1):
        lead = POINTS[record.result] - 1
        for player, gain in zip(record.seats, (lead, -lead), strict=True):
            if player in curves:
                curves[player].append((number, curves[player][-1][1] + gain))
    return curves


def in_order(records: Iterable[Record]) -> list[Record]:
    """The games of two that have a result, as they ended one after the other."""
    games = [record for record in records if record.finished and len(record.seats) == 2 and record.result in POINTS]
    return sorted(games, key=lambda record: (record.began + record.seconds if record.began else 0.0, record.number))
