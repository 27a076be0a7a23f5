"""Schedules, the standings that come of them, and the director, for whom the decision of a match is final."""

from __future__ import annotations

import io
import random
from collections import Counter
from concurrent.futures import Future
from dataclasses import replace
from itertools import combinations, pairwise
from types import SimpleNamespace
from typing import cast

import pytest
from oddsfish.matches.backends.backend import Backend
from oddsfish.matches.director import Director, End, Interrupts
from oddsfish.matches.files.store import Store
from oddsfish.matches.pairing import count_games, count_openings, schedule
from oddsfish.matches.record import Record, Termination
from oddsfish.matches.score.sprt import Sprt
from oddsfish.matches.score.standings import Standings
from oddsfish.matches.score.statistics import Counts
from oddsfish.matches.settings import Engine, Fixture, Match, Opening
from oddsfish.matches.views.view import View

POINTS = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}


def make_match(
    players: int, games: int = 2, rounds: int = 1, repeat: int = 2, tournament: str = "round-robin"
) -> Match:
    engines = tuple(Engine(chr(ord("A") + number), "none") for number in range(players))
    return Match(engines, games=games, rounds=rounds, repeat=repeat, tournament=tournament)


def games_of(match: Match, seed: int = 1) -> list[Fixture]:
    openings = [Opening(name=str(number)) for number in range(count_openings(match))]
    return [game for game in schedule(match, seed, openings) if game]


@pytest.mark.parametrize("tournament", ["round-robin", "gauntlet"])
@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize(("games", "rounds", "repeat"), [(1, 2, 1), (3, 2, 1), (4, 3, 2), (5, 2, 2), (6, 1, 3)])
def test_a_schedule(players: int, games: int, rounds: int, repeat: int, tournament: str) -> None:
    match = make_match(players, games, rounds, repeat, tournament)
    played = games_of(match)
    assert [game.number for game in played] == list(range(1, count_games(match) + 1))
    pairs = [(0, other) for other in range(1, players)] if tournament == "gauntlet" else combinations(range(players), 2)
    assert Counter(tuple(sorted(game.seats)) for game in played) == dict.fromkeys(pairs, games * rounds)
    for game in played:
        assert game.players == tuple(match.engines[seat] for seat in game.seats)
    check_colours(played)
    check_openings(played, repeat)
    assert {int(game.opening.name) for game in played} == set(range(count_openings(match)))


def check_colours(played: list[Fixture]) -> None:
    """At any time, of any two players, neither has been White more than once more often than the other."""
    balance: Counter[tuple[int, ...]] = Counter()
    for game in played:
        balance[tuple(sorted(game.seats))] += 1 if game.seats[0] < game.seats[1] else -1
        assert abs(balance[tuple(sorted(game.seats))]) <= 1


def check_openings(played: list[Fixture], repeat: int) -> None:
    """Each opening is played by two players only, up to `repeat` times, with alternating colours, from leg 1 on."""
    by_pair: dict[int, list[Fixture]] = {}
    for game in played:
        by_pair.setdefault(game.pair, []).append(game)
    assert sorted(by_pair) == list(range(1, len(by_pair) + 1))
    openings = set()
    for games in by_pair.values():
        assert [game.leg for game in games] == list(range(1, len(games) + 1))
        assert len(games) <= repeat
        assert len({tuple(sorted(game.seats)) for game in games}) == 1
        assert len({game.opening for game in games}) == len({game.seed for game in games}) == 1
        assert all(one.seats == other.seats[::-1] for one, other in pairwise(games))
        openings.add(games[0].opening)
    assert len(openings) == len(by_pair)


def test_the_same_seed_gives_the_same_schedule() -> None:
    match = make_match(4, games=4, rounds=2)
    assert games_of(match) == games_of(match)
    assert [game.seed for game in games_of(match)] != [game.seed for game in games_of(match, seed=2)]


def test_more_rounds_begin_with_the_same_games() -> None:
    for players in (2, 3, 4):
        short, long = make_match(players, rounds=2), make_match(players, rounds=5)
        assert games_of(long)[: count_games(short)] == games_of(short)


def record(game: Fixture, result: str, ending: Termination = Termination.CHECKMATE, loser: int | None = None) -> Record:
    names = tuple(player.name for player in game.players)
    return Record(game.number, game.pair, game.leg, game.seats, names, "standard", "", (), result, ending, "", loser)


def random_records(match: Match, rng: random.Random) -> list[Record]:
    """Every game of a match with some result, a few unfinished."""
    records = []
    for game in games_of(match):
        result = rng.choice(["1-0", "1/2-1/2", "0-1", "*"])
        ending, loser = {"*": Termination.UNFINISHED, "1/2-1/2": Termination.STALEMATE}.get(result), None
        if ending is None and rng.random() < 0.2:
            ending, loser = rng.choice([Termination.TIME, Termination.CRASH]), 0 if result == "0-1" else 1
        records.append(record(game, result, ending or Termination.CHECKMATE, loser))
    return records


def tally(records: list[Record], one: int, other: int, repeat: int) -> Counts:
    """The counts of one player against another, computed from scratch."""
    scores: dict[int, list[float]] = {}
    for each in records:
        if each.result in POINTS and set(each.seats) == {one, other}:
            points = POINTS[each.result]
            scores.setdefault(each.pair, []).append(points if each.seats[0] == one else 1 - points)
    single = Counter(point for points in scores.values() for point in points)
    pairs = Counter(sum(points) for points in scores.values() if len(points) == 2) if repeat == 2 else Counter[float]()
    five = (pairs[0], pairs[0.5], pairs[1], pairs[1.5], pairs[2])
    return Counts(wins=single[1.0], draws=single[0.5], losses=single[0.0], pairs=five, paired=repeat == 2)


@pytest.mark.parametrize("seed", range(40))
def test_standings_against_a_recount(seed: int) -> None:
    rng = random.Random(seed)
    repeat = rng.choice([1, 2])
    players = rng.randrange(2, 5)
    match = make_match(players, rng.randrange(repeat, 7), rng.randrange(1, 4), repeat)
    records = random_records(match, rng)
    rng.shuffle(records)
    standings = Standings(tuple(engine.name for engine in match.engines), repeat)
    for each in records:
        standings.add(each)
    finished = [each for each in records if each.finished]
    assert standings.games == len(finished)
    assert standings.unfinished == len(records) - len(finished)
    assert standings.endings == Counter(each.ending for each in finished)
    faults = Counter((each.seats[each.loser], each.ending) for each in finished if each.loser is not None)
    assert standings.faults == faults
    for one in range(players):
        for other in range(players):
            if one != other:
                assert standings.between(one, other) == tally(records, one, other, repeat)
        total = standings.of(one)
        own = [each for each in finished if one in each.seats]
        assert total.games == len(own)
        points = sum(POINTS[each.result] if each.seats[0] == one else 1 - POINTS[each.result] for each in own)
        assert total.wins + total.draws / 2 == points
    for white in range(players):
        for black in range(players):
            games = [POINTS[each.result] for each in finished if each.seats == (white, black)]
            counts = standings.colours.get((white, black), Counts())
            assert (counts.wins, counts.draws, counts.losses) == (games.count(1.0), games.count(0.5), games.count(0.0))


class Prepared:
    """A backend with two pairs at once. Every game is over as soon as it is submitted; its result was fixed before."""

    places, losses, breaks = 4, (), False

    def __init__(self, results: list[str]) -> None:
        self.results = results

    def submit(self, game: Fixture) -> Future[Record]:
        future: Future[Record] = Future()
        future.set_result(record(game, self.results[game.number - 1]))
        return future

    def stop(self) -> None:
        """Do nothing: all games are over."""


def test_games_that_end_behind_a_decision_do_not_undo_it() -> None:
    """The pair that decides the test ends at the same moment as another one, which is lost."""
    sprt = Sprt(0, 100)

    def verdict(results: list[str]) -> str | None:
        match = make_match(2, rounds=len(results) // 2)
        standings = Standings(match.names, repeat=2)
        for game, result in zip(games_of(match), results, strict=True):
            standings.add(record(game, result))
        return sprt.verdict(standings.between(0, 1))

    won, drawn, lost = ["1-0", "0-1"], ["1/2-1/2", "1/2-1/2"], ["0-1", "1-0"]
    results = [*drawn, *lost]
    while verdict([*results, *won]) is None or len(results) % Prepared.places:
        results += won if len(results) % 6 else drawn
    decided = len(results) + 2
    results += [*won, *lost]
    assert (verdict(results[: decided - 2]), verdict(results[:decided]), verdict(results)) == (None, "H1", None)
    results += drawn * 50
    match = replace(make_match(2, rounds=len(results) // 2), sprt=sprt)
    kept: list[Record] = []

    def director() -> Director:
        store, view = SimpleNamespace(add=kept.append), View(match, len(results), io.StringIO())
        return Director(match, iter(games_of(match)), cast(Backend, Prepared(results)), cast(Store, store), view)

    first, again = director(), director()
    with Interrupts() as interrupts:
        assert first.run(interrupts) is End.DECIDED
        assert sprt.verdict(first.standings.between(0, 1)) == "H1"
        again.recall(list(kept))
        assert again.run(interrupts) is End.DECIDED
    assert again.standings.games == first.standings.games
