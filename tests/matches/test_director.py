"""The director of a match: what ends it stays its end."""

from __future__ import annotations

import io
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import replace
from typing import cast

from oddsfish.matches.backends.backend import Backend
from oddsfish.matches.director import Director, End, Interrupts
from oddsfish.matches.files.store import Store
from oddsfish.matches.game.loop import unplayed
from oddsfish.matches.players.player import Introduction
from oddsfish.matches.record import Record, Termination
from oddsfish.matches.score.sprt import Sprt
from oddsfish.matches.score.standings import Standings
from oddsfish.matches.score.statistics import Counts
from oddsfish.matches.settings import Engine, Fixture, Match, Opening
from oddsfish.matches.views.view import View

SPRT = Sprt(0, 100)
ENGINES = (Engine("one"), Engine("other"))
PLACES = 4  # two pairs at once


class Prepared(Backend):
    """Every game is over as soon as it is asked for, with a result that was fixed before."""

    places = PLACES
    losses = ()
    breaks = False

    def __init__(self, results: list[str]) -> None:
        self.results = results

    def submit(self, game: Fixture) -> Future[Record]:
        future: Future[Record] = Future()
        future.set_result(finished(game, self.results[game.number - 1]))
        return future

    def introduce(self, engine: Engine, game: Fixture) -> Future[Introduction]:
        raise AssertionError

    def mend(self) -> None:
        raise AssertionError

    def stop(self) -> None:
        """They are all over."""

    def close(self) -> None:
        """There is nothing to close."""


class Kept:
    """What a store was given."""

    def __init__(self) -> None:
        self.records: list[Record] = []

    def add(self, record: Record) -> None:
        self.records.append(record)


def fixtures(count: int) -> Iterator[Fixture]:
    for place in range(count):
        seats = (0, 1) if place % 2 == 0 else (1, 0)
        players = (ENGINES[seats[0]], ENGINES[seats[1]])
        yield Fixture(place + 1, place // 2, place % 2, seats, players, Opening(), "1")


def finished(game: Fixture, result: str) -> Record:
    return replace(unplayed(game), result=result, ending=Termination.CHECKMATE)


def of(results: list[str]) -> Counts:
    """What the first engine has made of games in which it has White first, then Black."""
    standings = Standings(tuple(engine.name for engine in ENGINES), repeat=2)
    for game, result in zip(fixtures(len(results)), results, strict=True):
        standings.add(finished(game, result))
    return standings.between(0, 1)


def test_games_that_end_behind_a_decision_do_not_undo_it() -> None:
    """The pair that decides ends in one moment with another one, which is lost."""
    won, drawn, lost = ["1-0", "0-1"], ["1/2-1/2", "1/2-1/2"], ["0-1", "1-0"]
    results = [*drawn, *lost]
    while SPRT.verdict(of([*results, *won])) is None or len(results) % PLACES:
        results += won if len(results) % 6 else drawn
    results += [*won, *lost, *drawn * 50]
    decided = len(results) - 102
    assert SPRT.verdict(of(results[: decided - 2])) is None
    assert SPRT.verdict(of(results[:decided])) == "H1"
    assert SPRT.verdict(of(results[: decided + 2])) is None
    match = Match(ENGINES, rounds=len(results) // 2, games=2, repeat=2, sprt=SPRT)
    kept = Kept()
    director = Director(
        match,
        fixtures(len(results)),
        Prepared(results),
        cast(Store, kept),
        View(match, len(results), io.StringIO()),
    )
    with Interrupts() as interrupts:
        assert director.run(interrupts) is End.DECIDED
    assert SPRT.verdict(director.standings.between(0, 1)) == "H1"
    again = Director(match, fixtures(len(results)), Prepared(results), cast(Store, Kept()), director.view)
    again.recall(kept.records)
    with Interrupts() as interrupts:
        assert again.run(interrupts) is End.DECIDED
    assert again.standings.games == director.standings.games
