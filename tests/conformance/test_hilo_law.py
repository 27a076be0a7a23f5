"""The value of every guess in HiLo, against a recursion in fractions that uses only the rules, no code of the game."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from oddsfish.engine import HiloPosition, Limits, analyse

CARDS = range(1, 14)  # drawn with replacement
HIGH = [Fraction(pays) for pays in ("1", "1.1", "1.2", "1.3", "1.4", "1.5", "1.8", "2", "3", "4", "5", "12", "0")]
LOW = HIGH[::-1]  # what a right guess pays, by the card that is up
LOST = Fraction(-1)

UTILITIES = (1.0, 0.5, 3.0, 7.3, 0.001, 1e6)
FEW_DRAWS = range(1, 5)  # few enough for a search without a table
SEARCHES = (
    ("Minimax", "off"),
    ("AlphaBeta", "off"),
    ("Expectimax", "off"),
    ("Expectimax", "Star1"),
    ("Expectimax", "Star2"),
)


@cache
def guess(card: int, utility: Fraction, draws: int, high: bool) -> Fraction:
    """The value of a guess with so many draws left: a right one multiplies the utility, a wrong one loses."""
    right = card < 13 if high else card > 1
    pays = (HIGH if high else LOW)[card - 1]
    total = best(card, utility, draws - 1)  # an equal card keeps the utility
    for drawn in CARDS:
        if drawn != card:
            total += best(drawn, utility * pays, draws - 1) if right and (drawn > card) == high else LOST
    return total / len(CARDS)


@cache
def best(card: int, utility: Fraction, draws: int) -> Fraction:
    return max(guess(card, utility, draws, high) for high in (False, True)) if draws else utility


def test_the_rules_are_those_of_the_game() -> None:
    """For a five at the last draw; and for a seven, for which both guesses pay the same."""
    assert guess(5, Fraction(1), 1, False) == Fraction(5, 13)
    assert guess(5, Fraction(1), 1, True) == Fraction(41, 65)
    assert guess(7, Fraction(1), 1, False) == guess(7, Fraction(1), 1, True)


def check(card: int, utility: float, draws: int, search: str, options: dict[str, str | int | bool], depth: int) -> None:
    """Both guesses have the right values, and the first of equal ones is chosen."""
    result = analyse(HiloPosition(card, utility, draws), search, Limits(depth=depth), {"MultiPV": 2, **options})
    seen = min(depth, draws)
    wanted = {name: guess(card, Fraction(utility), seen, high) for name, high in (("low", False), ("high", True))}
    found = {line.move: line.score.value for line in result.lines}
    about = f"{card} {utility:g} {draws}, {search} to depth {depth} with {options}"
    assert found == pytest.approx({name: float(value) for name, value in wanted.items()}, rel=1e-9, abs=0), about
    assert result.move == ("low" if wanted["low"] >= wanted["high"] else "high"), about
    assert all(line.score.bound == "" and line.score.plies is None for line in result.lines), about


@pytest.mark.parametrize(("search", "star"), SEARCHES)
def test_every_guess_with_few_draws(search: str, star: str) -> None:
    for card, draws in product(CARDS, FEW_DRAWS):
        utility, table, deepening = UTILITIES[card // 2 % len(UTILITIES)], draws < 3, (card + draws) % 2 == 0
        check(card, utility, draws, search, {"Star": star, "Table": table, "Deepening": deepening}, draws)


@pytest.mark.parametrize(("search", "star"), SEARCHES)
def test_every_guess_with_many_draws(search: str, star: str) -> None:
    check_many(0.5, (5,), search, {"Star": star, "Table": True})


def test_a_search_that_ends_before_the_draws_do() -> None:
    for card, (search, star), table in product(CARDS, SEARCHES, (False, True)):
        check(card, UTILITIES[card // 2 % len(UTILITIES)], 6, search, {"Star": star, "Table": table}, 2)


@pytest.mark.slow
@pytest.mark.parametrize("utility", UTILITIES)
@pytest.mark.parametrize(("search", "star"), SEARCHES)
@pytest.mark.parametrize("table", [False, True])
@pytest.mark.parametrize("deepening", [False, True])
def test_every_guess(utility: float, search: str, star: str, table: bool, deepening: bool) -> None:
    check_many(utility, range(1, 7), search, {"Star": star, "Table": table, "Deepening": deepening})


def check_many(utility: float, draws: Sequence[int], search: str, options: dict[str, str | int | bool]) -> None:
    for card, left in product(CARDS, draws):
        check(card, utility, left, search, options, left)
