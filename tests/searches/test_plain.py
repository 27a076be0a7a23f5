"""The searches in plain Python, on python-chess boards and against the compiled ones."""

from __future__ import annotations

import chess
import pytest
from oddsfish.engine import ChessPosition, Limits, analyse, plain

POSITIONS = (
    "r1bqkbnr/ppp2ppp/2np4/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
    "6k1/5ppp/8/8/8/8/1r3PPP/3R2K1 w - - 0 1",
    "7k/8/5K2/6Q1/8/8/8/8 b - - 98 60",
)


def evaluate(board: chess.Board) -> float:
    return float(ChessPosition(board.fen()).value())


@pytest.mark.parametrize("fen", POSITIONS)
@pytest.mark.parametrize(
    ("oracle", "search"),
    [(plain.Minimax, "Minimax"), (plain.AlphaBeta, "AlphaBeta"), (plain.Expectimax, "Expectimax")],
)
def test_a_board_is_searched_as_our_own_position(fen: str, oracle: type[plain.Minimax], search: str) -> None:
    game = plain.ChessGame(chess.Board(fen), evaluate)
    for depth in (1, 2):
        slow = oracle()
        move, value = slow.best(game, depth)
        result = analyse(
            ChessPosition(fen), search, Limits(depth=depth), {"MoveOrder": "python-chess", "Deepening": False}
        )
        assert result.move == move.uci()
        assert result.score.value == pytest.approx(value if game.player() == 0 else -value, rel=1e-12)
        assert result.nodes == slow.nodes


def test_the_men_are_counted() -> None:
    game = plain.ChessGame(chess.Board("4k3/8/8/8/8/8/PP6/RN2K3 w - - 0 1"))
    assert game.value() == 100 + 100 + 500 + 320


def test_a_model_decides_how_likely_a_move_is() -> None:
    """If the opponent always plays his first move in order, the value is exactly that of the position after it."""
    board = chess.Board(POSITIONS[0])
    first = plain.Expectimax(weigh=lambda game, moves: [1.0] + [0.0] * (len(moves) - 1))
    for move, value in first.root(plain.ChessGame(board, evaluate), 2):
        board.push(move)
        board.push(next(iter(board.legal_moves)))
        assert value == evaluate(board)
        board.pop()
        board.pop()
