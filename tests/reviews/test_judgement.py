"""Winning chances, judgements and accuracies, compared with Lichess's formulas, which are written out once more."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from random import Random

import pytest
from oddsfish.engine.results import Score
from oddsfish.reviews.judgement import accuracy, game_accuracy, judge, win_percent


def cp(centipawns: int) -> Score:
    return Score(float(centipawns), centipawns)


def mate(plies: int) -> Score:
    return Score(0.0, 0, plies)


def known(result: int) -> Score:
    return Score(0.0, 0, None, "", result)


def test_winning_chances_are_those_that_lichess_publishes() -> None:
    for centipawns in (-5000, -1000, -300, 0, 1, 150, 999, 1000, 4000):
        capped = max(-1000, min(1000, centipawns))
        assert win_percent(cp(centipawns)) == pytest.approx(50 + 50 * (2 / (1 + exp(-0.00368208 * capped)) - 1))
    assert win_percent(mate(3)) == win_percent(cp(1000)) and win_percent(mate(-2)) == win_percent(cp(-1000))
    assert [win_percent(known(result)) for result in (-1, 0, 1)] == [0, 50, 100]


@pytest.mark.parametrize(
    ("best", "played", "said"),
    [
        (cp(20), cp(20), ""),
        (cp(50), cp(0), ""),
        (cp(30), cp(-30), "inaccuracy"),
        (cp(60), cp(-60), "mistake"),
        (cp(100), cp(-130), "blunder"),
        (cp(200), cp(-200), "blunder"),
        (cp(-500), cp(-800), "inaccuracy"),
        (cp(1500), cp(900), ""),
        (mate(5), mate(9), ""),
        (mate(3), cp(1200), "inaccuracy"),
        (mate(3), cp(800), "mistake"),
        (mate(3), cp(100), "blunder"),
        (mate(3), mate(-2), "blunder"),
        (cp(0), mate(-4), "blunder"),
        (cp(-800), mate(-4), "mistake"),
        (cp(-1200), mate(-4), "inaccuracy"),
        (mate(-6), mate(-2), ""),
        (mate(1), Score(0.0, 0, 0, "", 1), ""),  # another mate, and the game is over
        (known(1), known(0), "blunder"),
        (known(0), known(-1), "blunder"),
        (known(0), known(0), ""),
    ],
)
def test_judgements(best: Score, played: Score, said: str) -> None:
    assert judge(best, played) == said


def lila(percents: Sequence[float], first: int) -> list[float | None]:
    """Lichess's accuracy of a game, step by step as in AccuracyPercent.scala."""
    size = min(max((len(percents) - 1) // 10, 2), 8)
    windows = [percents[:size]] * (min(size, len(percents)) - 2)
    windows += [percents[i : i + size] for i in range(len(percents) - size + 1)]
    weights = []
    for window in windows:
        middle = sum(window) / len(window)
        weights.append(min(max(sqrt(sum((x - middle) ** 2 for x in window) / len(window)), 0.5), 12))
    sides: list[list[tuple[float, float]]] = [[], []]
    for move, (before, after, weight) in enumerate(zip(percents, percents[1:], weights, strict=False)):
        seat = (move + first) % 2
        lost = before - after if seat == 0 else after - before
        exact = 100.0 if lost <= 0 else 103.1668100711649 * exp(-0.04354415386753951 * lost) - 3.166924740191411 + 1
        sides[seat].append((min(max(exact, 0), 100), weight))
    return [
        None
        if not own
        else (sum(x * w for x, w in own) / sum(w for _, w in own) + len(own) / sum(1 / max(1, x) for x, _ in own)) / 2
        for own in sides
    ]


def test_the_accuracy_of_a_game_is_that_of_lichess() -> None:
    random = Random(1)
    for moves in (0, 1, 2, 3, 9, 19, 20, 21, 55, 80, 81, 200):
        for first in (0, 1):
            percents = [random.uniform(2, 98) for _ in range(moves + 1)]
            assert game_accuracy(percents, first) == pytest.approx(tuple(lila(percents, first)))
    assert accuracy(40, 60) == 100 and accuracy(100, 0) < 1
