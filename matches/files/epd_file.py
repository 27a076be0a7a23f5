"""The last positions of a match's games, one per line. Equal positions of two games cannot be told apart."""

from __future__ import annotations

from pathlib import Path

import chess

from ..record import Record
from ..settings import Match
from ..variants import by_library, chess960, position
from .appended_file import AppendedFile


class EpdFile(AppendedFile):
    """Only finished games have an entry."""

    def __init__(self, path: Path, match: Match) -> None:
        super().__init__(path)
        self.match = match

    def wants(self, record: Record) -> bool:
        return record.finished

    def text(self, record: Record) -> bytes:
        return final_position(record, self.match).encode() + self.END


def final_position(record: Record, match: Match) -> str:
    """The last position of a game as EPD (in other games than chess: its FEN)."""
    moves = [ply.move for ply in record.plies]
    if not by_library(record.variant):
        return position(record.variant, match.variant_options, record.start, moves).fen()
    board = chess.Board(record.start or chess.STARTING_FEN, chess960=chess960(record.variant))
    for move in moves:
        board.push_uci(move)
    return board.epd()
