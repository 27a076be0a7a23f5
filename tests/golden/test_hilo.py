"""R4: the exact value of each guess in HiLo."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from oddsfish.engine import HiloPosition, Limits, analyse

GOLDEN = json.loads(Path(__file__).with_name("hilo.json").read_text())


@pytest.mark.parametrize("card", range(1, 14))
@pytest.mark.parametrize(("table", "draws"), [("last_draw", 1), ("whole_game", 4)])
@pytest.mark.parametrize("search", ["Expectimax", "Minimax", "AlphaBeta"])
def test_values(card: int, table: str, draws: int, search: str) -> None:
    wanted = GOLDEN[table][str(card)]
    result = analyse(HiloPosition(card, 1.0, draws), search, Limits(depth=draws), {"MultiPV": 2})
    found = {line.move: line.score.value for line in result.lines}
    assert found == pytest.approx({guess: float(Fraction(wanted[guess])) for guess in ("low", "high")}, abs=1e-12)


def test_ties_go_to_low() -> None:
    result = analyse(HiloPosition(7, 1.0, 1), "Expectimax", Limits(depth=1))
    assert result.move == "low"


@pytest.mark.parametrize(("utility", "best"), [(4.9, "high"), (5.1, "low")])
def test_the_best_guess_depends_on_the_utility(utility: float, best: str) -> None:
    """A five at the last draw: a wrong guess costs little compared with a large utility, and low pays more."""
    assert analyse(HiloPosition(5, utility, 1), "Expectimax", Limits(depth=1)).move == best


def test_a_random_player_survives_all_draws_as_often_as_chance_has_it() -> None:
    """A random guess is right with probability 6/13, and an equal card does no harm: (7/13) ** 4."""
    random = Random(1)
    survived = 0
    games = 700
    search = {"Seed": 0}
    for _ in range(games):
        position = HiloPosition(random.randint(1, 13), 1.0, 4)
        while position.ending() is None:
            search["Seed"] += 1
            move = position.parse(str(analyse(position, "Random", Limits(depth=1), search).move))
            position.play(random.choice([certain for certain, _ in position.chances(move)]))
        survived += position.value() >= 0
    expected = games * (7 / 13) ** 4
    assert abs(survived - expected) < 4 * (expected * (1 - (7 / 13) ** 4)) ** 0.5
