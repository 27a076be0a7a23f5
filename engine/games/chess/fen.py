"""Forsyth-Edwards notation, strictly read: FEN, X-FEN and Shredder-FEN.

Faults that python-chess merely reports (rights without a rook, an en passant square that nobody can use) are accepted
and dropped, as it does. Positions that cannot be played are refused with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from ...display.diagram import unpack
from ...support.text import pack, shorten

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
NO_RANK = re.compile(r"[^1-8PNBRQKpnbrqk]|[1-8]{2}")  # what no rank contains
FILES = "abcdefgh"
CASTLING = "KQABCDEFGH"  # for White; for Black in small letters
MAX_PIECES = 16
FIFTY = 100  # plies without a capture or a pawn's move, after which a draw may be claimed
MAX_COUNTER = 9999  # more moves than any game can last


@dataclass(frozen=True)
class Fen:
    """The fields of a FEN: `pieces` maps a square (a1 = 0) to its letter."""

    pieces: Mapping[int, str]
    turn: int  # 0 White, 1 Black
    castling: tuple[tuple[int, int], ...]  # (colour, the rook's square), only if rook and king are in place
    en_passant: int | None
    clock: int
    fullmove: int


@lru_cache(maxsize=8)  # clients send the same FEN with every move of a game
def read(text: str, chess960: bool = False) -> Fen:
    """Read a FEN of four to six fields; ValueError with the reason if it cannot be a position."""
    fields = text.split()
    if not 4 <= len(fields) <= 6:
        raise ValueError(f"{shorten(text)!r} is no FEN of chess: it has four to six fields, not {len(fields)}")
    pieces = read_placement(fields[0])
    check_pieces(pieces)
    if fields[1] not in ("w", "b"):
        raise ValueError(f"the side to move is w or b, not {shorten(fields[1])!r}")
    turn = 0 if fields[1] == "w" else 1
    return Fen(
        pieces,
        turn,
        read_castling(fields[2], pieces, chess960),
        read_en_passant(fields[3], pieces, turn),
        read_counter(fields[4], "half-move clock") if len(fields) > 4 else 0,
        max(1, read_counter(fields[5], "full-move number")) if len(fields) > 5 else 1,
    )


def read_placement(text: str) -> dict[int, str]:
    pieces: dict[int, str] = {}
    ranks = text.split("/")
    if len(ranks) != 8:
        raise ValueError(f"the board has eight ranks, not {len(ranks)}")
    for number, rank in zip(range(8, 0, -1), ranks, strict=True):
        if NO_RANK.search(rank):
            raise ValueError(f"rank {number} is malformed: {shorten(rank)!r}")
        letters = unpack(rank)
        if len(letters) != 8:
            raise ValueError(f"rank {number} has {len(letters)} squares, not 8")
        pieces |= {8 * (number - 1) + file: letter for file, letter in enumerate(letters) if letter}
    return pieces


def check_pieces(pieces: dict[int, str]) -> None:
    letters = list(pieces.values())
    for colour, king in (("White", "K"), ("Black", "k")):
        if letters.count(king) != 1:
            raise ValueError(f"{colour} has {letters.count(king)} kings, not one")
        count = sum(letter.isupper() == king.isupper() for letter in letters)
        if count > MAX_PIECES:
            raise ValueError(f"{colour} has {count} pieces, more than {MAX_PIECES}")
    if any(letter in "Pp" and square // 8 in (0, 7) for square, letter in pieces.items()):
        raise ValueError("a pawn stands on the first or last rank")


def read_castling(text: str, pieces: dict[int, str], chess960: bool) -> tuple[tuple[int, int], ...]:
    """K and Q mean the outermost rook on that side of the king, file letters the rook on that file.

    Each king has at most one right for each side, that of the outer rook, as in python-chess.
    """
    if text == "-":
        return ()
    white = [letter for letter in text if letter in CASTLING]
    black = [letter for letter in text if letter in CASTLING.lower()]
    known = len(white) + len(black) == len(text)
    if not known or len(set(text)) != len(text) or len(white) > 2 or len(black) > 2:
        raise ValueError(f"castling rights are malformed: {shorten(text)!r}")
    rights: dict[tuple[int, bool], int] = {}
    for letter in text:
        colour = 0 if letter.isupper() else 1
        row = 56 * colour
        king = next((file for file in range(8) if pieces.get(row + file) == "Kk"[colour]), None)
        rooks = [file for file in range(8) if pieces.get(row + file) == "Rr"[colour]]
        if letter in "Kk":
            rooks = rooks[-1:]
        elif letter in "Qq":
            rooks = rooks[:1]
        else:
            rooks = [file for file in rooks if file == FILES.index(letter.lower())]
        if king is None or not rooks:
            continue
        on_kings_side = rooks[0] > king
        if letter in "KkQq" and on_kings_side != (letter in "Kk"):
            continue
        if chess960 or (king == 4 and rooks[0] in (0, 7)):
            rook = row + rooks[0]
            outer = max if on_kings_side else min
            rights[colour, on_kings_side] = outer(rook, rights.get((colour, on_kings_side), rook))
    return tuple(sorted((colour, rook) for (colour, _), rook in rights.items()))


def read_en_passant(text: str, pieces: dict[int, str], turn: int) -> int | None:
    """The named square if a pawn can just have made a double step over it, else None; ValueError if malformed."""
    if text == "-":
        return None
    if len(text) != 2 or text[0] not in FILES or text[1] not in "12345678":
        raise ValueError(f"the en passant square is malformed: {shorten(text)!r}")
    square = FILES.index(text[0]) + 8 * (int(text[1]) - 1)
    forward = 8 if turn == 0 else -8
    stepped = (
        square // 8 == (5 if turn == 0 else 2)
        and pieces.get(square - forward) == "pP"[turn]
        and square not in pieces
        and square + forward not in pieces
    )
    return square if stepped else None


def read_counter(text: str, name: str) -> int:
    if not (text.isascii() and text.isdigit()) or len(text) > 9 or int(text) > MAX_COUNTER:
        raise ValueError(f"the {name} is a number from 0 to {MAX_COUNTER}, not {shorten(text)!r}")
    return int(text)


def write(position: Fen) -> str:
    """The FEN of a position, with X-FEN castling rights; equal to that of python-chess."""
    ranks = ("".join(position.pieces.get(8 * rank + file, " ") for file in range(8)) for rank in range(7, -1, -1))
    return " ".join(
        (
            pack(ranks),
            "wb"[position.turn],
            write_castling(position) or "-",
            "-" if position.en_passant is None else FILES[position.en_passant % 8] + str(position.en_passant // 8 + 1),
            str(position.clock),
            str(position.fullmove),
        )
    )


def write_castling(position: Fen) -> str:
    text = ""
    for colour in (0, 1):
        king = next((square for square, letter in position.pieces.items() if letter == "Kk"[colour]), None)
        if king is None:
            raise ValueError(f"{('White', 'Black')[colour]} has no king")
        row = 56 * colour
        rooks = [square for square in range(row, row + 8) if position.pieces.get(square) == "Rr"[colour]]
        for rook in sorted((square for owner, square in position.castling if owner == colour), reverse=True):
            on_kings_side = rook > king
            hidden = rooks[-1] != rook if on_kings_side else rooks[0] != rook
            letter = FILES[rook % 8] if hidden else "k" if on_kings_side else "q"
            text += letter.upper() if colour == 0 else letter
    return text
