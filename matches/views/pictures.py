"""How positions look in plain text, drawn from their FEN alone, the last move marked by brackets."""

from __future__ import annotations

from collections.abc import Sequence

SIZE = 8  # ranks and files of a chessboard
COLUMNS = "abcdefg"  # of Connect-4
DISCS = {"r": "●", "y": "○", "P": "●", "p": "○"}  # as UGI's FEN has them, and as cfour's
ASCII_DISCS = {"r": "X", "y": "O", "P": "X", "p": "O"}
MARKS = {(True, False): "[", (False, True): "]", (True, True): "|"}  # between cells: marked to the right, to the left

Square = tuple[int, int]  # row from the top, column from the left


def picture(variant: str, fen: str, move: str = "", unicode: bool = True) -> list[str]:
    """The board as rows of text; `move` is the one that led to it, "" for none."""
    if variant in ("standard", "fischerandom"):
        return chessboard(fen, move, unicode)
    if variant in ("connect4", "cfour"):
        return connect4(fen, move, unicode)
    if variant == "hilo":
        return hilo(fen)
    return [fen]


def chessboard(fen: str, move: str, unicode: bool) -> list[str]:
    """White below; capital letters are White's men."""
    empty = "·" if unicode else "."
    cells = unpack(fen.partition(" ")[0], empty)
    marked = [(SIZE - int(square[1]), ord(square[0]) - ord("a")) for square in (move[:2], move[2:4]) if move]
    rows = [f"{SIZE - number}{row}" for number, row in enumerate(spread(cells, marked))]
    return [*rows, "  a b c d e f g h"]


def connect4(fen: str, move: str, unicode: bool) -> list[str]:
    """The first player's discs are full, or X."""
    empty = "·" if unicode else "."
    discs = DISCS if unicode else ASCII_DISCS
    placement = fen.partition(" ")[0].partition("[")[0]
    cells = ["".join(discs.get(cell, cell) for cell in row) for row in unpack(placement, empty)]
    landed = move.partition("@")[2][:1] or move[-1:]  # P@d1, d, or d>e for a disc that has slipped
    marked: list[Square] = []
    if landed and landed in COLUMNS:
        column = COLUMNS.index(landed)
        marked = [(number, column) for number, row in enumerate(cells) if row[column] != empty][:1]
    return [*spread(cells, marked), " " + " ".join(COLUMNS)]


def hilo(fen: str) -> list[str]:
    card, utility, draws = fen.split()
    return ["+----+", f"| {card:>2} |", "+----+", f"utility {float(utility):.6g}", f"{draws} to draw"]


def unpack(placement: str, empty: str) -> list[str]:
    """The rows of a FEN's first field, numbers written out as empty cells."""
    return ["".join(empty * int(cell) if cell.isdigit() else cell for cell in row) for row in placement.split("/")]


def spread(cells: Sequence[str], marked: Sequence[Square]) -> list[str]:
    """Rows with a column between each two cells and at both sides, where the brackets of marked cells go."""
    rows = []
    for number, row in enumerate(cells):
        edges = [
            MARKS.get(((number, place) in marked, (number, place - 1) in marked), " ") for place in range(len(row) + 1)
        ]
        rows.append("".join(edge + cell for edge, cell in zip(edges, [*row, ""], strict=True)).rstrip())
    return rows


def badge(variant: str, seat: int, unicode: bool) -> str:
    """What marks a player's men on the board, with a blank before it; "" where letters say it."""
    if variant not in ("connect4", "cfour"):
        return ""
    return " " + (DISCS if unicode else ASCII_DISCS)["ry"[seat]]
