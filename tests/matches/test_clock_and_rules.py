"""Clocks and the rules of chess, against plain arithmetic and python-chess."""

from __future__ import annotations

import random
from collections.abc import Iterator

import chess
import pytest
from oddsfish.matches.game.chess_arbiter import ChessArbiter
from oddsfish.matches.game.clock import Clock
from oddsfish.matches.record import Termination
from oddsfish.matches.settings import Opening, TimeControl


@pytest.mark.parametrize("seed", range(100))
def test_a_clock_against_plain_arithmetic(seed: int) -> None:
    """Time for the game, for periods, for each move, or without limit. A margin comes after the time, not in it."""
    rng = random.Random(seed)
    base, per_move = rng.choice([(rng.uniform(0.1, 5.0), None)] * 3 + [(None, rng.uniform(0.5, 5.0)), (None, None)])
    control = TimeControl(base, rng.choice([0.0, rng.random()]), rng.choice([0, rng.randrange(1, 6)]), per_move)
    margin = rng.choice([0.0, rng.random()])
    clock = Clock(control, margin)
    left = base
    for move in range(1, 60):
        allowed = left if per_move is None else per_move
        assert clock.deadline == (None if allowed is None else pytest.approx(allowed + margin))
        seconds = rng.expovariate(2.0)
        fallen = allowed is not None and seconds > allowed + margin
        assert clock.charge(seconds) is not fallen
        if fallen:
            assert clock.left == (None if base is None else 0.0)
            break
        if left is not None and base is not None:
            left = max(0.0, left - seconds) + control.increment
            if control.moves and move % control.moves == 0:
                left += base
            assert clock.left == pytest.approx(left)
            assert clock.togo == (control.moves - move % control.moves if control.moves else 0)
        else:
            assert clock.left is None


# Chess, against python-chess.


def expected_ending(board: chess.Board) -> Termination | None:
    """The ending by python-chess's judgement, which looks through the whole game."""
    outcome = board.outcome(claim_draw=False)
    if outcome is not None and outcome.termination is chess.Termination.CHECKMATE:
        return Termination.CHECKMATE
    if outcome is not None and outcome.termination is chess.Termination.STALEMATE:
        return Termination.STALEMATE
    if outcome is not None and outcome.termination is chess.Termination.INSUFFICIENT_MATERIAL:
        return Termination.MATERIAL
    if board.is_repetition(3):
        return Termination.REPETITION
    if board.is_fifty_moves():
        return Termination.FIFTY
    return None


def check_game(arbiter: ChessArbiter, board: chess.Board, rng: random.Random, plies: int) -> Termination | None:
    """Play random moves on both boards; return how the game ended."""
    for _ in range(plies):
        verdict = arbiter.verdict()
        assert (verdict.ending if verdict else None) == expected_ending(board)
        assert arbiter.turn == (0 if board.turn else 1)
        assert arbiter.fen() == board.fen()
        assert arbiter.pieces == len(board.piece_map())
        if verdict is not None:
            assert arbiter.choices() == []
            winner = {"1-0": chess.WHITE, "0-1": chess.BLACK, "1/2-1/2": None}[verdict.result]
            assert winner == (None if verdict.ending is not Termination.CHECKMATE else not board.turn)
            return verdict.ending
        assert set(arbiter.choices()) == {move.uci() for move in board.legal_moves}
        moves = list(board.legal_moves)
        quiet = [move for move in moves if not board.is_zeroing(move)]
        move = rng.choice(quiet if quiet and rng.random() < 0.8 else moves)
        text = board.san(move)
        assert arbiter.play(move.uci()) == (move.uci(), text)
        board.push(move)
        assert arbiter.irreversible == (board.halfmove_clock == 0)
    return None


def positions() -> Iterator[str]:
    yield chess.STARTING_FEN
    yield "8/8/4k3/8/8/3RK3/8/8 w - - 0 1"
    yield "8/8/4k3/8/8/3BK3/8/7n w - - 60 90"
    yield "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    yield "4k3/P7/8/3pP3/8/8/7p/4K3 w - d6 0 10"
    yield "7k/5Q2/8/8/8/8/8/K7 b - - 99 120"


@pytest.mark.slow
def test_endings_against_python_chess() -> None:
    rng = random.Random(4)
    endings = set()
    for fen in positions():
        for _ in range(15):
            arbiter = ChessArbiter(Opening(fen), chess960=False)
            endings.add(check_game(arbiter, chess.Board(fen), rng, 250))
    kinds = {
        Termination.CHECKMATE,
        Termination.STALEMATE,
        Termination.MATERIAL,
        Termination.REPETITION,
        Termination.FIFTY,
    }
    assert kinds <= endings, "the games are to end in all ways"


def test_chess960_against_python_chess() -> None:
    rng = random.Random(5)
    for _ in range(15):
        board = chess.Board.from_chess960_pos(rng.randrange(960))
        for square in chess.SquareSet(board.occupied & ~board.kings & ~board.rooks & ~board.pawns):
            if rng.random() < 0.7:
                board.remove_piece_at(square)  # so that there is castling
        arbiter = ChessArbiter(Opening(board.fen()), chess960=True)
        check_game(arbiter, board, rng, 100)


@pytest.mark.parametrize("chess960", [False, True])
def test_castling_may_be_written_either_way(chess960: bool) -> None:
    for move in ("e1g1", "e1h1"):
        arbiter = ChessArbiter(Opening("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), chess960)
        played, text = arbiter.play(move)
        assert text == "O-O"
        assert played in (("e1h1", "e1g1") if chess960 else ("e1g1",))
        assert arbiter.fen() == "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"


def test_what_is_no_move() -> None:
    fen = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1"
    arbiter = ChessArbiter(Opening(fen), chess960=False)
    for move in ("0000", "e1e3", "e8e7", "", "e1", "e1e2q", "(none)", "P@e4", "O-O", "Ke2", "ééé", "a7a8"):
        with pytest.raises(ValueError):
            arbiter.play(move)
        assert arbiter.fen() == fen and arbiter.moves == []
    assert arbiter.play("a7a8n") == ("a7a8n", "a8=N")
