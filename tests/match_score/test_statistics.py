"""Elo, normalized Elo, LOS and intervals: as other tools print them, if those print a number.

For all small sets of results, in every view: they are finite and within bounds, and the opponent's are mirrored.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import astuple, replace
from itertools import product
from math import isfinite, sqrt
from random import Random

import pytest
from oddsfish.matches.game.loop import unplayed
from oddsfish.matches.record import Record, Termination
from oddsfish.matches.report.facts import facts
from oddsfish.matches.report.page import page
from oddsfish.matches.score.figures import elo_text
from oddsfish.matches.score.sprt import MODELS, Sprt
from oddsfish.matches.score.standings import Standings
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
from oddsfish.matches.settings import Engine, Fixture, Match, Opening
from oddsfish.matches.views.scoreboard import Scoreboard
from oddsfish.matches.views.view import View, rating
from scipy.special import stdtrit

NO_NUMBER = re.compile(r"\b(nan|NaN|inf|Infinity|None)\b")
HYPOTHESES = ((0.0, 5.0), (-5.0, 0.0), (-3.0, 1.0), (0.0, 300.0), (400.0, 2000.0), (-4000.0, 4000.0))
HALF_POINTS = {"1-0": 2, "1/2-1/2": 1, "0-1": 0}
MOST_GAMES = 3  # of a match played below
MOST_PAIRS, MOST_SINGLE = 3, 2  # in a set of counts

# --- As other tools print them ---

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
    """Except for its normal quantile, 1.957 for 1.960: S. Winitzki's approximation of the inverse error function."""
    counts = Counts(*games)
    found = estimate(counts)
    elo, error = printed
    assert found.elo == pytest.approx(elo, abs=0.0501)
    assert found.elo_error is not None
    assert error is None or found.elo_error * 1.95717 / 1.95996 == pytest.approx(error, abs=0.0501)
    assert counts.draw_ratio == pytest.approx(draw_ratio / 100, abs=0.000501)


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


def test_counts_tell_their_ratios() -> None:
    counts = Counts(wins=3, draws=4, losses=1, pairs=(0, 0, 2, 2, 0))
    assert (counts.games, counts.points, counts.score, counts.draw_ratio) == (8, 5.0, 0.625, 0.5)
    assert counts.even_pairs_ratio == 0.5
    assert counts.reversed() == Counts(1, 4, 3, (0, 2, 2, 0, 0))
    assert counts + counts.reversed() == Counts(4, 8, 4, (0, 2, 4, 2, 0))


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


@pytest.mark.parametrize("confidence", [0.5, CONFIDENCE, 0.999])
def test_the_interval_of_a_mean_is_students(confidence: float) -> None:
    """Half of the values -1, half 1 (and a 0 if they are odd in number): mean 0 and a known variance."""
    for freedom in (*range(1, 120), 9999):
        quantile = stdtrit(freedom, (1 + confidence) / 2)
        assert student(confidence, freedom) == pytest.approx(quantile, rel=1e-8)
        size = freedom + 1
        mean, half = mean_interval([-1.0, 1.0] * (size // 2) + [0.0] * (size % 2))
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


# --- All small sets of results ---


def small_counts() -> Iterator[Counts]:
    """All combinations of up to MOST_PAIRS pairs, with both kinds of even pairs, and up to MOST_SINGLE games more."""
    most = range(MOST_PAIRS + 1)
    for ll, ld, even, wd, ww in product(most, most, most, most, most):
        if ll + ld + even + wd + ww > MOST_PAIRS:
            continue
        for drawn in range(even + 1):  # of the even pairs, those of two draws
            paired = Counts(
                wins=2 * ww + wd + even - drawn,
                draws=wd + ld + 2 * drawn,
                losses=2 * ll + ld + even - drawn,
                pairs=(ll, ld, even, wd, ww),
            )
            for wins, draws, losses in product(range(MOST_SINGLE + 1), repeat=3):
                if wins + draws + losses <= MOST_SINGLE:
                    yield paired + Counts(wins, draws, losses)


LARGER = (Counts(14, 17, 9), Counts(81, 101, 52, (3, 20, 51, 30, 4)), Counts(losses=60), Counts(draws=60))
ALL = (*sorted(set(small_counts()), key=astuple), *LARGER)


def mirrored(value: float | None) -> object:
    return pytest.approx(-value, abs=1e-9) if value is not None else None


def test_every_estimate_is_finite_and_mirrored_for_the_opponent() -> None:
    for counts in ALL:
        found, other = estimate(counts), estimate(counts.reversed())
        assert 0 <= found.los <= 1, counts
        assert other.los == pytest.approx(1 - found.los), counts
        for value, error, theirs, their_error in (
            (found.elo, found.elo_error, other.elo, other.elo_error),
            (found.nelo, found.nelo_error, other.nelo, other.nelo_error),
        ):
            assert (value is None) == (error is None) == (theirs is None) == (their_error is None), counts
            if value is None or error is None:
                continue
            assert isfinite(value) and isfinite(error) and error > 0, counts
            assert value - error < value < value + error, counts
            assert theirs == mirrored(value) and their_error == pytest.approx(error), counts
            assert (value > 0) == (found.los > 0.5 + 1e-12) or abs(value) < 1e-9, counts


def test_every_ratio_is_a_share_or_unknown() -> None:
    for counts in ALL:
        for share in (counts.score, counts.draw_ratio, counts.even_pairs_ratio):
            assert share is None or 0 <= share <= 1, counts
        assert (counts.score is None) == (counts.draw_ratio is None) == (not counts.games)
        assert (counts.even_pairs_ratio is None) == (not any(counts.pairs))


@pytest.mark.parametrize("model", MODELS)
def test_every_llr_is_finite_and_that_of_the_opponent_its_opposite(model: str) -> None:
    for elo0, elo1 in HYPOTHESES:
        ours, theirs = Sprt(elo0, elo1, model=model), Sprt(-elo1, -elo0, model=model)
        for counts in ALL[:: 3 if elo1 == 5.0 else 20]:
            llr = ours.llr(counts)
            assert isfinite(llr), (counts, elo0, elo1)
            assert theirs.llr(counts.reversed()) == pytest.approx(-llr, rel=1e-6, abs=1e-6), (counts, elo0, elo1)
            assert (llr > 0) == (ours.progress(llr) > 0) and (llr < 0) == (ours.progress(llr) < 0)
            if model == "bayesian" and not (counts.wins and counts.losses):
                assert llr == 0  # as in fastchess: without both, the results do not determine the draw Elo


def test_progress_is_one_at_either_bound() -> None:
    sprt = Sprt(0, 5, alpha=0.1, beta=0.02)
    assert (sprt.progress(sprt.upper), sprt.progress(sprt.lower), sprt.progress(0.0)) == (1, -1, 0)


EVEN = (Counts(2, 0, 2, (0, 0, 2, 0, 0)), Counts(draws=5), Counts(3, 2, 3, (0, 0, 4, 0, 0)))


@pytest.mark.parametrize("counts", EVEN)
def test_even_results_tell_nothing_of_who_is_better_and_little_of_by_how_much(counts: Counts) -> None:
    found = estimate(counts)
    assert (found.elo, found.nelo, found.los) == (0.0, 0.0, 0.5)
    assert found.elo_error is not None and found.elo_error > 100
    # Four times as many games halve the error.
    surer = estimate(counts + counts + counts + counts)
    assert surer.elo_error is not None and surer.elo_error < found.elo_error
    assert surer.nelo_error == pytest.approx((found.nelo_error or 0) / 2)


def test_the_interval_of_even_pairs_holds_what_may_well_have_made_them() -> None:
    """Ten even pairs: if one pair in six is won, ten pairs in a row are even with a probability of one in six."""
    found = estimate(Counts(10, 0, 10, (0, 0, 10, 0, 0)))
    likely = elo(0.5 + 1 / 12)
    assert likely is not None and found.elo_error is not None and likely < found.elo_error < 100


def test_an_interval_that_reaches_beyond_every_score_is_that_of_the_slope() -> None:
    """Four wins and a draw: a score of 0.9, the deviation 0.2; 400 / log(10) / (0.9 x 0.1) Elo to a unit of it."""
    found = estimate(Counts(wins=4, draws=1))
    assert found.elo == pytest.approx(381.697, abs=0.001)
    assert found.elo_error == pytest.approx(1.959964 * 0.2 / 5**0.5 * 173.7178 / 0.09, rel=1e-5)


def test_a_sweep_has_a_bound_instead_of_an_elo() -> None:
    """At the bound, so many wins in a row have a probability of one in twenty."""
    for size in (1, 2, 10, 1000):
        for counts in (Counts(wins=size), Counts(2 * size, pairs=(0, 0, 0, 0, size))):
            won, lost = estimate(counts), estimate(counts.reversed())
            assert (won.elo, won.elo_error, won.nelo, won.nelo_error) == (None,) * 4
            assert (won.los, lost.los) == (1, 0)
            assert won.elo_bound is not None and lost.elo_bound == pytest.approx(-won.elo_bound)
            assert expected_score(won.elo_bound) ** size == pytest.approx(0.05)
            assert (elo_text(won)[:9], elo_text(lost)[:8]) == ("at least ", "at most ")
    assert estimate(Counts(wins=3, draws=1)).elo_bound is None


def test_no_value_at_all_is_no_number() -> None:
    assert (elo(0), elo(1), elo(-0.1), elo(1.1)) == (None,) * 4
    assert (mean_interval([]), mean_interval([3.5])) == ((None, None), (3.5, None))


# --- What is shown ---


def match_of(model: str = "normalized", repeat: int = 2, players: int = 2, variant: str = "standard") -> Match:
    engines = tuple(Engine(f"P{number}") for number in range(players))
    sprt = Sprt(0, 5, model=model) if players == 2 and variant == "standard" else None
    return Match(engines, variant, games=repeat, rounds=9, repeat=repeat, sprt=sprt)


def record_of(match: Match, number: int, result: str, seats: tuple[int, ...]) -> Record:
    pair, leg = (number - 1) // match.repeat + 1, (number - 1) % match.repeat + 1
    players = tuple(match.engines[seat] for seat in seats)
    bare = unplayed(Fixture(number, pair, leg, seats, players, Opening(), "", match.variant))
    return replace(bare, result=result, ending=Termination.CHECKMATE, reason="So it ended")


def everything_said(match: Match, records: list[Record]) -> str:
    """The output of every view, during the match and at its end, and of the report."""
    names = tuple(engine.name for engine in match.engines)
    standings = Standings(names, match.repeat)
    out = io.StringIO()
    view = View(match, len(records), out, rating_interval=1)
    scores = Scoreboard(match, standings, list(names), unicode=True)
    said = []
    view.begin(1, standings)
    for record in [None, *records]:
        if record is not None:
            standings.add(record)
            view.finished(record, standings)
        said += rating(match, standings)
        scores.lay_out(80)
        said += [line.plain for line in (*scores.lines, *scores.table)]
    view.ended(standings, "all games are played")
    told = facts(match, 1, standings)
    html = page("A match", names, records, told)
    shown = html[html.index("<body>") : html.index("<script")]
    return "\n".join([out.getvalue(), *said, *told, *told.values(), re.sub(r"<[^>]*>", " ", shown)])


@pytest.mark.parametrize(("model", "repeat"), [("normalized", 1), ("bayesian", 2)])
def test_no_view_says_nan_or_inf(model: str, repeat: int) -> None:
    match = match_of(model, repeat)
    for size in range(MOST_GAMES + 1):
        for results in product(HALF_POINTS, repeat=size):
            games = enumerate(zip(results, ((0, 1), (1, 0)) * MOST_GAMES, strict=False), 1)
            said = everything_said(match, [record_of(match, number, *game) for number, game in games])
            assert not NO_NUMBER.search(said), said


def test_no_ranking_and_no_utility_says_nan_or_inf() -> None:
    match = match_of(players=3)
    for size in range(4):
        for results in product(HALF_POINTS, repeat=size):
            games = enumerate(zip(results, ((0, 1), (1, 0), (2, 0)), strict=False), 1)
            said = everything_said(match, [record_of(match, number, *game) for number, game in games])
            assert not NO_NUMBER.search(said), said
        alone = match_of(variant="hilo", repeat=1)
        bare = [record_of(alone, number + 1, "*", (number % 2,)) for number in range(size)]
        played = [replace(game, ending=Termination.PLAYED, utility=1.5, pair=1 + n // 2) for n, game in enumerate(bare)]
        assert not NO_NUMBER.search(everything_said(alone, played))


def said_of(pairs: Pairs, model: str = "normalized") -> list[str]:
    """The lines on pairs; the pairs in the middle are a win and a loss each."""
    ll, ld, even, wd, ww = pairs
    counts = Counts(2 * ww + wd + even, wd + ld, 2 * ll + ld + even, pairs)
    match = match_of(model)
    standings = Standings(("P0", "P1"), 2)
    standings.counts[0, 1] = counts
    return rating(match, standings)


def test_pairs_that_are_all_even_are_said_to_be() -> None:
    said = said_of((0, 0, 10, 0, 0))
    assert "Elo difference: 0.0 +/- 61.3, LOS: 50.0 %, DrawRatio: 0.0 %" in said
    assert "Ptnml(0-2): [0, 0, 10, 0, 0], even pairs: 100.0 %" in said
    assert not any("with a draw" in line for line in said)


def test_a_sweep_is_a_dash() -> None:
    assert "Elo difference: at least 34.4, LOS: 100.0 %, DrawRatio: 0.0 %" in said_of((0, 0, 0, 0, 5))


@pytest.mark.parametrize(("pairs", "sign"), [((0, 5, 40, 25, 0), ""), ((0, 25, 40, 5, 0), "-")])
def test_the_llr_has_its_sign_in_per_cent_too(pairs: Pairs, sign: str) -> None:
    (line,) = (line for line in said_of(pairs) if line.startswith("SPRT: "))
    assert re.match(rf"SPRT: llr {sign}\d+\.\d+ \({sign}\d+\.\d%\), lbound -2\.94, ubound 2\.94$", line), line
