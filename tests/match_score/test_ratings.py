"""Ratings of many players: against published ones, independent oracles, and laws over random tournaments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, pairwise
from math import exp, fsum, isfinite, log, prod, sqrt
from random import Random
from statistics import fmean, pstdev

import numpy
import pytest
from oddsfish.matches.score.ratings import NO_GAMES, ONE_SIDED, ONLY_LOSSES, ONLY_WINS, Rating, rate
from oddsfish.matches.score.statistics import (
    ELO_PER_NAT,
    SIGMAS,
    Counts,
    Pairs,
    elo,
    estimate,
    expected_score,
)

Table = dict[tuple[int, int], Counts]

ORDO_SCALE = 202 / (400 * log(0.76 / 0.24) / log(10))  # Ordo's Elo by default (76 % at 202) for one of ours
STEPS = 5000  # of the slow oracle


def told(value: float | None) -> float:
    assert value is not None
    return value


def elos(ratings: list[Rating]) -> list[float]:
    return [told(rating.elo) for rating in ratings]


# --- Published ratings ---

# Wins of the first, wins of the other: citations between journals of statistics (S. Stigler, 1994).
CITATIONS = {
    (0, 1): (730, 33),
    (0, 2): (498, 320),
    (0, 3): (221, 284),
    (1, 2): (68, 813),
    (1, 3): (17, 276),
    (2, 3): (142, 325),
}
# Their abilities beside that of the first, and the standard errors: H. Turner and D. Firth, "Bradley-Terry Models in R:
# The BradleyTerry2 Package", Journal of Statistical Software 48(9), 2012, section 2.1.
ABILITIES = [(0, 0), (-2.94907, 0.10255), (-0.47957, 0.06059), (0.26895, 0.07083)]


def test_results_without_draws_are_rated_as_bradleyterry2_does() -> None:
    table = {pair: Counts(wins, 0, losses) for pair, (wins, losses) in CITATIONS.items()}
    for rating, (ability, error) in zip(rate(4, table, anchor=(0, 0.0)), ABILITIES, strict=True):
        assert told(rating.elo) / ELO_PER_NAT == pytest.approx(ability, abs=0.000006)
        assert told(rating.error) / SIGMAS / ELO_PER_NAT == pytest.approx(error, rel=0.001)  # of dispersion 1


# Wins, draws, losses of five players, and what Ordo 1.2.6 prints for these 1000 games: -D -z 200.2408 -s 5000 -J, once
# for the mean 0, once for the third at 0. Its errors are those of 5000 simulated tournaments.
GAMES = {
    (0, 1): (38, 45, 17),
    (0, 2): (41, 40, 19),
    (0, 3): (52, 36, 12),
    (0, 4): (69, 25, 6),
    (1, 2): (29, 44, 27),
    (1, 3): (37, 41, 22),
    (1, 4): (58, 30, 12),
    (2, 3): (33, 46, 21),
    (2, 4): (50, 38, 12),
    (3, 4): (45, 35, 20),
}
CENTRED = [(109.98, 22.35), (31.19, 21.16), (19.46, 21.33), (-30.27, 21.67), (-130.36, 23.10)]
ANCHORED = [(90.52, 34.47), (11.73, 33.36), (0, 0), (-49.74, 33.72), (-149.83, 35.26)]


@pytest.mark.parametrize(("anchor", "printed"), [(None, CENTRED), ((2, 0.0), ANCHORED)])
def test_a_tournament_is_rated_as_ordo_does(
    anchor: tuple[int, float] | None, printed: list[tuple[float, float]]
) -> None:
    ratings = rate(5, {pair: Counts(*games) for pair, games in GAMES.items()}, anchor)
    for rating, (value, error) in zip(ratings, printed, strict=True):
        assert rating.elo == pytest.approx(value, abs=0.00501)
        assert rating.error == pytest.approx(error, rel=0.02)


# Half points of each against the following ones, in ten games each, and the ratings by Ordo, to 50 Elo:
# github.com/jromang/picochess, issue 187.
CROSSTABLE: tuple[tuple[int, ...], ...] = (
    (16, 19, 18, 20, 20, 20, 19),
    (13, 17, 19, 18, 20, 20),
    (11, 20, 20, 20, 20),
    (16, 17, 20, 20),
    (17, 18, 20),
    (18, 19),
    (17,),
)
PUBLISHED = [3100, 2850, 2750, 2650, 2350, 2200, 1900, 1650]


def test_a_published_crosstable_has_its_published_ratings() -> None:
    table = {
        (one, other): Counts(half // 2, half % 2, 10 - half // 2 - half % 2)
        for one, row in enumerate(CROSSTABLE)
        for other, half in enumerate(row, one + 1)
    }
    found = elos(rate(8, table, anchor=(0, 3100 / ORDO_SCALE)))
    assert [50 * round(value * ORDO_SCALE / 50) for value in found] == PUBLISHED


def test_a_published_match_has_its_published_difference() -> None:
    """github.com/gekomad/Cinnamon, pull request 39: 18829.5 of 32633, by Ordo 2327.2 and 2272.8."""
    first, second = elos(rate(2, {(0, 1): Counts(15240, 7179, 10214)}))
    assert (first - second) * ORDO_SCALE == pytest.approx(2327.2 - 2272.8, abs=0.101)


# --- Two players ---


def test_two_players_differ_by_the_elo_of_their_match() -> None:
    for wins in range(6):
        for draws in range(6):
            for losses in range(6):
                counts = Counts(wins, draws, losses)
                first, second = rate(2, {(0, 1): counts}, anchor=(1, 0.0))
                expected = estimate(counts).elo
                assert first.elo == (expected if expected is None else pytest.approx(expected, abs=1e-9)), counts
                assert second.elo == 0


@pytest.mark.parametrize(
    ("games", "pairs"),
    [
        ((880, 1863, 759), (0, 0, 0, 0, 0)),
        ((1038, 1925, 1037), (0, 0, 0, 0, 0)),
        ((816, 1328, 670), (50, 287, 610, 387, 73)),
        ((0, 500, 0), (0, 0, 0, 0, 0)),
        ((300, 0, 300), (0, 0, 300, 0, 0)),
    ],
)
def test_the_error_of_two_players_is_that_of_their_match(games: tuple[int, int, int], pairs: Pairs) -> None:
    counts = Counts(*games, pairs)
    first, second = rate(2, {(0, 1): counts}, anchor=(1, 0.0))
    assert first.error == pytest.approx(told(estimate(counts).elo_error), rel=0.001)
    assert second.error == 0
    assert first.error == pytest.approx(2 * told(rate(2, {(0, 1): counts})[0].error))  # half as far from the mean


def test_the_error_of_two_players_is_by_the_slope_of_the_curve() -> None:
    """Also for few results, if not all are equal: the error of the mean score over the slope of the curve there."""
    for counts in (Counts(4, 1, 0), Counts(3, 5, 1), Counts(1, 0, 1), Counts(5, 5, 4, (1, 1, 1, 4, 0))):
        kinds = counts.pairs if any(counts.pairs) else (counts.losses, counts.draws, counts.wins)
        results = [kind / (len(kinds) - 1) for kind, count in enumerate(kinds) for _ in range(count)]
        score = fmean(results)
        error = ELO_PER_NAT * SIGMAS * pstdev(results) / sqrt(len(results)) / (score * (1 - score))
        assert rate(2, {(0, 1): counts}, anchor=(1, 0.0))[0].error == pytest.approx(error)


def test_a_swept_anchor_gives_the_bound_of_the_match() -> None:
    for size in (1, 2, 10, 1000):
        for counts in (Counts(wins=size), Counts(2 * size, pairs=(0, 0, 0, 0, size))):
            bound = told(estimate(counts).elo_bound)
            won, anchor = rate(2, {(0, 1): counts}, anchor=(1, 2000.0))
            assert (won.elo, won.error, won.remark) == (None, None, ONLY_WINS)
            assert won.bound == pytest.approx(2000 + bound) and won.group == anchor.group == 1
            assert (anchor.elo, anchor.error, anchor.remark) == (2000, 0, "")
            lost = rate(2, {(0, 1): counts.reversed()}, anchor=(1, 2000.0))[0]
            assert lost.bound == pytest.approx(2000 - bound) and lost.remark == ONLY_LOSSES


# --- Random tournaments ---


def drawn(score: float, even: float) -> float:
    """The share of draws at this score, if it is `even` between equals: draws^2 / (wins losses) is the same."""
    curve = ((1 - even) / even) ** 2 - 1 if even else 0.0
    if not curve:
        return 2 * score * (1 - score) if even else 0.0
    return (sqrt(1 + 4 * curve * score * (1 - score)) - 1) / curve


def half_points(random: Random, difference: float, even: float) -> int:
    score = expected_score(difference)
    draws, luck = drawn(score, even), random.random()
    return 2 if luck < score - draws / 2 else 1 if luck < score + draws / 2 else 0


def counts_of(results: list[int]) -> Counts:
    return Counts(results.count(2), results.count(1), results.count(0))


def tournament(random: Random, true: list[float], games: int, even: float) -> Table:
    """A round robin of single games, simulated from the players' true ratings."""
    return {
        (one, other): counts_of([half_points(random, true[one] - true[other], even) for _ in range(games)])
        for one, other in combinations(range(len(true)), 2)
    }


def sparse(random: Random) -> tuple[int, Table]:
    """A few results between a few players, of all sizes and shapes: many of them one-sided, or of separate groups."""
    players = random.randint(1, 5)
    most = random.choice((1, 1, 2, 10, 10**6))
    table: Table = {}
    for pair in combinations(range(players), 2):
        if random.random() < random.choice((0.3, 0.9)):
            wins, draws, losses = (random.choice((0, 0, random.randint(0, most))) for _ in range(3))
            table[pair] = Counts(wins, draws, losses)
    return players, table


def many_sparse(seed: int, count: int = 500) -> Iterator[tuple[int, Table]]:
    random = Random(seed)
    for _ in range(count):
        yield sparse(random)


def test_the_intervals_hold_the_true_ratings_as_often_as_they_say() -> None:
    """200 tournaments of 6 players for each share of draws.

    Five of six ratings are free, so the bound is three standard deviations of the share of 1000 independent intervals.
    Those of one tournament depend on each other a little, but the seed is fixed.
    """
    random = Random(7)
    true = [125.0, 75.0, 25.0, -25.0, -75.0, -125.0]
    for even, games in ((0.0, 20), (0.35, 4), (0.5, 10), (0.8, 20)):
        held = 0
        for _ in range(200):
            ratings = rate(6, tournament(random, true, games, even))
            held += sum(
                abs(told(found.elo) - value) < told(found.error) for found, value in zip(ratings, true, strict=True)
            )
        assert held / 1200 == pytest.approx(0.95, abs=3 * sqrt(0.95 * 0.05 / 1000)), (even, games)


def test_games_in_pairs_from_uneven_openings_have_intervals_of_the_pairs() -> None:
    """Openings favour one side by some 300 Elo: most pairs are 1-1, and a pair tells more than its single games."""
    random = Random(8)
    held, narrower = 0, 0.0
    for _ in range(200):
        paired: Table = {}
        for pair in combinations(range(6), 2):
            results, ends = [], [0] * 5
            for _ in range(10):
                favour = random.gauss(0, 300)
                two = [half_points(random, favour, 0.5), half_points(random, -favour, 0.5)]
                results += two
                ends[sum(two)] += 1
            a, b, c, d, e = ends
            single = counts_of(results)
            paired[pair] = Counts(single.wins, single.draws, single.losses, (a, b, c, d, e))
        ratings = rate(6, paired)
        alone = rate(6, {pair: Counts(found.wins, found.draws, found.losses) for pair, found in paired.items()})
        assert elos(ratings) == pytest.approx(elos(alone))
        held += sum(abs(told(found.elo)) < told(found.error) for found in ratings)
        narrower += told(ratings[0].error) / told(alone[0].error) / 200
    assert held / 1200 == pytest.approx(0.95, abs=3 * sqrt(0.95 * 0.05 / 1000))
    assert narrower < 0.9


def test_everybody_is_expected_to_make_the_points_that_they_made() -> None:
    random = Random(9)
    for players in (2, 3, 8, 25):
        table = tournament(random, [random.gauss(0, 150) for _ in range(players)], 12, 0.4)
        values = elos(rate(players, table))
        assert fsum(values) == pytest.approx(0, abs=1e-9)
        check_points(table, values)


def check_points(table: Table, values: list[float]) -> None:
    surplus = [0.0] * len(values)
    for (one, other), counts in table.items():
        gained = counts.points - counts.games * expected_score(values[one] - values[other])
        surplus[one] += gained
        surplus[other] -= gained
    assert surplus == pytest.approx([0.0] * len(values), abs=1e-8)


def test_two_hundred_players_are_rated_while_one_waits() -> None:
    random = Random(10)
    true = [random.gauss(0, 300) for _ in range(200)]
    table = tournament(random, true, 2, 0.4)
    ratings = rate(200, table)
    values = elos(ratings)
    check_points(table, values)
    held = sum(
        abs(value - wanted + fsum(true) / 200) < told(found.error)
        for value, wanted, found in zip(values, true, ratings, strict=True)
    )
    assert held / 200 == pytest.approx(0.95, abs=3 * sqrt(0.95 * 0.05 / 200))


def test_a_slow_method_of_another_kind_finds_the_same_ratings() -> None:
    """D. Hunter's (2004, equation 3): each strength becomes its points over the sum of games / (its + the other's)."""
    random = Random(11)
    for players in (3, 6):
        table = tournament(random, [random.gauss(0, 150) for _ in range(players)], 8, 0.3)
        points, strengths = [0.0] * players, [1.0] * players
        for (one, other), counts in table.items():
            points[one] += counts.points
            points[other] += counts.games - counts.points
        for _ in range(STEPS):
            sums = [0.0] * players
            for (one, other), counts in table.items():
                for place in (one, other):
                    sums[place] += counts.games / (strengths[one] + strengths[other])
            strengths = [made / part for made, part in zip(points, sums, strict=True)]
        values = [ELO_PER_NAT * log(strength) for strength in strengths]
        assert elos(rate(players, table)) == pytest.approx([value - fsum(values) / players for value in values])


def test_errors_are_those_of_the_curvature_by_finite_differences() -> None:
    """The information from the likelihood alone; its pseudo-inverse is the covariance about the mean."""
    random = Random(12)
    for players in (2, 4, 7):
        table = tournament(random, [random.gauss(0, 100) for _ in range(players)], 30, 0.5)
        ratings = rate(players, table)
        values = numpy.array(elos(ratings)) / ELO_PER_NAT
        unit = numpy.eye(players) * 1e-3
        information = numpy.array(
            [
                [
                    -sum(
                        sign * other_sign * likelihood(table, values + sign * row + other_sign * column)
                        for sign in (1, -1)
                        for other_sign in (1, -1)
                    )
                    / 4e-6
                    for column in unit
                ]
                for row in unit
            ]
        )
        covariance = numpy.linalg.pinv(information, rcond=1e-6) * dispersion(table, list(values))
        errors = SIGMAS * ELO_PER_NAT * numpy.sqrt(numpy.diag(covariance))
        assert [told(rating.error) for rating in ratings] == pytest.approx(list(errors), rel=1e-4)


def likelihood(table: Table, nats: numpy.typing.NDArray[numpy.float64]) -> float:
    """The log-likelihood. A half point counts as half a win and half a loss."""
    return -fsum(
        counts.points * numpy.log1p(exp(nats[other] - nats[one]))
        + (counts.games - counts.points) * numpy.log1p(exp(nats[one] - nats[other]))
        for (one, other), counts in table.items()
    )


def dispersion(table: Table, nats: list[float]) -> float:
    """For single games: the squared deviations from the expected score, relative to those of games without draws."""
    squares, variance, games = 0.0, 0.0, 0
    for (one, other), counts in table.items():
        score = 1 / (1 + exp(nats[other] - nats[one]))
        for result in [1.0] * counts.wins + [0.5] * counts.draws + [0.0] * counts.losses:
            squares += (result - score) ** 2
            variance += score * (1 - score)
            games += 1
    return squares / variance * games / (games - (len(nats) - 2))


# --- What can be told of all sorts of results ---


def test_every_rating_is_finite_or_says_why_there_is_none() -> None:
    seen = set()
    for players, table in many_sparse(13):
        for anchor in (None, (players - 1, 1500.0)):
            for place, found in enumerate(rate(players, table, anchor)):
                mine = [counts if one == place else counts.reversed() for (one, _), counts in of(table, place)]
                assert found.games == sum(counts.games for counts in mine)
                assert found.points == sum(counts.points for counts in mine)
                seen.add(found.remark)
                assert (found.elo is None) == (found.error is None) == bool(found.remark)
                assert found.elo is None or found.bound is None
                assert found.group is not None or found.elo is found.bound is None
                for value in (found.elo, found.error, found.bound):
                    assert value is None or isfinite(value)
                assert found.error is None or found.error > 0 or anchor == (place, found.elo)
                if found.remark in (ONLY_WINS, ONLY_LOSSES):
                    assert found.games and found.points == (found.games if found.remark == ONLY_WINS else 0)
                assert (found.remark == NO_GAMES) == (not found.games and found.elo is None)
    assert seen == {"", NO_GAMES, ONLY_WINS, ONLY_LOSSES, ONE_SIDED}


def of(table: Table, place: int) -> list[tuple[tuple[int, int], Counts]]:
    return [(pair, counts) for pair, counts in table.items() if place in pair]


def test_groups_are_those_that_no_set_of_players_splits_by_only_wins() -> None:
    """Hunter's condition: each set of players that has one of two, but not the other, has lost points to the rest."""
    for players, table in many_sparse(14):
        taken = [[0.0] * players for _ in range(players)]
        for (one, other), counts in table.items():
            taken[one][other], taken[other][one] = counts.points, counts.games - counts.points
        ratings = rate(players, table)
        for one, other in combinations(range(players), 2):
            together = all(
                any(
                    taken[outside][inside] for inside in members for outside in range(players) if outside not in members
                )
                for size in range(1, players)
                for members in combinations(range(players), size)
                if (one in members) != (other in members)
            )
            mine, theirs = ratings[one], ratings[other]
            assert together == (mine.elo is not None and theirs.elo is not None and mine.group == theirs.group), table


def test_a_millionth_of_a_draw_leaves_groups_as_they_are_and_others_far_apart() -> None:
    """With such draws between all there is a maximum: groups keep their ratings, and differ by more than 500 Elo."""
    for players, table in many_sparse(15, 150):
        if any(counts.games > 100 for counts in table.values()):
            continue
        none = Counts()
        many = {
            pair: Counts(10**6 * found.wins, 10**6 * found.draws + 1, 10**6 * found.losses)
            for pair in combinations(range(players), 2)
            for found in [table.get(pair, none)]
        }
        ratings, values = rate(players, table), elos(rate(players, many)) if players > 1 else []
        for (one, other), counts in table.items():
            mine, theirs = ratings[one], ratings[other]
            if mine.elo is not None and theirs.elo is not None and mine.group == theirs.group:
                assert values[one] - values[other] == pytest.approx(mine.elo - theirs.elo, abs=0.1), table
            elif counts.games:
                assert (values[one] - values[other]) * (counts.points - counts.games / 2) > 0
                assert abs(values[one] - values[other]) > 500, table


def test_names_and_orders_change_nothing() -> None:
    random = Random(16)
    for players, table in many_sparse(17, 200):
        check_renamed(random, players, table, None)
        check_renamed(random, players, table, (random.randrange(players), 100.0))


def check_renamed(random: Random, players: int, table: Table, anchor: tuple[int, float] | None) -> None:
    new = random.sample(range(players), players)
    renamed = [
        ((new[one], new[other]), counts) if new[one] < new[other] else ((new[other], new[one]), counts.reversed())
        for (one, other), counts in table.items()
    ]
    random.shuffle(renamed)
    before = rate(players, table, anchor)
    after = rate(players, dict(renamed), anchor and (new[anchor[0]], anchor[1]))
    single = all(found.group in (None, 1) for found in before)  # the order of several groups depends on the places
    for place, found in enumerate(before):
        other = after[new[place]]
        assert (found.games, found.points, found.remark) == (other.games, other.points, other.remark)
        same(found.elo, other.elo)
        same(found.error, other.error)
        if single:
            assert found.group == other.group
            same(found.bound, other.bound)


def same(one: float | None, other: float | None) -> None:
    assert one == other if one is None or other is None else one == pytest.approx(other, rel=1e-6, abs=1e-6)


def test_an_anchor_shifts_its_group_and_leaves_the_differences() -> None:
    table = tournament(Random(18), [100.0, 0.0, 0.0, -100.0], 20, 0.5)
    table |= {(4, 5): Counts(3, 2, 1)}
    free, held = rate(6, table), rate(6, table, anchor=(1, 2500.0))
    shift = 2500 - told(free[1].elo)
    assert elos(held) == pytest.approx([told(found.elo) + shift * (place < 4) for place, found in enumerate(free)])
    assert held[1].error == 0 and held[4:] == free[4:]
    assert [found.group for found in held] == [1, 1, 1, 1, 2, 2]


def test_players_without_a_rating_have_a_bound_by_whom_they_met() -> None:
    """Third and fourth are rated; the first has beaten both, the second lost to both."""
    table = {
        (0, 2): Counts(4),
        (0, 3): Counts(2),
        (2, 3): Counts(5, 3, 1),
        (1, 2): Counts(0, 0, 3),
        (1, 3): Counts(0, 0, 7),
    }
    best, worst, third, fourth = rate(4, table)
    assert (best.remark, worst.remark, third.remark, fourth.remark) == (ONLY_WINS, ONLY_LOSSES, "", "")
    opponents = [told(third.elo), told(fourth.elo)]
    chance = prod(
        expected_score(told(best.bound) - value) ** size for value, size in zip(opponents, (4, 2), strict=True)
    )
    assert chance == pytest.approx(0.05)
    chance = prod(
        expected_score(value - told(worst.bound)) ** size for value, size in zip(opponents, (3, 7), strict=True)
    )
    assert chance == pytest.approx(0.05)
    assert [found.group for found in (best, worst, third, fourth)] == [1] * 4


def test_results_that_are_nearly_all_of_one_kind_have_ratings_still() -> None:
    """A chain with one loss in ten million games between neighbours: their ratings differ by 2800 Elo."""
    links = 20
    ratings = rate(links + 1, {(place, place + 1): Counts(10**7, 0, 1) for place in range(links)})
    for one, other in pairwise(elos(ratings)):
        assert one - other == pytest.approx(2800)
    draws = rate(3, {(0, 1): Counts(draws=7), (1, 2): Counts(draws=3)})
    assert elos(draws) == pytest.approx([0, 0, 0]) and all(told(found.error) > 40 for found in draws)


def test_a_player_with_draws_against_both_ends_of_a_long_chain_is_near_one_of_them() -> None:
    """Two draws with the first, one with the last: an undamped Newton's method diverges here.

    It is expected to beat the last. So half a point remains for the two games against the first: a score of 1/4.
    """
    last = 20
    table = {(place, place + 1): Counts(10**4, 0, 1) for place in range(last)}
    table |= {(0, last + 1): Counts(draws=2), (last, last + 1): Counts(draws=1)}
    values = elos(rate(last + 2, table))
    check_points(table, values)
    assert values[-1] - values[0] == pytest.approx(elo(1 / 4))


def test_of_two_groups_met_as_often_the_first_has_the_bound() -> None:
    table = {(0, 3): Counts(2), (0, 1): Counts(2), (1, 2): Counts(1, 0, 1), (3, 4): Counts(1, 1, 1)}
    found = rate(5, table)
    assert [rating.group for rating in found] == [1, 1, 1, 2, 2]
    assert found[0] == rate(5, dict(reversed(table.items())))[0]


def test_nobody_has_no_rating() -> None:
    assert rate(0, {}) == []
    assert rate(1, {}) == [Rating(None, None, 0, 0.0, NO_GAMES)]
    assert rate(1, {}, anchor=(0, 7.0)) == [Rating(7.0, 0.0, 0, 0.0, group=1)]
    assert rate(2, {(0, 1): Counts()}) == [Rating(None, None, 0, 0.0, NO_GAMES)] * 2


@pytest.mark.parametrize(
    "asked",
    [
        lambda: rate(2, {(1, 0): Counts(1)}),
        lambda: rate(2, {(0, 0): Counts(1)}),
        lambda: rate(2, {(0, 2): Counts(1)}),
        lambda: rate(2, {(-1, 0): Counts(1)}),
        lambda: rate(2, {}, anchor=(2, 0.0)),
        lambda: rate(2, {}, anchor=(-1, 0.0)),
        lambda: rate(2, {}, anchor=(0, float("nan"))),
        lambda: rate(2, {}, anchor=(0, float("inf"))),
    ],
)
def test_pairs_and_anchors_that_cannot_be_are_refused(asked: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=r"not") as failure:
        asked()
    assert "\n" not in str(failure.value)


def test_ten_times_the_odds_are_400_elo() -> None:
    assert elos(rate(2, {(0, 1): Counts(10, 0, 1)})) == pytest.approx([200, -200])
    assert elo(10 / 11) == pytest.approx(400)
