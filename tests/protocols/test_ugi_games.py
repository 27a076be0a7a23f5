"""Whole games under a runner, engine against engine, until the end."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import ExitStack

import pytest
from engine_process import EngineProcess
from ugi_runner import Columns, play_connect4, play_hilo, ugi

PAYOUTS = {  # as published, and written down once more so that the engine's table is not compared with itself
    "low": (0, 12, 5, 4, 3, 2, 1.8, 1.5, 1.4, 1.3, 1.2, 1.1, 1),
    "high": (1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.8, 2, 3, 4, 5, 12, 0),
}


def winner_by_scan(moves: list[str], full_board: bool) -> str:
    """The result of a game of Connect-4, worked out from its moves alone."""
    board: dict[tuple[int, int], int] = {}
    heights = [0] * 7
    fours = [0, 0]
    for number, move in enumerate(moves):
        column = "abcdefg".index(move[-1])
        board[column, heights[column]] = number % 2
        heights[column] += 1
    for (column, row), player in board.items():
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            fours[player] += all(board.get((column + i * dx, row + i * dy)) == player for i in range(4))
    if not full_board:
        assert 0 in fours
    return "p1win" if fours[0] > fours[1] else "p2win" if fours[1] > fours[0] else "draw"


@pytest.mark.parametrize("rules", ["classic", "fullboard"])
@pytest.mark.parametrize("slip", [(3, 0, 0), (3, 1, 1), (1, 2, 0)])
@pytest.mark.parametrize("bare", [False, True])
def test_connect4(rules: str, slip: tuple[int, int, int], bare: bool) -> None:
    options = [f"Rules value {rules}", f"Slip value {'true' if any(slip[1:]) else 'false'}"]
    options += [f"Slip{side} value {weight}" for side, weight in zip(("Straight", "Left", "Right"), slip, strict=True)]
    with ExitStack() as stack:
        strong = stack.enter_context(ugi(*options))
        weak = stack.enter_context(ugi(*options, "Search value Random"))
        for seed in range(2):
            engines = (strong, weak) if seed % 2 == 0 else (weak, strong)
            result, moves = play_connect4(engines, slip, seed, "go depth 3", bare)
            assert result == winner_by_scan(moves, rules == "fullboard")
            assert len(moves) == 42 or rules == "classic"


def test_a_clock_is_kept_for_both_players() -> None:
    with ugi() as first, ugi() as second:
        result, moves = play_connect4((first, second), (3, 0, 0), 1, "go p1time 60 p2time 60 p1inc 5 p2inc 5", False)
        assert result == winner_by_scan(moves, False)


@pytest.mark.parametrize("search", ["Expectimax", "Random"])
def test_hilo(search: str) -> None:
    with ugi("Game value hilo", f"Search value {search}") as engine:
        results = Counter(check_hilo(engine, seed) for seed in range(60))
        assert results["p1win"] and results["p2win"]


def check_hilo(engine: EngineProcess, seed: int) -> str:
    result, moves = play_hilo(engine, seed, "go depth 4")
    card, utility = int(moves[0]), 1.0
    for guess, drawn in zip(moves[1::2], map(int, moves[2::2]), strict=True):
        if drawn != card:
            utility = utility * PAYOUTS[guess][card - 1] if (drawn > card) == (guess == "high") else -1.0
        card = drawn
    assert utility == -1.0 or len(moves) == 9
    assert result == ("p1win" if utility > 1 else "p2win" if utility < 1 else "draw")
    return result


def test_expectimax_survives_hilo_more_often_than_a_random_player() -> None:
    with ugi("Game value hilo") as careful, ugi("Game value hilo", "Search value Random") as careless:
        wins = [sum(check_hilo(engine, seed) == "p1win" for seed in range(40)) for engine in (careful, careless)]
    assert wins[0] > wins[1]


def test_random_slips_follow_the_weights() -> None:
    """The runner's own chance, so that what is played above is what it says."""
    chance = random.Random(5)
    landed = Counter(Columns((3, 1, 1)).drop("d", chance) for _ in range(3000))
    assert landed["d"] == pytest.approx(1800, abs=120) and landed["d>e"] == pytest.approx(600, abs=100)


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
