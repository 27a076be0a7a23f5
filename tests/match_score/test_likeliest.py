"""The likeliest law with a normalized Elo, compared with two oracles: a scan over the deviation, and SciPy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import fsum, inf, nextafter, sqrt
from random import Random

import numpy
import numpy.typing
import pytest
from oddsfish.matches.score import likeliest
from oddsfish.matches.score.likeliest import misfit_of_t
from oddsfish.matches.score.sprt import PAIR_SCORES, UNSEEN
from oddsfish.matches.score.statistics import NORMALIZED_ELO
from scipy.optimize import minimize

SCORES = numpy.array(PAIR_SCORES)
ELO_OF_PAIRS = NORMALIZED_ELO / sqrt(2)  # for one standard deviation of the score of a pair
MOST_PAIRS = 6
STEPS = 200  # of Newton's, at most
GRID = 80  # the number of deviations
ROUNDS = 16
MINIMA = 3  # the number of minima that are examined more closely
SLACK = 1e-6  # per pair
STARTS = 30
FINER = numpy.array([0, 0.1, 0.25, 0.45, 0.7])  # from the other end they are other places: none is examined twice
# Deviations, as shares of the largest one. If all results are equal, the likeliest deviation is tiny.
EVERYWHERE = numpy.sort(numpy.append(numpy.linspace(0, 1, 4000)[1:-1], numpy.geomspace(1e-9, 2e-4, 1000)))
BOUNDS = (-4000, -1500, -690, -500, -60, -5, 0.5, 5, 60, 400, 600, 1000, 2200, 4000)

Array = numpy.typing.NDArray[numpy.float64]
Case = tuple[tuple[int, ...], float]  # pairs that scored 0, 1/2, 1, 3/2 and 2; normalized Elo


def few_pairs() -> Iterator[Case]:
    """All results of one to six pairs, each with every bound."""
    for pairs in product(range(MOST_PAIRS + 1), repeat=5):
        if 0 < sum(pairs) <= MOST_PAIRS:
            for elo in BOUNDS:
                yield pairs, elo


def random_cases(count: int, seed: int) -> Iterator[Case]:
    """Results of all sizes and shapes, up to 10,000 pairs of each kind, and bounds of all sizes."""
    random = Random(seed)
    while count:
        size = 10 ** random.uniform(0, 4)
        pairs = tuple(
            int(size * random.choice((0, 1, 1)) * random.random() ** random.choice((1, 4, 10))) for _ in SCORES
        )
        if any(pairs):
            yield pairs, random.choice((5, 20, 300, 1500, 4000)) * random.uniform(-1, 1)
            count -= 1


def misfits(cases: Sequence[Case]) -> Array:
    """The misfits by the function under test. They are per pair, so that one tolerance suits all sizes."""
    rows = [[float(count) or UNSEEN for count in pairs] for pairs, _ in cases]
    found = [misfit_of_t(row, PAIR_SCORES, elo / ELO_OF_PAIRS) for row, (_, elo) in zip(rows, cases, strict=True)]
    return numpy.array(found) / [sum(row) for row in rows]


def least_lost(weight: Array, constraints: Array) -> Array:
    """For each row the misfit under two linear constraints, a convex problem; inf where none was found.

    weight: (rows, 5), sums of 1; constraints: (rows, 5, 2). Newton's method finds the two multipliers; each step is
    halved until it gains. Finished rows are removed.
    """
    found = numpy.full(len(weight), inf)
    rows = numpy.arange(len(weight))
    multipliers = numpy.zeros((len(weight), 2))
    for _ in range(STEPS):
        parts = 1 + (constraints * multipliers[:, None]).sum(-1)
        ratio = constraints / parts[..., None]
        lost = (weight * numpy.log(parts)).sum(-1)
        slope = (weight[..., None] * ratio).sum(1)
        xx = (weight * ratio[..., 0] ** 2).sum(-1)
        yy = (weight * ratio[..., 1] ** 2).sum(-1)
        xy = (weight * ratio[..., 0] * ratio[..., 1]).sum(-1)
        adjugate = numpy.stack([yy * slope[:, 0] - xy * slope[:, 1], xx * slope[:, 1] - xy * slope[:, 0]], -1)
        step = adjugate / numpy.maximum(xx * yy - xy * xy, 1e-300)[:, None]
        done = numpy.abs((ratio * step[:, None]).sum(-1)).max(-1) < 1e-8
        found[rows[done]] = lost[done]
        left = ~done
        rows, weight, constraints = rows[left], weight[left], constraints[left]
        multipliers, step, lost = multipliers[left], step[left], lost[left]
        if not len(rows):
            break
        worse = numpy.ones(len(rows), bool)
        for _ in range(60):
            tried = 1 + (constraints * (multipliers + step)[:, None]).sum(-1)
            gained = (weight * numpy.log(numpy.maximum(tried, 1e-300))).sum(-1)
            worse = (tried.min(-1) <= 0) | (gained < lost - 1e-15)
            if not worse.any():
                break
            step[worse] /= 2
        multipliers += numpy.where(worse[:, None], 0, step)
    return found


def with_deviation(shares: Array, t: Array, deviation: Array) -> Array:
    """The misfits per pair of the likeliest laws with t and these deviations; inf where there is none.

    shares: (cases, 5); t: (cases, 1); deviation: (cases, grid). With the deviation and so the mean fixed, both
    constraints are linear.
    """
    mean = 0.5 + t * deviation
    possible = has_law(mean, deviation)
    mean, square = mean[possible, None], deviation[possible, None] ** 2
    constraints = numpy.stack([SCORES - mean, (SCORES - mean) ** 2 - square], -1)
    found = numpy.full(possible.shape, inf)
    found[possible] = least_lost(shares[numpy.nonzero(possible)[0]], constraints)
    return found


def has_law(mean: Array, deviation: Array) -> numpy.typing.NDArray[numpy.bool_]:
    """Whether some law on the scores has these moments: its mean square is above that of a law on two neighbours."""
    square = mean**2 + deviation**2
    lowest = numpy.interp(mean, SCORES, SCORES**2)
    possible: numpy.typing.NDArray[numpy.bool_] = (mean > 0) & (mean < 1) & (square > lowest) & (square < mean)
    return possible


def scanned(cases: Sequence[Case]) -> Array:
    """The least misfit per pair over a grid of deviations, then over finer ones around the best three."""
    rows = numpy.array([[float(count) or UNSEEN for count in pairs] for pairs, _ in cases])
    shares = rows / rows.sum(1, keepdims=True)
    t = numpy.array([elo / ELO_OF_PAIRS for _, elo in cases])[:, None]
    widest = 0.5 / numpy.sqrt(1 + t * t)
    fine = widest * EVERYWHERE
    possible = has_law(0.5 + t * fine, fine)
    chosen = (numpy.arange(GRID) + 0.5) / GRID * possible.sum(1, keepdims=True)
    rank = numpy.cumsum(possible, 1)
    grid = numpy.array(
        [row[numpy.searchsorted(ranks, wanted)] for row, ranks, wanted in zip(fine, rank, chosen, strict=True)]
    )
    least = numpy.full(len(cases), inf)
    for _ in range(ROUNDS):
        found = with_deviation(shares, t, grid)
        least = numpy.minimum(least, found.min(1))
        beside = numpy.pad(found, ((0, 0), (1, 1)), constant_values=inf)
        minima = numpy.where((found <= beside[:, :-2]) & (found <= beside[:, 2:]), found, inf)
        best = numpy.take_along_axis(grid, numpy.argsort(minima, 1)[:, :MINIMA], 1)
        grid = numpy.array(
            [between_neighbours(row, most, wanted) for row, most, wanted in zip(grid, widest, best, strict=True)]
        )
    return least


def between_neighbours(grid: Array, most: Array, chosen: Array) -> Array:
    """Deviations around each of the chosen ones, up to the next examined ones, in order."""
    edged = numpy.unique(numpy.concatenate([[0], grid, most]))
    place = numpy.searchsorted(edged, chosen)
    below, above = edged[numpy.maximum(place - 1, 0)], edged[numpy.minimum(place + 1, len(edged) - 1)]
    ends = numpy.stack([below, above], -1)
    found: Array = numpy.sort((chosen[:, None, None] + (ends - chosen[:, None])[..., None] * FINER).ravel())
    return found


def check_against_the_scan(cases: Sequence[Case]) -> None:
    with numpy.errstate(all="ignore"):  # if a step of Newton's method fails, the law is not found
        found = misfits(cases)
        over = found - scanned(cases)
    for place, case in enumerate(cases):
        if over[place] < -SLACK:  # next to a deviation that no law has, the scan may miss the best one
            over[place] = found[place] - of_scipy(*case, Random(4))
    worst = int(numpy.abs(over).argmax())
    assert abs(over[worst]) < SLACK, (cases[worst], over[worst])


def of_scipy(pairs: Sequence[int], elo: float, random: Random) -> float:
    """The least misfit per pair that SLSQP finds from many starts; shares are given by their logarithms."""
    counts = numpy.array([count or UNSEEN for count in pairs])
    seen = counts / counts.sum()
    t = elo / ELO_OF_PAIRS

    def law(logarithms: Array) -> Array:
        shares = numpy.exp(logarithms - logarithms.max())
        found: Array = shares / shares.sum()
        return found

    def lost(logarithms: Array) -> float:
        return float((seen * (numpy.log(seen) - numpy.log(law(logarithms)))).sum())

    def over(logarithms: Array) -> float:
        shares = law(logarithms)
        mean = (shares * SCORES).sum()
        return float((mean - 0.5) / sqrt((shares * (SCORES - mean) ** 2).sum() + 1e-300) - t)

    least = inf
    for start in range(STARTS):
        first = numpy.log(seen) if start == 0 else numpy.array([random.uniform(-12, 0) for _ in SCORES])
        found = minimize(
            lost,
            first,
            method="SLSQP",
            bounds=[(-30, 30)] * len(SCORES),
            constraints={"type": "eq", "fun": over},
            options={"ftol": 1e-12, "maxiter": 500},
        )
        if abs(over(found.x)) < 1e-6 * (1 + abs(t)):
            least = min(least, lost(found.x))
    return least


def test_results_that_once_led_elsewhere_have_the_law_of_the_scan() -> None:
    """An earlier iteration ended at a law that was not the likeliest, or did not end at all."""
    check_against_the_scan(
        [
            *(((1, 0, 0, 0, 0), elo) for elo in (-1120, -1500, -1620)),
            *(((2, 0, 0, 0, 0), elo) for elo in (-1700, -2220)),
            *(((3, 1, 0, 0, 0), elo) for elo in (-700, -720)),
            *(((4, 1, 0, 0, 0), elo) for elo in (-690, -700, -780)),
            *(((0, 0, 0, 1, 4), elo) for elo in (690, 700, 780)),
            *((pairs, elo) for pairs in ((0, 1, 1, 2, 1), (3, 0, 1, 0, 1)) for elo in (-500, 500)),
            ((3, 1, 0, 4, 1), 400),
            ((3, 1, 1, 3, 4), 600),
        ]
    )


@pytest.mark.parametrize("summed", [sum, fsum])
def test_what_was_seen_is_its_own_law_whatever_sums_lose(
    monkeypatch: pytest.MonkeyPatch, summed: Callable[[list[float]], float]
) -> None:
    """From Python 3.12 on, `sum` is about as exact as fsum; a plain loop is not."""
    monkeypatch.setattr(likeliest, "sum", summed, raising=False)
    random = Random(5)
    for _ in range(300):
        rows = [float(random.randint(1, 50)) for _ in SCORES]
        mean = sum(n * score for n, score in zip(rows, PAIR_SCORES, strict=True)) / sum(rows)
        square = sum(n * (score - mean) ** 2 for n, score in zip(rows, PAIR_SCORES, strict=True)) / sum(rows)
        t = (mean - 0.5) / sqrt(square)
        for near in (t, nextafter(t, inf), nextafter(t, -inf), t * (1 + 3e-16), t * (1 - 3e-16)):
            assert abs(misfit_of_t(rows, PAIR_SCORES, near)) < 1e-9


FULL = pytest.mark.slow


@pytest.mark.parametrize("every", [389, pytest.param(1, marks=FULL)])
def test_few_pairs_have_the_law_of_the_scan(every: int) -> None:
    check_against_the_scan(list(few_pairs())[::every])


@pytest.mark.parametrize("count", [20, pytest.param(10_000, marks=FULL)])
def test_any_pairs_have_the_law_of_the_scan(count: int) -> None:
    cases = list(random_cases(count, 1))
    for start in range(0, count, 500):
        check_against_the_scan(cases[start : start + 500])


@pytest.mark.parametrize("count", [1, pytest.param(500, marks=FULL)])
def test_no_start_of_scipy_finds_a_likelier_law(count: int) -> None:
    random = Random(3)
    cases = list(random_cases(count, 2))
    over = misfits(cases) - [of_scipy(pairs, elo, random) for pairs, elo in cases]
    worst = int(numpy.abs(over).argmax())
    assert abs(over[worst]) < SLACK, (cases[worst], over[worst])
