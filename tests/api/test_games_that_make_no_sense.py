"""Games in plain Python whose methods return unusable values: at once there is one error that names the method."""

from __future__ import annotations

import time
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from itertools import product
from math import inf, nan
from random import Random
from typing import Any

import pytest
from oddsfish.engine import Limits, PythonPosition, Result, Win, verbose
from oddsfish.engine.searches import for_any_game
from trained import analyse

PROMPT = 5.0  # seconds, on a machine that is busy
SHORT = ("Predictive", "Random")  # they look one ply ahead, or not at all
WALKING = [name for name in for_any_game() if name not in SHORT]
UNASKED = [("repetition_key", "BranchLimit")]  # this search has no table

OPTIONS: dict[str, tuple[Any, ...]] = {
    "Table": (False, True),
    "Deepening": (False, True),
    "MultiPV": (1, 2, 256),
    "MateDistance": (False, True),
    "Fail": ("soft", "hard"),
    "Cut": ("non-strict", "strict"),
    "RootWindow": ("infinite", "mate"),
    "TiePolicy": ("first", "random"),
    "Opponent": ("Auto", "uniform", "optimal"),
    "Star": ("Auto", "off", "Star1", "Star2"),
}


class Steps(PythonPosition[str]):
    """Two players step to the left or to the right, LENGTH times; the sum of the steps is the value of the end.

    method: returns `returned`, or the result of a call of it, from the ply `where` on.
    """

    LENGTH = 5

    def __init__(self, method: str = "", returned: Any = None, where: int = 0) -> None:
        self.walk: list[int] = []
        self.method = method
        self.returned = returned
        self.where = where
        self.set_chance(method == "chances")

    def answer(self, method: str, right: Any) -> Any:
        if method != self.method or len(self.walk) < self.where:
            return right
        return self.returned() if callable(self.returned) else self.returned

    def moves(self) -> Any:
        return self.answer("moves", ["left", "right"] if len(self.walk) < self.LENGTH else [])

    def play(self, move: str) -> None:
        self.walk.append(1 if move == "right" else -1)

    def undo(self) -> None:
        self.walk.pop()

    def player(self) -> Any:
        return self.answer("player", len(self.walk) % 2)

    def ending(self) -> Any:
        return self.answer("ending", float(sum(self.walk)) if len(self.walk) == self.LENGTH else None)

    def value(self) -> Any:
        return self.answer("value", float(sum(self.walk)))

    def chances(self, move: str) -> Any:
        return self.answer("chances", [("left", 0.5), ("right", 0.5)])

    def repetition_key(self) -> Any:
        return self.answer("repetition_key", (len(self.walk), sum(self.walk)))


LIMITS = (Limits(depth=3), Limits(movetime=60_000), Limits(times=(100, 100)), Limits(nodes=10**6), Limits(mate=2))


def some_options(random: Random) -> dict[str, Any]:
    return {name: random.choice(values) for name, values in OPTIONS.items()}


NO_NUMBERS: tuple[Any, ...] = (nan, inf, -(10**400), Decimal("nan"), "x", b"0", [], 1j)
WRONG: dict[str, tuple[Any, ...]] = {
    "ending": NO_NUMBERS,
    "value": (*NO_NUMBERS, None, Win(0)),
    "player": (2, -1, "x", None, 0.5, nan, [], Win(0)),
    "moves": (None, 5, [[]], ["left", []], range(1000), lambda: iter([[1]])),
    "chances": (
        None, [1], [("left",)], [("left", 0.5, 0.5)], [("left", "x")], [("left", None)], [([], 1.0)], [("left", nan)],
        [("left", -inf)], [("left", 10**400)], [("left", -0.5), ("right", 1.5)], [("left", -1e-300), ("right", 1.0)],
        [("left", 0.5), ("right", 0.5 + 2e-9)], [("left", 0.5), ("right", 0.5 - 2e-9)], [("left", 0.0)],
        [("left", Fraction(1, 3))], [(number, 1 / 1000) for number in range(1000)],
    ),
    "repetition_key": ([], {}, [1], (1, []), set()),
}  # fmt: skip


def refused(game: PythonPosition[Any], method: str, search: str, limits: Limits, options: dict[str, Any]) -> str:
    """Search a game, which must be refused at once; return the error message."""
    began = time.monotonic()
    with pytest.raises((ValueError, TypeError)) as refusal:
        analyse(game, search, limits, options)
    assert time.monotonic() - began < PROMPT
    said = str(refusal.value)
    assert method in said, f"{said!r} does not name {method}"
    assert type(game).__name__ in said
    assert "\n" not in said and len(said) < 300
    return said


ASKED = [(method, search) for method in WRONG for search in WALKING if (method, search) not in UNASKED]


@pytest.mark.parametrize(("method", "search"), ASKED)
def test_what_a_method_returns_is_looked_at(method: str, search: str) -> None:
    """Wrong values are found at the root and below it: each value is tried at one ply, each ply with some value."""
    random = Random(f"{search} {method}")
    for number, returned in enumerate(WRONG[method]):
        where = number % Steps.LENGTH
        options = some_options(random)
        depth = {"value": max(1, where), "repetition_key": where + 2}.get(method, Steps.LENGTH)
        if method == "repetition_key":
            options["Table"] = True
        said = refused(Steps(method, returned, where), f"{method}()", search, Limits(depth=depth), options)
        assert said.startswith(f"Steps.{method}() ")
    assert analyse(Steps(), search, Limits(depth=9)).move in ("left", "right")


@pytest.mark.parametrize("search", for_any_game())
def test_the_root_is_looked_at_before_anything_else(search: str) -> None:
    """Also in a game that is over, and with limits of every kind."""
    for method in ("player", "moves", "chances"):
        for number, returned in enumerate(WRONG[method]):
            refused(Steps(method, returned), f"{method}()", search, LIMITS[number % len(LIMITS)], {})
    for method in ("player", "ending"):
        for returned in WRONG[method]:
            game = Steps(method, returned, Steps.LENGTH)
            for _ in range(Steps.LENGTH):
                game.play("left")
            refused(game, f"{method}()", search, Limits(depth=3), {})


@pytest.mark.parametrize("search", for_any_game())
def test_no_moves_without_an_end(search: str) -> None:
    """At the root for every search, below it for searches that look there; with empty objects of every kind."""
    random = Random(search)
    empty: tuple[Any, ...] = ([], (), "", {}, set(), range(0), lambda: iter([]))
    for where, nothing in product(range(1 if search in SHORT else Steps.LENGTH), empty):
        limits = random.choice((Limits(depth=9), Limits(movetime=60_000), Limits(nodes=10**6)))
        said = refused(Steps("moves", nothing, where), "`moves`", search, limits, some_options(random))
        assert "`ending`" in said
    if search in SHORT:
        assert analyse(Steps("moves", [], 1), search, Limits(depth=9)).move in ("left", "right")


def test_methods_that_are_missing_are_named() -> None:
    needed = ("moves", "play", "undo", "ending")
    for missing in needed:
        others = {name: getattr(Steps, name) for name in needed if name != missing}
        with pytest.raises(TypeError, match=f"^Short lacks {missing}: "):
            type("Short", (PythonPosition,), others)()
        with pytest.raises(TypeError, match=f"^Shorter lacks {', '.join(others)}: "):
            type("Shorter", (PythonPosition,), {missing: getattr(Steps, missing)})()


# What looks odd, but is valid.


def values(result: Result[str]) -> dict[str, float]:
    return {line.move: line.score.value for line in result.lines}


@pytest.mark.parametrize("search", WALKING)
def test_numbers_of_every_kind_will_do(search: str) -> None:
    expected = values(analyse(Steps("ending", 0.0, Steps.LENGTH), search, Limits(depth=9), {"MultiPV": 256}))
    for zero in (0, -0.0, False, Fraction(0), Decimal(0)):
        found = analyse(Steps("ending", zero, Steps.LENGTH), search, Limits(depth=9), {"MultiPV": 256})
        assert values(found) == expected
    for number in (1, True, Fraction(1, 3), Decimal("0.1"), 1e308, -1e-308):
        for method in ("ending", "value"):
            game = Steps(method, number, Steps.LENGTH if method == "ending" else 0)
            found = analyse(game, search, Limits(depth=9 if method == "ending" else 2), {"MultiPV": 256})
            assert set(values(found).values()) == {float(number)}


@pytest.mark.parametrize("search", for_any_game())
def test_a_game_that_is_over_may_have_any_number_for_its_end(search: str) -> None:
    for end in (0, 0.0, False, 1, Fraction(-7, 2), Decimal("2.5")):
        game = Steps("ending", end, Steps.LENGTH)
        for _ in range(Steps.LENGTH):
            game.play("left")
        result = analyse(game, search, Limits(depth=3))  # the second player would be to move
        assert (result.move, result.score.value) == (None, -float(end))
        assert str(result).startswith("No move: the game is over")


@pytest.mark.parametrize("search", WALKING)
def test_probabilities_within_rounding_will_do(search: str) -> None:
    for chances in (
        [("left", 0.5), ("right", 0.5 + 5e-10)],
        [("left", 0.0), ("right", 1.0)],
        [("left", True)],
        [("left", Fraction(1, 3)), ("right", Fraction(2, 3))],
        [("left", 0.1)] * 10,
        (pair for pair in [("left", 1.0)]),
        [],
    ):
        again = list(chances)
        game = Steps("chances", lambda again=again: iter(again))
        assert analyse(game, search, Limits(depth=3)).depth == 3


class Raising(Steps):
    """A game with a method that raises an exception of the author's own, after so many calls."""

    def __init__(self, method: str, failure: Exception, calls: int) -> None:
        super().__init__(method, failure)
        self.calls = calls

    def answer(self, method: str, right: Any) -> Any:
        if method == self.method:
            self.calls -= 1
            if self.calls < 0:
                raise self.returned
        return right

    def play(self, move: str) -> None:
        self.answer("play", None)
        super().play(move)

    def undo(self) -> None:
        self.answer("undo", None)
        super().undo()

    def notation(self, move: str) -> str:
        return str(self.answer("notation", move))


def check_raised(ask: Callable[..., object], search: str, failure: Exception) -> None:
    """An exception of a game reaches the caller unchanged, whichever call raises it."""
    for method in (*WRONG, "play", "undo", "notation"):
        if (method, search) in UNASKED or (method == "repetition_key" and ask is verbose):
            continue
        for calls in range(200):
            try:
                ask(Raising(method, failure, calls), search, Limits(depth=2), {"Table": ask is analyse})
            except type(failure) as raised:
                assert raised.args == failure.args
            else:
                assert calls > 0, method
                break
        else:
            raise AssertionError(f"{method} is called again and again")


@pytest.mark.parametrize("search", WALKING)
@pytest.mark.parametrize("failure", [ValueError("mine"), ZeroDivisionError("mine"), StopIteration("mine")], ids=repr)
def test_what_a_method_raises_is_raised(search: str, failure: Exception) -> None:
    check_raised(analyse, search, failure)


def test_a_stopiteration_of_a_game_ends_no_generator() -> None:
    """Nor does a generator between the game and the caller turn it into a RuntimeError."""
    check_raised(verbose, "AlphaBeta", StopIteration("mine"))


def test_a_game_is_not_hurt_by_an_error() -> None:
    """A refused game can be corrected and searched again: the error leaves nothing behind."""
    game = Steps("value", nan)
    for _ in range(3):
        for search in WALKING:
            refused(game, "value()", search, Limits(depth=2), {})
        game.method = ""
        assert analyse(game, "Minimax", Limits(depth=2)) is not None
        game.method = "value"


# The value of a win.


def test_what_a_won_game_cannot_be_worth() -> None:
    game = Steps()
    for worth in (0, -1e-300, nan, inf):
        with pytest.raises(ValueError, match="above 0"):
            game.set_decisive(worth)
    for nonsense in ("x", None, 1j):
        with pytest.raises(TypeError):
            game.set_decisive(nonsense)  # type: ignore[arg-type]
    assert game.decisive == 1e6


class Race(PythonPosition[int]):
    """Two players take one, two or three away; who takes the last has won."""

    def __init__(self, left: int, worth: float) -> None:
        self.taken: list[int] = []
        self.left = left
        self.set_decisive(worth)

    def moves(self) -> list[int]:
        return [number for number in (1, 2, 3) if number <= self.left]

    def play(self, move: int) -> None:
        self.left -= move
        self.taken.append(move)

    def undo(self) -> None:
        self.left += self.taken.pop()

    def player(self) -> int:
        return len(self.taken) % 2

    def ending(self) -> Win | None:
        return None if self.left else Win(1 - self.player())

    def repetition_key(self) -> tuple[int, int]:
        return self.left, self.player()


WORTHS = (1e-320, 4e-13, 1e-6, 1.0, 256.0, 1e6, 1e300)


def plies_to_the_end(left: int) -> int:
    """The plies to the end with best play; negative if the side to move loses."""
    if not left:
        return 0
    after = [plies_to_the_end(left - number) for number in (1, 2, 3) if number <= left]
    lost = [plies for plies in after if plies <= 0]
    return 1 - max(lost) if lost else -1 - max(after)


@pytest.mark.parametrize("worth", WORTHS)
@pytest.mark.parametrize("search", WALKING)
def test_a_win_is_a_win_whatever_it_is_worth(worth: float, search: str) -> None:
    """By default a later win is worth less, and its distance is exact. Without MateDistance all wins are equal."""
    random = Random(f"{worth} {search}")
    for left in range(1, 10):
        options = {**some_options(random), "Opponent": "optimal", "MateDistance": True, "RootWindow": "infinite"}
        for chosen in ({"Opponent": "optimal"}, {**options, "TiePolicy": "first", "MultiPV": 256}):
            result = analyse(Race(left, worth), search, Limits(depth=left), chosen)
            assert result.score.plies == plies_to_the_end(left)
            assert (result.score.value > 0) == (plies_to_the_end(left) > 0)
            assert 0 < abs(result.score.value) <= worth
            assert str(result.lines[0].score.plies).lstrip("-") in str(result)
        flat = analyse(Race(left, worth), search, Limits(depth=left), {**options, "MateDistance": False})
        assert abs(flat.score.value) == worth
        assert flat.score.plies is None


@pytest.mark.parametrize("search", WALKING)
def test_the_least_that_a_win_can_be_worth(search: str) -> None:
    """There is no float between this value and 0: a win is still a win, but its distance cannot be told."""
    for left in range(1, 10):
        score = analyse(Race(left, 5e-324), search, Limits(depth=left), {"Opponent": "optimal"}).score
        assert score.value == (5e-324 if plies_to_the_end(left) > 0 else -5e-324)
        assert score.plies is None


class Choice(PythonPosition[int]):
    """One move ends the game. ends: the result for each move."""

    def __init__(self, *ends: Win | float) -> None:
        self.ends = ends
        self.played: list[int] = []

    def moves(self) -> list[int]:
        return [] if self.played else list(range(len(self.ends)))

    def play(self, move: int) -> None:
        self.played.append(move)

    def undo(self) -> None:
        self.played.pop()

    def ending(self) -> Win | float | None:
        return self.ends[self.played[0]] if self.played else None


@pytest.mark.parametrize("search", WALKING)
def test_a_win_never_ties_with_a_loss(search: str) -> None:
    """Even if both values are tiny: values are compared relative to the value of a win."""
    for worth, mate_distance in product((1e-320, 4e-13, 1.0, 1e6), (False, True)):
        game = Choice(Win(1), 0.0, Win(0))
        game.set_decisive(worth)
        lines = analyse(game, search, Limits(depth=1), {"MultiPV": 3, "MateDistance": mate_distance}).lines
        assert [line.move for line in lines] == ["2", "1", "0"]


@pytest.mark.parametrize("search", WALKING)
def test_a_scale_is_any_number_above_0(search: str) -> None:
    class Scaled(Choice):
        pass

    for scale in (0.0, -1.0, inf, nan):
        Scaled.scale = scale
        with pytest.raises(ValueError, match="the scale of a game is a number above 0"):
            analyse(Scaled(0.0, 1.0), search, Limits(depth=1))
    for scale in (5e-324, 1e-9, 1.7e308):
        Scaled.scale = scale
        result = analyse(Scaled(0.25, 2.0, Win(0)), search, Limits(depth=1), {"MultiPV": 3})
        assert [line.move for line in result.lines] == ["2", "1", "0"]
        assert result.lines[1].score.centi == round(Fraction(2.0) * Fraction(scale))
        assert result.lines[0].score.plies == 1
