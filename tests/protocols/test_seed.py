"""`TiePolicy` random with a `Seed`: the same games each time, and other games with another seed."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import ExitStack

import chess
import chess.engine
import pytest
from engine_process import COMMAND, EngineProcess
from slow_games import SLIPPING, Grid
from ugi_runner import drop, query, think, ugi

# A poor evaluation and a shallow search: many moves are equally good.
CHESS = {"TiePolicy": "random", "Evaluation": "Material", "Search": "AlphaBeta"}
LIMIT = chess.engine.Limit(depth=2)
MOST_PLIES = 100
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
    """A new game begins the random sequence anew; the same game continues it."""
    with ExitStack() as stack:
        engines = start(stack, 7)
        first, second = (chess_game(engines, game) for game in (1, 2))
        third = chess_game(engines, 2)  # without ucinewgame
    with ExitStack() as stack:
        again = chess_game(start(stack, 7), game=1)
    with ExitStack() as stack:
        other = chess_game(start(stack, 8), game=1)
    assert first == second == again != third
    assert other != first and len(first) > 20


def connect4_game(engines: list[EngineProcess]) -> list[str]:
    """A game to its end; discs slip by random numbers of the test."""
    rng, grid, moves = random.Random(1), Grid(), list[str]()
    for engine in engines:
        engine.send("uginewgame", "position startpos")
    while query(engines[0], "gameover") == "false":
        moves.append(drop(grid, think(engines[len(moves) % 2], "go depth 1"), rng, SLIPPING))
        for engine in engines:
            engine.send(f"position startpos moves {' '.join(moves)}")
    return moves


def hilo_game(engines: list[EngineProcess]) -> list[str]:
    """A game whose cards are all alike."""
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
    ],
)
def test_games_over_ugi(play: Callable[[list[EngineProcess]], list[str]], seats: int, options: tuple[str, ...]) -> None:
    games: dict[int, list[list[str]]] = {}
    for seeds in ((7, 7, *range(8, 14)), (7, 8, 7)):  # uginewgame begins anew, in another process, too
        with ExitStack() as stack:
            engines = [stack.enter_context(ugi(*options, "TiePolicy value random")) for _ in range(seats)]
            for seed in seeds:
                for engine in engines:
                    engine.send(f"setoption name Seed value {seed}")
                games.setdefault(seed, []).append(play(engines))
    assert all(game == games[7][0] for game in games[7]) and len(games[7]) == 4
    assert len({tuple(game) for found in games.values() for game in found}) > 3


def test_the_first_of_equal_moves_needs_no_seed() -> None:
    with ugi("Game value hilo", "Seed value 7") as engine:
        assert hilo_game([engine]) == ["7", *["low", "7"] * 4]
