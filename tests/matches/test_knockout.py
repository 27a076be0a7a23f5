"""Knockouts: their brackets, when an encounter is decided, and who goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from oddsfish.matches.tournament.knockout import MOST_EXTRA, Encounter, bracket, games_due, next_round, winner

SIZES = (*range(2, 70), 127, 128, 129, 1000, 1024)
Result = Callable[[Encounter], int]  # of the next game, in half points of the first


def better_seed(encounter: Encounter) -> int:
    assert encounter.second is not None
    return 2 if encounter.first < encounter.second else 0


def played(encounter: Encounter, games: int, result: Result) -> Encounter:
    while games_due(encounter, games):
        encounter = replace(encounter, results=(*encounter.results, result(encounter)))
    return encounter


def rounds(players: int, games: int, result: Result) -> Iterator[tuple[Encounter, ...]]:
    encounters = bracket(players)
    while encounters:
        encounters = tuple(played(encounter, games, result) for encounter in encounters)
        yield encounters
        encounters = next_round(encounters, games)


def present(encounters: tuple[Encounter, ...]) -> list[int]:
    return sorted(p for one in encounters for p in (one.first, one.second) if p is not None)


@pytest.mark.parametrize("players", SIZES)
def test_whoever_wins_goes_on_and_nobody_else(players: int) -> None:
    random = Random(players)
    expected = list(range(players))
    number = 0
    for encounters in rounds(players, 2, lambda _: random.randrange(3)):
        assert present(encounters) == expected
        expected = sorted(winner(encounter, 2) for encounter in encounters)
        number += 1
    assert len(expected) == 1
    assert 2 ** (number - 1) < players <= 2**number


@pytest.mark.parametrize("players", SIZES)
def test_the_best_seeds_have_no_game_in_the_first_round_and_nobody_later(players: int) -> None:
    random = Random(players)
    first, *later = rounds(players, 1, lambda _: random.choice((0, 2)))
    idle = 2 ** (players - 1).bit_length() - players
    assert sorted(encounter.first for encounter in first if encounter.second is None) == list(range(idle))
    assert all(encounter.second is not None for encounters in later for encounter in encounters)


@pytest.mark.parametrize("players", SIZES)
def test_without_upsets_the_first_meets_the_last_in_every_round(players: int) -> None:
    size = 2 ** (players - 1).bit_length()
    for encounters in rounds(players, 1, better_seed):
        pairs = {frozenset((one.first, one.second)) - {None} for one in encounters}
        assert pairs == {frozenset(p for p in (i, size - 1 - i) if p < players) for i in range(size // 2)}
        size //= 2


def test_winners_of_neighbours_meet_the_upper_one_with_white() -> None:
    random = Random(5)
    for players in SIZES:
        before: tuple[Encounter, ...] = ()
        for encounters in rounds(players, 3, lambda _: random.randrange(3)):
            went_on = [winner(one, 3) for one in before]
            assert not before or [(one.first, one.second) for one in encounters] == list(
                zip(went_on[::2], went_on[1::2], strict=True)
            )
            before = encounters


# --- One encounter ---


def cutechess_needs_more(results: tuple[int, ...], games: int, running: int) -> bool:
    """Whether Cute Chess starts a game beside those that run, as in projects/lib/src/knockouttournament.cpp.

    Points of running games are given to the leader. He needs more than half of those of the encounter and, if that
    has an even number of games, a lead that one more game cannot make up, or an even number of games.
    """
    first, second = sum(results), sum(2 - result for result in results)
    if max(first, second) + 2 * running <= games:
        return True
    most_lead = abs(first - second) + 2 * running
    if most_lead >= (3 if games % 2 == 0 else 1):
        return False
    return games % 2 == 1 or most_lead == 0 or (len(results) + running) % 2 == 1


@pytest.mark.parametrize("games", [1, 2, 3, 4, 5, 6])
def test_games_are_due_as_cutechess_starts_them(games: int) -> None:
    compared = 0
    for length in range(8):
        for results in product((0, 1, 2), repeat=length):
            if any(games_due(Encounter(0, 1, results[:some]), games) == 0 for some in range(length)):
                continue  # was over before
            running = 0
            while cutechess_needs_more(results, games, running):
                running += 1
            assert games_due(Encounter(0, 1, results), games) == running
            compared += 1
    assert compared > 20


@pytest.mark.parametrize("games", [1, 2, 3, 4, 7, 8])
def test_all_games_that_are_due_are_needed(games: int) -> None:
    """The last of them is still due, whatever the results of the others."""
    random = Random(games)
    for _ in range(300):
        encounter = Encounter(0, 1)
        while due := games_due(encounter, games):
            for others in product((0, 1, 2), repeat=min(due - 1, 5)):
                some = random.randrange(len(others) + 1)
                assert games_due(replace(encounter, results=encounter.results + others[:some]), games) >= due - some
            results = tuple(random.choice((0, 1, 1, 2)) for _ in range(random.randint(1, due)))
            encounter = replace(encounter, results=encounter.results + results)


@pytest.mark.parametrize("games", range(1, 9))
def test_who_goes_on_has_scored_more(games: int) -> None:
    random = Random(games)

    def often_drawn(_: Encounter) -> int:
        return random.choice((0, 1, 1, 1, 1, 2))

    for _ in range(500):
        first, second = random.sample(range(9), 2)
        encounter = played(Encounter(first, second), games, often_drawn)
        score, length = sum(encounter.results), len(encounter.results)
        if score != length:
            assert winner(encounter, games) == (first if score > length else second)
        extra = length - games
        assert extra <= 0 or games % 2 or extra % 2 == 0
        mirror = Encounter(second, first, tuple(2 - one for one in encounter.results))
        assert winner(mirror, games) == winner(encounter, games)
        assert games_due(mirror, games) == 0


@pytest.mark.parametrize("games", range(1, 9))
@pytest.mark.parametrize("seats", [(3, 8), (8, 3)])
def test_the_better_seed_goes_on_when_all_is_level_to_the_end(games: int, seats: tuple[int, int]) -> None:
    encounter = played(Encounter(*seats), games, lambda _: 1)
    assert len(encounter.results) == games + MOST_EXTRA * (1 if games % 2 else 2)
    assert winner(encounter, games) == 3


def test_who_has_nobody_to_meet_goes_on_at_once() -> None:
    assert games_due(Encounter(4), 2) == 0
    assert winner(Encounter(4), 2) == 4


def test_a_round_that_is_not_over_has_no_next() -> None:
    half = [played(Encounter(0, 3), 2, lambda _: 2), Encounter(1, 2, (2,))]
    with pytest.raises(ValueError, match=r"^players 1 and 2 must play on before the next round$"):
        next_round(half, 2)


@pytest.mark.parametrize("players", [-1, 0, 1])
def test_nobody_can_hold_a_knockout_alone(players: int) -> None:
    with pytest.raises(ValueError, match=f"^a knockout needs at least 2 players, not {players}$"):
        bracket(players)


@pytest.mark.parametrize(("second", "results"), [(1, (3,)), (1, (2, -1)), (None, (2,))])
def test_results_that_cannot_be_are_refused(second: int | None, results: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"half points|nobody to meet") as failure:
        Encounter(0, second, results)
    assert "\n" not in str(failure.value)
