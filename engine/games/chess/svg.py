"""The board as SVG, drawn by python-chess."""

from __future__ import annotations

import chess
import chess.svg

from .library import to_board
from .position import ChessPosition

SIZE = 360  # pixels


def board_svg(position: ChessPosition) -> str:
    """From White's side; a king in check is marked."""
    board = to_board(position)
    check = board.king(board.turn) if board.is_check() else None
    return chess.svg.board(board, check=check, size=SIZE)
