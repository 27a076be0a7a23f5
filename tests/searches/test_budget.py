"""Budgets: never more than the clock has, a move even without time, and what is limited in which way."""

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
    assert budget(Limits(), 0, 30) == Budget(inf, inf)
    assert not Budget().managed


def test_a_fixed_time_is_kept_whatever_is_found() -> None:
    allowed = budget(Limits(movetime=500), 0, 30)
    assert allowed.soft == allowed.hard == pytest.approx(0.47)
    assert not allowed.managed


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("remaining", [-1000, 0, 1, 50, 200, 1000, 60_000, 10**15])
@pytest.mark.parametrize("increment", [0, 10, 1000, 10**15])
@pytest.mark.parametrize("movestogo", [None, 1, 2, 40, 10**15])
@pytest.mark.parametrize("overhead", [0, 30, 5000])
def test_a_clock_is_never_overdrawn(
    player: int, remaining: int, increment: int, movestogo: int | None, overhead: int
) -> None:
    times, increments = [1, 1], [0, 0]
    times[player], increments[player] = remaining, increment
    limits = Limits(times=(times[0], times[1]), increments=(increments[0], increments[1]), movestogo=movestogo)
    allowed = budget(limits, player, overhead)
    assert 0 <= allowed.soft <= allowed.hard
    assert allowed.hard > 0
    assert allowed.hard <= max(0.001, 0.8 * (remaining - overhead) / 1000) + 1e-9


def test_the_smaller_of_clock_and_fixed_time_counts() -> None:
    clock = budget(Limits(times=(1000, 1000)), 0, 30)
    assert budget(Limits(times=(1000, 1000), movetime=60_000), 0, 30).hard == clock.hard
    assert budget(Limits(times=(60_000, 60_000), movetime=100), 0, 30).hard == pytest.approx(0.09)


@pytest.mark.parametrize(("movetime", "seconds"), [(1, 0.001), (20, 0.018), (100, 0.09), (1000, 0.97), (60_000, 59.97)])
def test_the_overhead_takes_a_tenth_of_a_fixed_time_at_most(movetime: int, seconds: float) -> None:
    assert budget(Limits(movetime=movetime), 0, 30).hard == pytest.approx(seconds)


def test_more_time_gives_more_time() -> None:
    soft = [budget(Limits(times=(remaining, 0)), 0, 30).soft for remaining in (500, 1000, 10_000, 100_000)]
    assert soft == sorted(set(soft))


def test_only_ones_own_clock_counts() -> None:
    assert budget(Limits(times=(None, 100)), 0, 30) == Budget()
    assert budget(Limits(times=(None, 100)), 1, 30).hard < 0.1


@pytest.mark.parametrize("words", ["movestogo 0", "movestogo -3", "movestogo", ""])
def test_no_moves_to_go_are_none_said(words: str) -> None:
    request = Request(["wtime", "1000", *words.split()], int, Uci.sides, Uci.numbers, Uci.flags)
    assert request.limits_of(0).movestogo is None


def pondered(fen: str, seconds: float) -> Deepening:
    """A search to depth 3 whose move is played so long after its begin, with a second to be taken and six at most."""
    position = ChessPosition(fen)
    deepening = Deepening(create("PVS", position), position, Limits(depth=3, ponder=True), Options())
    deepening.run()
    deepening.allow(Budget(1.0, 6.0), deepening.began + seconds)
    return deepening


def test_a_move_pondered_on_for_long_is_played_with_the_soft_budget() -> None:
    """An iteration that began while pondering may take minutes, and nothing looks at the soft budget within it."""
    for seconds, soft in ((0.0, False), (100.0, True)):
        deepening = pondered(START, seconds)
        assert (deepening.search.deadline == deepening.soft) == soft


@pytest.mark.parametrize(
    "fen",
    ["6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "k7/8/8/8/8/8/1r6/K7 w - - 0 1"],
    ids=["mate", "only move"],
)
def test_what_is_certain_is_played_at_once_when_the_move_pondered_on_is(fen: str) -> None:
    deepening = pondered(fen, 0.0)
    assert deepening.search.deadline == deepening.since
