"""`TiePolicy` random with a `Seed`: the same games as often as they are played, and others by another seed."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import ExitStack

import chess
import chess.engine
import pytest
from engine_process import COMMAND, EngineProcess
from ugi_runner import Columns, query, think, ugi

# A poor evaluation and a shallow search: many moves are equally good.
CHESS = {"TiePolicy": "random", "Evaluation": "Material", "Search": "AlphaBeta"}
LIMIT = chess.engine.Limit(depth=2)
MOST_PLIES = 200
SEVENS = ["7"] * 4  # an equal card changes nothing, and at seven low is as good as high


def start(stack: ExitStack, seed: int) -> list[chess.engine.SimpleEngine]:
    """Two engines, each in a process of its own."""
    engines = [stack.enter_context(chess.engine.SimpleEngine.popen_uci(list(COMMAND))) for _ in range(2)]
    for engine in engines:
        engine.configure({**CHESS, "Seed": seed})
    return engines


def chess_game(engines: list[chess.engine.SimpleEngine], game: object) -> list[chess.Move]:
    """The moves up to the end; `game` tells python-chess whether the next one is of the same."""
    board = chess.Board()
    while board.outcome(claim_draw=True) is None and board.ply() < MOST_PLIES:
        result = engines[board.ply() % 2].play(board, LIMIT, game=game)
        assert result.move is not None
        board.push(result.move)
    return board.move_stack


def test_chess_between_two_processes() -> None:
    games = []
    for seed in (7, 7, 8):
        with ExitStack() as stack:
            games.append(chess_game(start(stack, seed), game=1))
    assert games[0] == games[1] != games[2]
    assert len(games[0]) > 20


def test_a_new_game_begins_the_sequence_anew_and_the_same_game_goes_on_with_it() -> None:
    with ExitStack() as stack:
        engines = start(stack, 7)
        first, second = (chess_game(engines, game) for game in (1, 2))
        third = chess_game(engines, 2)  # without ucinewgame
    assert first == second != third


def connect4_game(engines: list[EngineProcess]) -> list[str]:
    """One to its end; discs slip as our own lot says."""
    rng, columns, moves = random.Random(1), Columns((3, 1, 1)), list[str]()
    for engine in engines:
        engine.send("uginewgame", "position startpos")
    while query(engines[0], "gameover") == "false":
        moves.append(columns.drop(think(engines[len(moves) % 2], "go depth 1"), rng))
        for engine in engines:
            engine.send(f"position startpos moves {' '.join(moves)}")
    return moves


def hilo_game(engines: list[EngineProcess]) -> list[str]:
    """One whose cards are all alike."""
    (engine,) = engines
    engine.send("uginewgame")
    moves = SEVENS[:1]
    for card in SEVENS:
        engine.send(f"position startpos moves {' '.join(moves)}")
        moves += [think(engine, "go depth 4"), card]
    engine.send(f"position startpos moves {' '.join(moves)}")
    assert query(engine, "gameover") == "true"
    return moves


@pytest.mark.parametrize(
    ("play", "seats", "options"),
    [
        (connect4_game, 2, ("Slip value true", "Evaluation value Fours")),
        (hilo_game, 1, ("Game value hilo",)),
        (hilo_game, 1, ("Game value hilo", "Star value off")),
    ],
)
def test_games_over_ugi(play: Callable[[list[EngineProcess]], list[str]], seats: int, options: tuple[str, ...]) -> None:
    games: dict[int, list[list[str]]] = {}
    for seed in (7, 7, *range(8, 16)):
        with ExitStack() as stack:
            engines = [
                stack.enter_context(ugi(*options, "TiePolicy value random", f"Seed value {seed}")) for _ in range(seats)
            ]
            games.setdefault(seed, []).append(play(engines))
            if seed == 7:
                games[seed].append(play(engines))  # uginewgame begins anew
    assert all(game == games[7][0] for game in games[7]) and len(games[7]) == 4
    assert len({tuple(game) for found in games.values() for game in found}) > 3


@pytest.mark.parametrize("seed", [0, 7])
def test_the_first_of_equal_moves_needs_no_seed(seed: int) -> None:
    with ugi("Game value hilo", f"Seed value {seed}") as engine:
        assert hilo_game([engine]) == ["7", *["low", "7"] * 4]
