"""Games between two sides, played by the loop of all matches. A game's number decides its opening, colours and seed."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from oddsfish.matches.game.loop import play
from oddsfish.matches.openings.book import read_openings
from oddsfish.matches.record import Record
from oddsfish.matches.settings import Adjudication, Engine, Fixture, Opening
from oddsfish.matches.variants import USUAL

from .players import Side
from .results import Results
from .work import Work

Key = Sequence[Any]  # the name of a pairing, and the number of the game in it, from 0


@dataclass(frozen=True)
class Pairing:
    """Two sides; results are from the view of the first."""

    one: Side
    other: Side

    @property
    def name(self) -> str:
        return f"{self.one.name} v {self.other.name}"


@dataclass(frozen=True)
class Conditions:
    """How games are played: every opening twice, with both colours.

    random_plies: the number in each opening. draw_cycle: whether a cycle of a player's own moves is a draw.
    """

    seed: int
    random_plies: int = 10
    draw_cycle: bool = True


def play_game(conditions: Conditions, pairings: Mapping[str, Pairing], key: Key) -> dict[str, Any]:
    """Play a game of a pairing; return its record as values for JSON. All pairings have the same openings."""
    name, number = key
    return play_between(conditions, pairings[name].one, pairings[name].other, number)


def play_between(conditions: Conditions, one: Side, other: Side, number: int) -> dict[str, Any]:
    """Play a game by its number, from 0, with opening number // 2. The first side is White in even games."""
    pair, leg = divmod(number, 2)
    sides = (one, other) if leg == 0 else (other, one)
    game = Fixture(
        number=number + 1,
        pair=pair + 1,
        leg=leg + 1,
        seats=(leg, 1 - leg),
        players=(Engine(sides[0].name), Engine(sides[1].name)),
        opening=opening(conditions, pair),
        seed=f"{conditions.seed}:{pair + 1}",
        rules=Adjudication(draw_cycle=conditions.draw_cycle),
    )
    played = play(game, (sides[0].player(), sides[1].player()))
    try:
        return asyncio.run(played).to_json()
    finally:
        played.close()  # Python would complain if an interrupt came before it began


def opening(conditions: Conditions, pair: int) -> Opening:
    return read_openings(None, USUAL, (), pair + 1, conditions.seed, conditions.random_plies)[pair]


def play_pairings(
    work: Work, conditions: Conditions, pairings: Sequence[Pairing], games: int, most: int
) -> list[Results]:
    """Play `games` games of each pairing, and up to `most` of those whose scores may be equal.

    Two scores may be equal if their intervals overlap. Such pairings play `games` more games at a time.
    """
    named = {pairing.name: pairing for pairing in pairings}
    wanted = dict.fromkeys(named, games)
    do = partial(play_game, conditions, named)
    while True:
        results = {pairing.name: Results(pairing.one.name, pairing.other.name) for pairing in pairings}
        keys = [(name, number) for number in range(max(wanted.values())) for name in named if number < wanted[name]]
        for key, fields in zip(keys, work.collect(do, keys, "games"), strict=True):
            results[key[0]].add(Record.from_json(fields))
        close = [
            name
            for name, result in results.items()
            if wanted[name] < most and any(result.overlaps(other) for other in results.values() if other is not result)
        ]
        if not close:
            return list(results.values())
        for name in close:
            wanted[name] = min(most, wanted[name] + games)
