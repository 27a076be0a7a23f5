"""Diagrams of chess. Pieces are letters, capital ones for White, or python-chess's drawings."""

from __future__ import annotations

from collections.abc import Mapping

from ...display.diagram import CHECK, LAST, Diagram, Symbol, unpack
from .game import GAME
from .position import ChessPosition

NAMES = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}
SYMBOLS = {
    **{piece.upper(): Symbol(f"white {name}", piece.upper(), piece.upper(), "bold") for piece, name in NAMES.items()},
    **{piece: Symbol(f"black {name}", piece, piece) for piece, name in NAMES.items()},
}
FILES, RANKS = "abcdefgh", "87654321"
SIZE = 8


def diagram(position: ChessPosition, last: str) -> Diagram:
    cells = unpack(position.fen().partition(" ")[0])
    marks = {cell_of(square): LAST for square in (last[:2], last[2:4]) if square}
    if position.checking():
        marks[cells.index("Kk"[position.player()])] = CHECK
    return Diagram(
        SIZE,
        SIZE,
        cells,
        SYMBOLS,
        FILES,
        RANKS,
        marks=marks,
        status=GAME.words.standing(position),
        turns=True,
        svg=drawings,
        game=GAME.name,
    )


def cell_of(square: str) -> int:
    """The cell of a square such as e4; ValueError if it is none."""
    if len(square) != 2 or square[0] not in FILES or square[1] not in RANKS:
        raise ValueError(f"{square!a} is no square")
    return SIZE * RANKS.index(square[1]) + FILES.index(square[0])


def cells(position: ChessPosition, move: int) -> tuple[tuple[int, ...], ...]:
    """The cells of the start and of the end. Castling written as king takes rook also ends on the king's new square."""
    text = position.notation(move)
    start, end = cell_of(text[:2]), cell_of(text[2:4])
    placed = unpack(position.fen().partition(" ")[0])
    if placed[start].lower() != "k" or placed[end].lower() != "r" or placed[start].isupper() != placed[end].isupper():
        return (start,), (end,)
    king = cell_of(f"{'g' if end > start else 'c'}{text[1]}")
    return (start,), (end, *(() if king == start else (king,)))


def drawings() -> Mapping[str, str]:
    """The pieces of python-chess, scaled from squares of 45 to squares of 100."""
    import chess.svg

    return {key: f'<g transform="scale({100 / 45:.6g})">{chess.svg.PIECES[key]}</g>' for key in SYMBOLS}
