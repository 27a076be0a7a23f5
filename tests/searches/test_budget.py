"""Budgets: never more than the clock has, a move even without time, and what is limited in which way."""

from itertools import product
from math import inf

import pytest
from oddsfish.engine import ChessPosition, Limits
from oddsfish.engine.control.budget import Budget, budget
from oddsfish.engine.control.deepening import Deepening
from oddsfish.engine.options import Options
from oddsfish.engine.searches.factory import create
from oddsfish.protocols.request import Request
from oddsfish.protocols.uci import Uci

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def test_no_limit_is_no_budget() -> None:
    assert budget(Limits(), 0, 30) == budget(Limits(times=(None, 100)), 0, 30) == Budget(inf, inf)
    assert budget(Limits(times=(None, 100)), 1, 30).hard < 0.1
    assert not Budget().managed


def test_a_fixed_time_is_kept_of_which_the_overhead_takes_a_tenth_at_most() -> None:
    for movetime, seconds in ((1, 0.001), (20, 0.018), (100, 0.09), (500, 0.47), (60_000, 59.97)):
        allowed = budget(Limits(movetime=movetime), 0, 30)
        assert allowed.soft == allowed.hard == pytest.approx(seconds)
        assert not allowed.managed
        clock = budget(Limits(times=(1000, 1000)), 0, 30)
        assert budget(Limits(times=(1000, 1000), movetime=movetime), 0, 30).hard == min(allowed.hard, clock.hard)


def test_a_clock_is_never_overdrawn() -> None:
    remainders = (-1000, 0, 1, 50, 200, 1000, 60_000, 10**15)
    for player, remaining, increment, movestogo, overhead in product(
        (0, 1), remainders, (0, 10, 1000, 10**15), (None, 1, 2, 40, 10**15), (0, 30, 5000)
    ):
        times, increments = [1, 1], [0, 0]
        times[player], increments[player] = remaining, increment
        limits = Limits(times=(times[0], times[1]), increments=(increments[0], increments[1]), movestogo=movestogo)
        allowed = budget(limits, player, overhead)
        assert 0 <= allowed.soft <= allowed.hard > 0, limits
        assert allowed.hard <= max(0.001, 0.8 * (remaining - overhead) / 1000) + 1e-9, limits


def test_more_time_gives_more_time() -> None:
    soft = [budget(Limits(times=(remaining, 0)), 0, 30).soft for remaining in (500, 1000, 10_000, 100_000)]
    assert soft == sorted(set(soft))


def test_no_moves_to_go_are_none_said() -> None:
    for words in ("movestogo 0", "movestogo -3", "movestogo", ""):
        request = Request(["wtime", "1000", *words.split()], int, Uci.sides, Uci.numbers, Uci.flags)
        assert request.limits_of(0).movestogo is None


@pytest.mark.parametrize(
    ("fen", "seconds", "end"),
    [
        (START, 0.0, "hard"),
        (START, 100.0, "soft"),
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", 0.0, "since"),
        ("k7/8/8/8/8/8/1r6/K7 w - - 0 1", 0.0, "since"),
    ],
    ids=["early", "late", "mate", "only move"],
)
def test_when_a_move_that_was_pondered_on_is_played(fen: str, seconds: float, end: str) -> None:
    """By its budget: by the soft one after an iteration that began minutes ago, and at once if the move is certain.

    Nothing looks at the soft budget within an iteration.
    """
    position = ChessPosition(fen)
    deepening = Deepening(create("PVS", position), position, Limits(depth=3, ponder=True), Options())
    deepening.run()
    deepening.allow(Budget(1.0, 6.0), deepening.began + seconds)
    ends = {"soft": deepening.soft, "since": deepening.since}
    assert (deepening.search.deadline == ends["soft"]) == (end == "soft")
    assert (deepening.search.deadline == ends["since"]) == (end == "since")
