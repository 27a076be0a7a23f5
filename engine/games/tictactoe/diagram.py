"""The diagrams of tic-tac-toe."""

from __future__ import annotations

from collections.abc import Mapping

from ...display.diagram import LAST, LINE, LINES, Diagram, Symbol, unpack
from .game import GAME
from .position import CELLS_OF_LINES, NAMES, TicTacToePosition

SYMBOLS = {"x": Symbol("cross", "X", "X", "bold"), "o": Symbol("nought", "O", "O")}
SIZE = 3


def diagram(position: TicTacToePosition, last: str) -> Diagram:
    cells = unpack(position.fen().split()[0])
    marks = {NAMES.index(last): LAST} if last else {}
    for line in CELLS_OF_LINES:
        if cells[line[0]] and len({cells[cell] for cell in line}) == 1:
            marks |= dict.fromkeys(line, LINE)
    status = GAME.words.standing(position)
    return Diagram(SIZE, SIZE, cells, SYMBOLS, "abc", "321", LINES, marks, status=status, svg=drawings, game=GAME.name)


def cells(position: TicTacToePosition, move: int) -> tuple[tuple[int, ...], ...]:
    return ((NAMES.index(position.notation(move)),),)


def drawings() -> Mapping[str, str]:
    return {
        "x": '<path d="M22 22L78 78M22 78L78 22" fill="none" stroke="#000000" stroke-width="9"/>',
        "o": '<circle cx="50" cy="50" r="29" fill="none" stroke="#000000" stroke-width="9"/>',
    }
