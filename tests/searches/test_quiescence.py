"""Quiescence: the noisy moves, compared with python-chess; and those that a game in plain Python may name.

`tests/conformance` compares the searches that use it with plain Python, on random games.
"""

from __future__ import annotations

from random import Random
from typing import Any

import chess
import pytest
from oddsfish.engine import ChessPosition, Limits, PythonPosition, Win, analyse, plain
from oddsfish.engine.games.chess.library import from_board
from oddsfish.engine.options import Options

GAMES = 5
SEARCHES = ("Minimax", "AlphaBeta", "Expectimax", "BranchLimit")


def boards(seed: int) -> list[chess.Board]:
    """Positions of a random game in which checks and promotions are preferred, so that some answer a check."""
    random = Random(seed)
    board = chess.Board()
    found: list[chess.Board] = []
    while not board.is_game_over() and len(found) < 120:
        found.append(board.copy())
        moves = list(board.legal_moves)
        sharp = [move for move in moves if board.gives_check(move) or move.promotion]
        board.push(random.choice(sharp if sharp and random.random() < 0.5 else moves))
    return found


def test_noisy_moves_of_chess_are_captures_and_queens_and_in_check_all() -> None:
    seen = {"check": 0, "en passant": 0, "promotion": 0, "answer": 0}
    for seed in range(GAMES):
        for board in boards(seed):
            position = from_board(board)
            for behind in (0, 1, 3):
                moves, obliged = plain.ChessGame(board).noisy(behind)
                mine, must = position.noisy(behind)
                assert sorted(map(position.notation, mine)) == sorted(move.uci() for move in moves), board.fen()
                assert must == obliged
            seen["check"] += board.is_check()
            seen["answer"] += board.is_check() and not obliged  # type: ignore[possibly-undefined]
            seen["en passant"] += any(map(board.is_en_passant, moves))  # type: ignore[possibly-undefined]
            seen["promotion"] += any(move.promotion for move in moves)
    assert all(seen.values()), seen


@pytest.mark.parametrize("order", ["generated", "python-chess"])
def test_the_rest_of_the_moves_is_quiet_and_in_the_order_of_all(order: str) -> None:
    for board in boards(7):
        position = from_board(board)
        position.configure({**Options(), "MoveOrder": order})
        noisy, obliged = position.noisy()
        assert obliged == board.is_check()
        assert [move for move in position.moves() if move in noisy] == noisy


def test_a_mate_behind_the_depth_is_forced_if_the_loser_had_no_other_move() -> None:
    """Rxd8+ Rxd8 Qxd8 mate. With a flight square the king escapes, by a move that is seen because he is in check."""
    for fen, plies, variation in (
        ("r2r2k1/5ppp/8/8/8/8/3R1PPP/3Q2K1 w - - 0 1", 3, ("d2d8", "a8d8", "d1d8")),
        ("r2r2k1/5pp1/7p/8/8/8/3R1PPP/3Q2K1 w - - 0 1", None, ("d2d8", "a8d8", "d1d8", "g8h7")),
    ):
        line = analyse(ChessPosition(fen), "AlphaBeta", Limits(depth=1), {"Quiescence": True}).lines[0]
        assert (line.score.plies, line.pv) == (plies, variation)
        assert analyse(ChessPosition(fen), "AlphaBeta", Limits(depth=1)).lines[0].score.plies is None  # off by default


class Duel(PythonPosition[str]):
    """Three plies of one quiet and one noisy move, in plain Python."""

    noise: Any = (["hit"], False)

    def __init__(self) -> None:
        self.played: list[str] = []

    def moves(self) -> list[str]:
        return ["wait", "hit"]

    def play(self, move: str) -> None:
        self.played.append(move)

    def undo(self) -> None:
        self.played.pop()

    def player(self) -> int:
        return len(self.played) % 2

    def ending(self) -> Win | float | None:
        return None if len(self.played) < 3 else Win(0) if self.played[-1] == "hit" else 0.0

    def value(self) -> float:
        return float(self.played.count("hit"))

    def noisy(self, behind: int = 0) -> Any:
        return self.noise


def test_a_game_in_plain_python_names_its_noisy_moves() -> None:
    assert Duel().noisy() == (["hit"], False)
    for depth in (1, 2, 3):
        for search in SEARCHES:
            result = analyse(Duel(), search, Limits(depth=depth), {"Quiescence": True, "Opponent": "optimal"})
            move, value = plain.Minimax(quiescence=True).best(Duel(), depth)
            assert (result.move, result.score.value) == (move, value)


@pytest.mark.parametrize(
    ("noise", "error", "text"),
    [
        (["hit"], TypeError, "not moves and True or False"),
        (None, TypeError, "not moves and True or False"),
        ((["hit", "run"], False), ValueError, "'run', which is no legal move"),
        ((None, False), TypeError, "not a list"),
        (([[]], False), TypeError, "cannot be hashed"),
        (([], True), ValueError, "without moves"),
        ((["hit"] * 1000, False), ValueError, "more than 512"),
    ],
)
def test_noisy_moves_that_make_no_sense_are_refused(noise: Any, error: type[Exception], text: str) -> None:
    class Odd(Duel):
        pass

    Odd.noise = noise
    for search in SEARCHES:
        with pytest.raises(error, match=text):
            analyse(Odd(), search, Limits(depth=1), {"Quiescence": True})
        assert analyse(Odd(), search, Limits(depth=1)).move is not None


def test_noise_without_end_is_cut_off() -> None:
    class Endless(Duel):
        noise = (["hit"], True)

        def ending(self) -> Win | float | None:
            return None

        def moves(self) -> list[str]:
            return ["hit"]

    for search in SEARCHES:
        result = analyse(Endless(), search, Limits(depth=2), {"Quiescence": True})
        assert result.move == "hit"
        assert result.lines[0].seldepth == 128
