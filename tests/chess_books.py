"""Opening books for tests, and the path of a few endgame tables of three pieces, made by R. de Man's generator."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from pathlib import Path

import chess
import chess.polyglot

TABLES = Path(__file__).parent / "syzygy"  # without KRvK.rtbz: for that only WDL is known
Move = tuple[str, str, int]  # a FEN, a move (castling as king takes rook), its weight


def raw(move: str) -> int:
    """A move in the format of the book, legal or not."""
    start, target = (chess.parse_square(name) for name in (move[:2], move[2:4]))
    return " nbrq".index(move[4:] or " ") << 12 | start << 6 | target


def write_book(path: Path, moves: Iterable[Move]) -> Path:
    """Write a book of these moves; return its path."""
    entries = [(chess.polyglot.zobrist_hash(chess.Board(fen)), raw(move), weight) for fen, move, weight in moves]
    path.write_bytes(b"".join(struct.pack(">QHHI", *entry, 0) for entry in sorted(entries, key=lambda entry: entry[0])))
    return path
