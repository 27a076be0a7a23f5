"""The SPRT: published and brute-force log-likelihood ratios, the laws they obey, and the error rates of whole tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import accumulate
from math import inf, isfinite, log, nan, sqrt
from random import Random

import pytest
from oddsfish.matches.score.sprt import Sprt
from oddsfish.matches.score.statistics import NORMALIZED_ELO, Counts, Pairs, expected_score

MODELS = ("logistic", "normalized", "bayesian")


def of_pairs(pairs: Pairs) -> Counts:
    """Counts with these pairs, as many of their games drawn as can be."""
    ll, ld, even, wd, ww = pairs
    return Counts(2 * ww + wd, ld + 2 * even + wd, 2 * ll + ld, pairs)


# Published tests; bounds, Ptnml(0-2), LLR as printed. fishtest's "Normalized (exact)" of the raw statistics page
# montytest.muzhen.org/tests/stats/69d3c8dc7c5b3724e29d2712; Stockfish commits 61acbfc and 58746d9; OpenBench blocks of
# github.com/official-clockwork/Clockwork 364 and github.com/DeveloperPaul123/byte-knight 168; fastchess blocks of
# github.com/brunocodutra/cinder 879 and 727, github.com/Disservin/fastchess 426 and 882 (the last two with bounds for
# which other starts of the search for the likeliest law fail).
@pytest.mark.parametrize(
    ("model", "elo0", "elo1", "pairs", "printed", "digits"),
    [
        ("normalized", 0, 4, (13, 37, 50, 25, 3), -0.54912, 5),
        ("normalized", 0, 2, (0, 1796, 6397, 2037, 3), 2.94, 2),
        ("normalized", 0.5, 2.5, (1, 1367, 4938, 1621, 0), 2.95, 2),
        ("normalized", 0, 3, (398, 4112, 7672, 4336, 430), 2.96, 2),
        ("normalized", -5, 0, (19, 120, 346, 223, 28), 3.00, 2),
        ("normalized", -3, 1, (115, 1156, 2443, 1233, 141), 2.90, 2),
        ("normalized", 0, 5, (50, 287, 610, 387, 73), 2.97, 2),
        ("normalized", 0, 2, (365, 16618, 36229, 16974, 390), 2.25, 2),
        ("normalized", -1000, -500, (77, 1, 0, 0, 0), -2.95, 2),
        ("normalized", -1000, -500, (72, 10, 0, 0, 0), -2.97, 2),
        ("logistic", -0.5, 1.5, (795, 5276, 10352, 5500, 813), 2.96, 2),
        ("logistic", 0.25, 1.75, (156, 2090, 6658, 2298, 170), 2.94, 2),
    ],
)
def test_pairs_have_the_published_llr(
    model: str, elo0: float, elo1: float, pairs: Pairs, printed: float, digits: int
) -> None:
    assert Sprt(elo0, elo1, model=model).llr(of_pairs(pairs)) == pytest.approx(printed, abs=0.5001 * 10**-digits)


# Single games: github.com/cutechess/cutechess 543 (Elo, and BayesElo by fishtest's script), cinder 570 and
# fastchess 426 as above. Wins, draws, losses.
@pytest.mark.parametrize(
    ("model", "elo0", "elo1", "games", "printed", "digits"),
    [
        ("logistic", 0, 5, (880, 1863, 759), 2.95, 2),
        ("bayesian", 0, 5, (880, 1863, 759), 2.27, 2),
        ("logistic", -5, 5, (1038, 1925, 1037), 0.0555, 4),
        ("normalized", 0, 2, (36433, 68692, 36027), 0.92, 2),
        ("bayesian", 0, 2, (68965, 128429, 68526), -1.26, 2),
        ("bayesian", 0.5, 2.5, (21629, 41111, 21484), -1.13, 2),
    ],
)
def test_single_games_have_the_published_llr(
    model: str, elo0: float, elo1: float, games: tuple[int, int, int], printed: float, digits: int
) -> None:
    assert Sprt(elo0, elo1, model=model).llr(Counts(*games)) == pytest.approx(printed, abs=0.5001 * 10**-digits)


def greatest(function: Callable[[float], float], low: float, high: float) -> float:
    """The greatest value of a function between two arguments: by a grid, then by ever finer ones about the best."""
    best = (low + high) / 2
    for _ in range(12):
        step = (high - low) / 64
        best = max((low + step * i for i in range(1, 64)), key=function)
        low, high = best - step, best + step
    return function(best)


def likelihood(counts: Counts, draw: float, win: float) -> float:
    """The log-likelihood of the games; -inf if a share is not above 0."""
    loss = 1 - draw - win
    if min(draw, win, loss) <= 0:
        return -inf
    return counts.wins * log(win) + counts.draws * log(draw) + counts.losses * log(loss)


def best_of_score(counts: Counts, mean: float) -> float:
    """The greatest likelihood with a mean score: the share of draws is free, and all shares follow from it."""
    return greatest(lambda draw: likelihood(counts, draw, mean - draw / 2), 0, 2 * min(mean, 1 - mean))


def best_of_t(counts: Counts, elo: float) -> float:
    """The greatest likelihood with a normalized Elo: the mean is free, the variance and all shares follow from it.

    The mean is not far from a half: no standard deviation of games is above a half.
    """
    t = elo / NORMALIZED_ELO
    if t == 0:
        return best_of_score(counts, 0.5)

    def with_mean(mean: float) -> float:
        draw = 4 * (mean - ((mean - 0.5) / t) ** 2 - mean**2)
        return likelihood(counts, draw, mean - draw / 2)

    return greatest(with_mean, min(0.5, 0.5 + t / 2), max(0.5, 0.5 + t / 2))


@pytest.mark.parametrize("games", [(14, 17, 9), (120, 3, 118), (400, 30, 10)])
@pytest.mark.parametrize(("elo0", "elo1"), [(0, 5), (-3, 90), (-200, -100), (150, 400)])
def test_no_law_is_likelier_than_the_one_that_was_found(games: tuple[int, int, int], elo0: float, elo1: float) -> None:
    counts = Counts(*games)
    logistic = best_of_score(counts, expected_score(elo1)) - best_of_score(counts, expected_score(elo0))
    normalized = best_of_t(counts, elo1) - best_of_t(counts, elo0)
    assert Sprt(elo0, elo1, model="logistic").llr(counts) == pytest.approx(logistic, rel=1e-6, abs=1e-7)
    assert Sprt(elo0, elo1, model="normalized").llr(counts) == pytest.approx(normalized, rel=1e-6, abs=1e-7)


@pytest.mark.parametrize("model", MODELS)
def test_only_whole_pairs_count(model: str) -> None:
    """A game without its second waits: all that have ended may be of one colour. BayesElo counts single games."""
    sprt, pairs = Sprt(0, 200, model=model), of_pairs((3, 20, 51, 30, 4))
    games = replace(pairs, pairs=(0, 0, 0, 0, 0))
    assert (sprt.llr(pairs + Counts(wins=1)) == sprt.llr(pairs)) == (model != "bayesian")
    assert (sprt.llr(games) == sprt.llr(pairs)) == (model == "bayesian")
    assert sprt.llr(games + Counts(wins=1)) > sprt.llr(games)
    assert sprt.llr(Counts()) == sprt.llr(Counts(paired=True)) == sprt.llr(Counts(wins=100, paired=True)) == 0
    assert sprt.verdict(Counts()) is None
    assert (sprt.llr(Counts(wins=8)) > 0) == (model != "bayesian")


@pytest.mark.parametrize("model", MODELS)
def test_hypotheses_in_a_row_add_up(model: str) -> None:
    counts = of_pairs((3, 20, 51, 30, 4))
    steps = sum(Sprt(elo, elo + 10, model=model).llr(counts) for elo in (-20, -10, 0, 10))
    assert steps == pytest.approx(Sprt(-20, 20, model=model).llr(counts), rel=1e-6)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("pair", [False, True])
def test_better_results_favour_h1(model: str, pair: bool) -> None:
    """More and more of the lost results become won ones; the middle stays the same."""
    sprt = Sprt(0, 10, model=model)
    series = [of_pairs((i, 25, 50, 25, 40 - i)) for i in range(40, -1, -1)]
    if not pair:
        series = [replace(counts, pairs=(0, 0, 0, 0, 0)) for counts in series]
    llrs = [sprt.llr(counts) for counts in series]
    assert llrs == sorted(set(llrs))
    assert llrs[0] < 0 < llrs[-1]


def test_bounds_are_walds() -> None:
    """As every tool prints them for these errors: (-2.94, 2.94) and (-2.25, 2.89)."""
    assert (Sprt(0, 5).lower, Sprt(0, 5).upper) == pytest.approx((-2.94444, 2.94444), abs=1e-5)
    assert (Sprt(0, 5, 0.05, 0.1).lower, Sprt(0, 5, 0.05, 0.1).upper) == pytest.approx((-2.25129, 2.89037), abs=1e-5)


@pytest.mark.parametrize("model", MODELS)
def test_the_verdict_falls_at_the_bounds(model: str) -> None:
    sprt = Sprt(0, 40, 0.05, 0.1, model)
    verdicts = set()
    for i in range(41):
        counts = of_pairs((40 - i, 25, 50, 25, i))
        verdict = sprt.verdict(counts)
        llr = sprt.llr(counts)
        assert verdict == ("H1" if llr >= sprt.upper else "H0" if llr <= sprt.lower else None)
        verdicts.add(verdict)
    assert verdicts == {"H0", "H1", None}


@pytest.mark.parametrize(
    ("elo0", "elo1", "alpha", "beta", "model", "message"),
    [
        (5, 5, 0.05, 0.05, "logistic", "elo0 must be less than elo1, not 5 and 5"),
        (nan, 5, 0.05, 0.05, "logistic", "elo0 must be less than elo1, not nan and 5"),
        (0, inf, 0.05, 0.05, "logistic", "must lie within 4000 Elo, not 0 and inf"),
        (0, 5, 0.05, 0.5, "logistic", "beta must lie between 0 and 0.5, not 0.5"),
        (0, 5, nan, 0.05, "logistic", "alpha must lie between 0 and 0.5, not nan"),
        (0, 5, 0.05, 0.05, "elo", "no SPRT model 'elo'; there are: logistic, normalized, bayesian"),
    ],
)
def test_a_test_that_cannot_be_is_refused(
    elo0: float, elo1: float, alpha: float, beta: float, model: str, message: str
) -> None:
    with pytest.raises(ValueError, match=message) as failure:
        Sprt(elo0, elo1, alpha, beta, model)
    assert "\n" not in str(failure.value)


@pytest.mark.parametrize("model", ["logistic", "normalized"])
def test_any_counts_have_an_llr(model: str) -> None:
    """Counts and hypotheses of all sizes and shapes: the search for the likeliest law always ends."""
    random = Random(7)
    for _ in range(300):
        size = 10 ** random.uniform(0, 5)
        shape = [random.choice((0, 1, 1)) * random.random() ** random.choice((1, 4, 10)) for _ in range(5)]
        ll, ld, even, wd, ww = (int(size * share) for share in shape)
        elo0, elo1 = sorted(random.choice((1, 20, 300, 4000)) * random.uniform(-1, 1) for _ in range(2))
        sprt = Sprt(elo0, elo1, model=model)
        assert isfinite(sprt.llr(of_pairs((ll, ld, even, wd, ww))))


PAIRS = (0.025, 0.25, 0.45, 0.25, 0.025)  # about what engines of equal strength score from unbalanced openings
GAMES = (0.25, 0.5, 0.25)


def played(sprt: Sprt, law: Sequence[float], random: Random) -> str:
    """The verdict of a simulated match."""
    cumulated = list(accumulate(law))
    seen = [0] * len(law)
    while True:
        seen[random.choices(range(len(law)), cum_weights=cumulated)[0]] += 1
        if len(law) == 5:
            counts = of_pairs((seen[0], seen[1], seen[2], seen[3], seen[4]))
        else:
            counts = Counts(seen[2], seen[1], seen[0])
        verdict = sprt.verdict(counts)
        if verdict:
            return verdict


@pytest.mark.parametrize(
    ("model", "law", "elo"),
    [("logistic", PAIRS, 40), ("normalized", PAIRS, 80), ("logistic", GAMES, 60), ("bayesian", GAMES, 40)],
)
@pytest.mark.parametrize("matches", [30, pytest.param(10_000, marks=pytest.mark.slow)])
def test_the_error_rates_are_kept(model: str, law: Sequence[float], elo: float, matches: int) -> None:
    """In matches between equals, with 0 Elo as one hypothesis, and `elo` or -`elo` as the other.

    Wald's bounds neglect by how much the last result oversteps them, so the rates stay below the nominal ones. Three
    standard deviations of the sample are allowed above. A rate below half would mean that the test is too long.
    """
    random = Random(42)
    for sprt, wrong in ((Sprt(0, elo, 0.05, 0.1, model), "H1"), (Sprt(-elo, 0, 0.05, 0.1, model), "H0")):
        nominal = sprt.alpha if wrong == "H1" else sprt.beta
        rate = sum(played(sprt, law, random) == wrong for _ in range(matches)) / matches
        deviation = sqrt(nominal * (1 - nominal) / matches)
        assert nominal / 2 - 3 * deviation <= rate <= nominal + 3 * deviation
