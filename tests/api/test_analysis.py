"""The call that analyses a position, with our positions and with python-chess's boards."""

from __future__ import annotations

import dataclasses

import chess
import pytest
from oddsfish.engine import ChessPosition, HiloPosition, Info, Limits, analyse
from oddsfish.engine.games.chess.library import from_board, to_board

MIDDLEGAME = "r1bqkbnr/ppp2ppp/2np4/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4"
SEARCHES = ("Minimax", "AlphaBeta", "Expectimax")


@pytest.mark.parametrize("search", [*SEARCHES, "Auto"])
def test_a_board_gives_moves_of_python_chess(search: str) -> None:
    board = chess.Board(MIDDLEGAME)
    before = board.copy()
    result = analyse(board, search, Limits(depth=2))
    assert result.move in list(board.legal_moves)
    assert result.pv[0] == result.move
    assert {line.move for line in result.lines} == set(board.legal_moves)
    assert board == before
    assert board.move_stack == before.move_stack
    assert result == result  # noqa: PLR0124 - frozen dataclasses compare by value
    with pytest.raises(dataclasses.FrozenInstanceError):
        result.move = None  # type: ignore[misc]


def test_a_result_tells_what_was_done() -> None:
    told: list[Info] = []
    result = analyse(ChessPosition(MIDDLEGAME), "Minimax", Limits(depth=3), {"Deepening": False}, told.append)
    assert (result.move, result.depth, result.nodes) == ("c4b5", 3, 35763)
    assert len(result.lines) == 33
    assert result.seconds > 0
    assert [info.depth for info in told] == [3]
    assert told[0].line is not None
    assert told[0].line.pv == result.pv


@pytest.mark.parametrize("search", SEARCHES)
def test_black_is_told_the_same_as_white_in_the_mirrored_position(search: str) -> None:
    board = chess.Board(MIDDLEGAME)
    white = analyse(board, search, Limits(depth=3), {"MultiPV": 256})
    black = analyse(board.mirror(), search, Limits(depth=3), {"MultiPV": 256})
    assert black.score == white.score
    assert sorted(line.score.value for line in black.lines) == sorted(line.score.value for line in white.lines)


def test_the_history_of_a_board_counts() -> None:
    """White, ahead, must avoid the third occurrence; the same position without its history has no such trouble."""
    board = chess.Board("k7/8/8/8/8/8/1R6/K7 w - - 0 1")
    for move in ("b2c2", "a8a7", "c2b2", "a7a8", "b2c2", "a8a7", "c2b2"):
        board.push_uci(move)
    back = chess.Move.from_uci("a7a8")  # the third time
    drawn = analyse(board, "Minimax", Limits(depth=1, moves=(back,)))
    assert drawn.score.value == 0
    assert analyse(chess.Board(board.fen()), "Minimax", Limits(depth=1, moves=(back,))).score.value < -400


def test_a_null_move_begins_a_new_history() -> None:
    board = chess.Board()
    board.push_uci("e2e4")
    board.push(chess.Move.null())
    board.push_uci("d2d4")
    assert from_board(board).fen() == board.fen()


def test_boards_come_back_as_they_were() -> None:
    for fen, chess960 in (
        (chess.STARTING_FEN, False),
        ("1rk2r2/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/1RK2R2 w FBfb - 0 1", True),
    ):
        board = chess.Board(fen, chess960=chess960)
        again = to_board(from_board(board))
        assert again == board
        assert again.chess960 == chess960


def test_castling_is_a_move_of_the_board() -> None:
    for chess960, text in ((False, "e1g1"), (True, "e1h1")):
        board = chess.Board("4k3/8/8/8/8/8/5PPP/4K2R w K - 0 1", chess960=chess960)
        castle = board.parse_san("O-O")
        result = analyse(board, limits=Limits(depth=1, moves=(castle,)))
        assert result.move == castle
        assert castle.uci() == text


def test_a_finished_game_has_no_move() -> None:
    mated = analyse(chess.Board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1"))
    assert (mated.move, mated.pv, mated.lines, mated.score.plies) == (None, (), (), 0)
    assert mated.score.value < 0
    stalemated = analyse(ChessPosition("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"))
    assert (stalemated.move, stalemated.score.value, stalemated.score.plies) == (None, 0, None)
    assert analyse(HiloPosition(5, -1.0, 1)).score.value == -1


def test_a_board_that_is_not_chess_is_refused() -> None:
    import chess.variant

    with pytest.raises(ValueError, match="not chess"):
        analyse(chess.variant.AtomicBoard())
    with pytest.raises(ValueError, match="0 kings"):
        analyse(chess.Board(None))
