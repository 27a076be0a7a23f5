"""Whole games under a runner, engine against engine, until the end."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from fractions import Fraction

import pytest
from engine_process import EngineProcess
from slow_games import LOST, STRAIGHT, Grid, guessed, judge, split
from ugi_runner import play_connect4, play_hilo, ugi

RESULTS = {"1-0": "p1win", "0-1": "p2win", "1/2-1/2": "draw"}


def result_of(moves: list[str], full_board: bool) -> str:
    """The result of a game of Connect-4, worked out from its moves alone."""
    grid = Grid()
    for number, move in enumerate(moves):
        grid.stacks[split(move)[1]].append(number % 2)
    return RESULTS[judge(grid, full_board)[0]]


@pytest.mark.parametrize(
    ("rules", "slip", "bare"),
    [
        ("classic", (3, 0, 0), False),
        ("classic", (1, 2, 0), True),
        ("fullboard", (3, 0, 0), True),
        ("fullboard", (3, 1, 1), False),
    ],
)
def test_connect4(rules: str, slip: tuple[int, int, int], bare: bool) -> None:
    options = [f"Rules value {rules}", f"Slip value {'true' if any(slip[1:]) else 'false'}"]
    options += [f"Slip{side} value {weight}" for side, weight in zip(("Straight", "Left", "Right"), slip, strict=True)]
    with ExitStack() as stack:
        strong = stack.enter_context(ugi(*options))
        weak = stack.enter_context(ugi(*options, "Search value Random"))
        for seed in range(2):
            engines = (strong, weak) if seed % 2 == 0 else (weak, strong)
            result, moves = play_connect4(engines, slip, seed, "go depth 3", bare)
            assert result == result_of(moves, rules == "fullboard")
            assert len(moves) == 42 or rules == "classic"


def test_a_clock_is_kept_for_both_players() -> None:
    with ugi() as first, ugi() as second:
        result, moves = play_connect4((first, second), STRAIGHT, 1, "go p1time 60 p2time 60 p1inc 5 p2inc 5", False)
        assert result == result_of(moves, False)


def test_hilo() -> None:
    """The search survives more often than a random player."""
    with ugi("Game value hilo") as careful, ugi("Game value hilo", "Search value Random") as careless:
        results = [Counter(check_hilo(engine, seed) for seed in range(40)) for engine in (careful, careless)]
    assert all(found["p1win"] and found["p2win"] for found in results)
    assert results[0]["p1win"] > results[1]["p1win"]


def check_hilo(engine: EngineProcess, seed: int) -> str:
    result, moves = play_hilo(engine, seed, "go depth 4")
    card, utility = int(moves[0]), Fraction(1)
    for guess, drawn in zip(moves[1::2], map(int, moves[2::2]), strict=True):
        utility, card = guessed(card, utility, guess, drawn), drawn
    assert utility == LOST or len(moves) == 9
    assert result == ("p1win" if utility > 1 else "p2win" if utility < 1 else "draw")
    return result


def test_a_random_player_draws_a_new_lot_for_every_move_and_the_same_ones_with_the_same_seed() -> None:
    def guesses(*before: str) -> list[str]:
        engine.send(*before)
        return [engine.go("go depth 1")[-1].split()[1] for _ in range(40)]

    with EngineProcess("hilo") as engine:
        engine.send("setoption name Search value Random", "position fen 7 1 4")
        first = guesses("setoption name Seed value 5")
        assert set(first) == {"low", "high"}
        assert guesses("setoption name Seed value 5") == first
        assert guesses("uginewgame") == first
        assert guesses("setoption name Seed value 6") != first
