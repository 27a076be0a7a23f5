"""Conversion of positions between Oddsfish and python-chess."""

from __future__ import annotations

from random import Random

import chess

from .position import ChessPosition

SHUFFLED = 960  # starting positions of Chess960


def from_board(board: chess.Board) -> ChessPosition:
    """The position of a python-chess board with the moves that led to it; ValueError if it cannot be played as chess.

    The moves begin after the last null move, which a ChessPosition cannot play. So repetitions count only from there.
    """
    if type(board).uci_variant != "chess":
        raise ValueError(f"not chess: {type(board).__name__}")
    moves = board.move_stack
    kept = max((i + 1 for i, move in enumerate(moves) if not move), default=0)
    root = board.copy()
    for _ in moves[kept:]:
        root.pop()
    position = ChessPosition(root.fen(en_passant="fen"), board.chess960)
    for move in moves[kept:]:
        position.play(root.uci(move))
        root.push(move)
    return position


def to_board(position: ChessPosition) -> chess.Board:
    """A python-chess board of the position, without its history.

    Its en passant square is set after every double step, as if the moves had been pushed. A Polyglot key depends on
    whether an enemy pawn stands beside the pawn, not on whether it may capture.
    """
    board = chess.Board(position.fen(), chess960=position.chess960)
    board.ep_square = position.double_step
    return board


def shuffled_start(random: Random) -> ChessPosition:
    """A random starting position of Chess960."""
    return from_board(chess.Board.from_chess960_pos(random.randrange(SHUFFLED)))
