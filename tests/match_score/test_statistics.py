"""Elo, normalized Elo, LOS and intervals: as the field's tools print them, where those have a number."""

from math import sqrt
from random import Random

import pytest
from oddsfish.matches.score.statistics import (
    CONFIDENCE,
    Counts,
    Pairs,
    elo,
    estimate,
    expected_score,
    mean_interval,
    student,
)

# Result blocks of fastchess, published with pull requests and issues: github.com/brunocodutra/cinder 879, 800, 727 and
# 795, github.com/Disservin/fastchess 807 and 882. Wins, draws, losses, Ptnml(0-2); Elo, its error, nElo, its error, LOS
# in per cent, DrawRatio (of pairs). None: printed nan, for an interval that reaches beyond every score.
BLOCKS = [
    ((2740, 4825, 2611), (115, 1156, 2443, 1233, 141), (4.40, 3.91, 7.61, 6.75, 98.64), 48.01),
    ((2981, 5303, 2752), (147, 1252, 2509, 1445, 165), (7.21, 3.87, 12.07, 6.48, 99.99), 45.47),
    ((816, 1328, 670), (50, 287, 610, 387, 73), (18.04, 8.23, 28.19, 12.84, 100.00), 43.35),
    ((29545, 56756, 29117), (1447, 13972, 26437, 14412, 1441), (1.29, 1.18, 2.19, 2.00, 98.39), 45.81),
    ((30, 6, 84), (30, 6, 18, 0, 6), (-168.40, 73.37, -170.08, 62.16, 0.00), 30.00),
    ((0, 1, 155), (77, 1, 0, 0, 0), (-997.10, None, -4339.56, 54.52, 0.00), 0.00),
    ((0, 10, 154), (72, 10, 0, 0, 0), (-600.97, 118.46, -1409.98, 53.17, 0.00), 0.00),
]


@pytest.mark.parametrize(("games", "pairs", "printed", "draw_ratio"), BLOCKS)
def test_pairs_are_read_as_fastchess_does(
    games: tuple[int, int, int], pairs: Pairs, printed: tuple[float | None, ...], draw_ratio: float
) -> None:
    counts = Counts(*games, pairs)
    found = estimate(counts)
    seen = (found.elo, found.elo_error, found.nelo, found.nelo_error, 100 * found.los)
    for ours, theirs in zip(seen, printed, strict=True):
        assert theirs is None or ours == pytest.approx(theirs, abs=0.00501)
    assert counts.even_pairs_ratio == pytest.approx(draw_ratio / 100, abs=0.0000501)


# Blocks of cutechess-cli: github.com/cutechess/cutechess 543 and 881, github.com/brunocodutra/cinder 570 and
# github.com/princesslana/princhess 210. Wins, draws, losses; Elo, its error, DrawRatio in per cent.
@pytest.mark.parametrize(
    ("games", "printed", "draw_ratio"),
    [
        ((880, 1863, 759), (12.0, 7.9), 53.2),
        ((1, 1, 726), (-1074.1, None), 0.1),
        ((1038, 1925, 1037), (0.1, 7.7), 48.1),
        ((745, 501, 678), (12.1, 13.3), 26.0),
    ],
)
def test_single_games_are_read_as_cutechess_does(
    games: tuple[int, int, int], printed: tuple[float, float | None], draw_ratio: float
) -> None:
    """But for its normal quantile, 1.957 for 1.960: S. Winitzki's approximation of the inverse error function."""
    counts = Counts(*games)
    found = estimate(counts)
    elo, error = printed
    assert found.elo == pytest.approx(elo, abs=0.0501)
    assert found.elo_error is not None
    assert error is None or found.elo_error * 1.95717 / 1.95996 == pytest.approx(error, abs=0.0501)
    assert counts.draw_ratio == pytest.approx(draw_ratio / 100, abs=0.000501)


def test_normalized_elo_of_a_match_without_draws_is_elo_at_first() -> None:
    """Van den Bergh's choice of the factor: without draws, near a half, both are the same."""
    found = estimate(Counts(wins=50_100, losses=49_900))
    assert found.nelo == pytest.approx(found.elo, rel=1e-4)
    assert found.nelo_error == pytest.approx(found.elo_error, rel=1e-4)


def test_normalized_elo_of_independent_games_is_that_of_their_pairs() -> None:
    """Won, drawn, lost 0.3, 0.5, 0.2: two such games score 2 to 0 with 0.09, 0.3, 0.37, 0.2 and 0.04."""
    games = Counts(wins=6000, draws=10_000, losses=4000)
    pairs = Counts(6000, 10_000, 4000, (400, 2000, 3700, 3000, 900))
    assert estimate(games).nelo == pytest.approx(estimate(pairs).nelo, rel=1e-12)
    assert estimate(games).los == pytest.approx(estimate(pairs).los, rel=1e-12)


def test_a_game_that_waits_for_the_other_of_its_pair_is_left_out() -> None:
    paired = Counts(10, 11, 9, (1, 3, 6, 4, 1))
    unpaired = Counts(10, 11, 9)
    assert estimate(paired) != estimate(unpaired)
    assert estimate(paired + Counts(wins=1)) == estimate(paired)
    assert estimate(unpaired + Counts(wins=1)) != estimate(unpaired)


@pytest.mark.parametrize("counts", [Counts(14, 17, 9), Counts(10, 11, 9, (1, 3, 6, 4, 1)), Counts(3, 4, 1)])
def test_the_opponent_is_as_much_weaker(counts: Counts) -> None:
    ours, theirs = estimate(counts), estimate(counts.reversed())
    assert ours.elo is not None and ours.nelo is not None
    assert (theirs.elo, theirs.nelo) == pytest.approx((-ours.elo, -ours.nelo))
    assert (theirs.elo_error, theirs.nelo_error) == pytest.approx((ours.elo_error, ours.nelo_error))
    assert theirs.los == pytest.approx(1 - ours.los)
    assert theirs.los < 0.5 < ours.los
    assert counts.reversed().reversed() == counts


def test_more_of_the_same_is_surer() -> None:
    counts, errors, likelihoods = Counts(10, 11, 9, (1, 3, 6, 4, 1)), [], []
    for _ in range(5):
        errors.append(estimate(counts).elo_error or 0)
        likelihoods.append(estimate(counts).los)
        counts += counts
    assert errors == sorted(set(errors), reverse=True)
    assert likelihoods == sorted(set(likelihoods))
    assert errors[0] / errors[2] == pytest.approx(2, rel=0.05)


def test_counts_tell_their_ratios() -> None:
    counts = Counts(wins=3, draws=4, losses=1, pairs=(0, 0, 2, 2, 0))
    assert (counts.games, counts.points, counts.score, counts.draw_ratio) == (8, 5.0, 0.625, 0.5)
    assert counts.even_pairs_ratio == 0.5
    assert counts.reversed() == Counts(1, 4, 3, (0, 2, 2, 0, 0))
    assert counts + counts.reversed() == Counts(4, 8, 4, (0, 2, 4, 2, 0))
    none = Counts()
    assert (none.score, none.draw_ratio, none.even_pairs_ratio) == (None, None, None)


@pytest.mark.parametrize(
    ("games", "pairs"),
    [
        ((-1, 0, 0), (0, 0, 0, 0, 0)),
        ((1, 1, 0), (1, 0, 0, 0, -1)),
        ((1, 0, 0), (0, 0, 1, 0, 0)),
        ((2, 0, 0), (1, 0, 0, 0, 0)),
        ((0, 1, 2), (0, 0, 0, 1, 0)),
    ],
)
def test_counts_that_cannot_be_are_refused(games: tuple[int, int, int], pairs: Pairs) -> None:
    with pytest.raises(ValueError, match=r"negative|do not fit") as failure:
        Counts(*games, pairs)
    assert "\n" not in str(failure.value)


def test_elo_and_score_are_inverse() -> None:
    """A. Elo's figures: 200 points are worth 0.76 of a game, and ten times the odds 400."""
    assert expected_score(0) == 0.5
    assert expected_score(200) == pytest.approx(0.7597469)
    assert elo(10 / 11) == pytest.approx(400)
    for difference in (-900, -35, 0, 1, 1200):
        assert elo(expected_score(difference)) == pytest.approx(difference)
        assert expected_score(difference) + expected_score(-difference) == pytest.approx(1)
    assert (expected_score(1e6), expected_score(-1e6)) == (1, 0)


# Student's quantiles, two-sided, from scipy.stats.t.ppf((1 + confidence) / 2, freedom).
@pytest.mark.parametrize(
    ("confidence", "freedom", "quantile"),
    [
        (0.95, 1, 12.706204736174694),
        (0.95, 2, 4.302652729749462),
        (0.95, 3, 3.1824463052837078),
        (0.99, 10, 3.16927267261695),
        (0.5, 29, 0.6830438608216131),
        (0.95, 98, 1.9844674545084815),
        (0.95, 99, 1.9842169515864174),
        (0.999, 100, 3.390491311164263),
        (0.95, 101, 1.983731002955606),
        (0.95, 9999, 1.960201263621357),
    ],
)
def test_the_interval_of_a_mean_is_students(confidence: float, freedom: int, quantile: float) -> None:
    """Half of the values -1, half 1 (and a 0 if they are odd in number): mean 0 and a known variance."""
    assert student(confidence, freedom) == pytest.approx(quantile, rel=1e-8)
    size = freedom + 1
    values = [-1.0, 1.0] * (size // 2) + [0.0] * (size % 2)
    mean, half = mean_interval(values)
    assert mean == 0 and half is not None
    if confidence == CONFIDENCE:
        assert half == pytest.approx(quantile * sqrt(size // 2 * 2 / freedom / size), rel=1e-8)


def test_the_interval_holds_the_mean_as_often_as_it_says() -> None:
    random = Random(20)
    held = 0
    for _ in range(2000):
        mean, half = mean_interval([random.gauss(7, 3) for _ in range(5)])
        assert mean is not None and half is not None
        held += abs(mean - 7) < half
    assert held / 2000 == pytest.approx(0.95, abs=3 * sqrt(0.95 * 0.05 / 2000))


def test_the_interval_of_values_that_are_all_alike_is_empty() -> None:
    assert mean_interval([2.0, 2.0, 2.0]) == (2.0, 0.0)
