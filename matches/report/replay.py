"""How a page replays a game: an empty board drawn once, and for each ply the squares that change, as short as can be.

A step is squares and what then stands there, `.` for nothing: `e2.e4P`. The first two squares are those to be marked; a
`+` at the end says that the side to move is in check. For HiLo a step is the card that is up and the utility: `9:1.4`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod

import chess
import chess.svg

from ...engine.games.connect4 import cfour, notation, svg
from ...engine.games.connect4 import fen as connect4_fen
from ...engine.games.hilo import fen as hilo_fen
from ...engine.games.hilo.position import HiloPosition
from ..record import Record

CHESS_MARGIN = 15  # pixels around the squares, as chess.svg draws them
DISCS = "ry"


class Replay(ABC):
    """One kind of game. colours: of the two sides. flips: whether the board makes sense upside down."""

    kind: str
    colours: tuple[str, str]
    flips = False

    @abstractmethod
    def drawing(self) -> str:
        """The board as SVG, empty, in <g> of class `frame`; its pieces and marks in <defs>. "" if there is none."""

    @abstractmethod
    def geometry(self) -> dict[str, float]:
        """Where to put pieces: columns, rows, the size of a cell, the corner of the upper left one."""

    @abstractmethod
    def start(self, record: Record) -> str:
        """All that stands on the board before the first ply, as a step."""

    @abstractmethod
    def number(self, record: Record) -> int:
        """Of the first move."""

    @abstractmethod
    def steps(self, record: Record) -> list[str]:
        """One for each ply; ValueError if a ply cannot have been played there."""


class Chess(Replay):
    kind = "chess"
    colours = ("White", "Black")
    flips = True

    def drawing(self) -> str:
        full = str(chess.svg.board(chess.Board(), check=chess.E1))  # has every piece, and how a check is marked
        definitions = "".join(re.findall(r"<defs>(.*?)</defs>", full, re.DOTALL))
        cell = chess.svg.SQUARE_SIZE
        marks = (
            f'<rect id="mark" width="{cell}" height="{cell}" fill="#7fb800" fill-opacity="0.5"/>'
            f'<rect id="check" width="{cell}" height="{cell}" fill="url(#check_gradient)"/>'
        )
        size = 8 * cell + 2 * CHESS_MARGIN
        frames = []
        for side, hidden in enumerate(("", " hidden")):
            squares = inside(chess.svg.board(None, orientation=not side))
            frames.append(f'<g class="frame" data-bottom="{side}"{hidden}>{squares}</g>')
        return f'viewBox="0 0 {size} {size}"><defs>{definitions}{marks}</defs>{"".join(frames)}'

    def geometry(self) -> dict[str, float]:
        return {"columns": 8, "rows": 8, "cell": chess.svg.SQUARE_SIZE, "left": CHESS_MARGIN, "top": CHESS_MARGIN}

    def board(self, record: Record) -> chess.Board:
        return chess.Board(record.start or chess.STARTING_FEN, chess960=record.variant == "fischerandom")

    def start(self, record: Record) -> str:
        pieces = sorted(self.board(record).piece_map().items())
        return "".join(chess.square_name(square) + piece.symbol() for square, piece in pieces)

    def number(self, record: Record) -> int:
        return self.board(record).fullmove_number

    def steps(self, record: Record) -> list[str]:
        board = self.board(record)
        found = []
        for ply in record.plies:
            move = chess.Move.from_uci(ply.move)
            step = changes(board, move)
            board.push(move)
            found.append(step + "+" * board.is_check())
        return found


def inside(drawing: str) -> str:
    """What stands between <svg> and </svg>."""
    return drawing[drawing.index(">") + 1 : drawing.rindex("<")]


def changes(board: chess.Board, move: chess.Move) -> str:
    """The step of a chess move that is not played yet."""
    piece = board.piece_at(move.from_square)
    if piece is None or piece.color != board.turn:
        raise ValueError(f"{move} cannot be played in {board.fen()}")
    if board.is_castling(move):
        rank = chess.square_rank(move.from_square)
        short = board.is_kingside_castling(move)
        takes_rook = board.color_at(move.to_square) == board.turn
        rook = move.to_square if takes_rook else chess.square(7 if short else 0, rank)
        king_to, rook_to = chess.square(6 if short else 2, rank), chess.square(5 if short else 3, rank)
        squares = {move.from_square: ".", king_to: piece.symbol()}
        squares.setdefault(rook, ".")
        squares[rook_to] = chess.Piece(chess.ROOK, piece.color).symbol()
    else:
        landed = chess.Piece(move.promotion, piece.color) if move.promotion else piece
        squares = {move.from_square: ".", move.to_square: landed.symbol()}
        if board.is_en_passant(move):
            squares[chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))] = "."
    return "".join(chess.square_name(square) + symbol for square, symbol in squares.items())


class Connect4(Replay):
    kind = "connect4"
    colours = ("Red", "Yellow")

    def drawing(self) -> str:
        half = svg.CELL // 2
        definitions = "".join(
            f'<g id="{disc}" transform="translate({half} {half})">{svg.cell_svg(0, 0, colour)}</g>'
            for colour, disc in enumerate(DISCS)
        )
        mark = f'<circle cx="{half}" cy="{half}" r="{half - 2}" fill="none" stroke="#fff" stroke-width="3"/>'
        parts = [f'<rect width="{svg.WIDTH}" height="{svg.HEIGHT}" rx="8" fill="{svg.BOARD}"/>']
        for column, letter in enumerate(notation.LETTERS):
            x = svg.MARGIN + svg.CELL * column + half
            ys = [svg.MARGIN + svg.CELL * row + half for row in range(connect4_fen.ROWS)]
            parts += [svg.cell_svg(x, y, None) for y in ys]
            parts.append(f'<text x="{x}" y="{svg.HEIGHT + 17}" text-anchor="middle">{letter}</text>')
        frame = f'<g class="frame" data-bottom="0">{"".join(parts)}</g>'
        size = f"0 0 {svg.WIDTH} {svg.HEIGHT + 24}"
        return f'viewBox="{size}"><defs>{definitions}<g id="mark">{mark}</g></defs>{frame}'

    def geometry(self) -> dict[str, float]:
        columns, rows = connect4_fen.COLUMNS, connect4_fen.ROWS
        return {"columns": columns, "rows": rows, "cell": svg.CELL, "left": svg.MARGIN, "top": svg.MARGIN}

    def board(self, record: Record) -> connect4_fen.Board:
        if record.variant == "cfour":
            return cfour.read(record.start or cfour.START)
        return connect4_fen.read(record.start or connect4_fen.START)

    def start(self, record: Record) -> str:
        discs = sorted(self.board(record).discs.items())
        return "".join(cell(column, row) + DISCS[colour] for (column, row), colour in discs)

    def number(self, record: Record) -> int:
        return self.board(record).number

    def steps(self, record: Record) -> list[str]:
        board = self.board(record)
        heights = [sum(column == place for column, _ in board.discs) for place in range(connect4_fen.COLUMNS)]
        found = []
        for index, ply in enumerate(record.plies):
            column = notation.read(ply.move).landed
            if heights[column] == connect4_fen.ROWS:
                raise ValueError(f"{ply.move} cannot be played: the column is full")
            found.append(cell(column, heights[column]) + DISCS[(board.turn + index) % 2])
            heights[column] += 1
        return found


def cell(column: int, row: int) -> str:
    return f"{notation.LETTERS[column]}{row + 1}"


class Hilo(Replay):
    kind = "hilo"
    colours = ("Player", "")

    def drawing(self) -> str:
        return ""

    def geometry(self) -> dict[str, float]:
        return {}

    def start(self, record: Record) -> str:
        if not record.start:
            return ""  # the first ply deals a card
        card, utility, _ = hilo_fen.read(record.start)
        return f"{card}:{utility:g}"

    def number(self, record: Record) -> int:
        return 1 if record.start else 0

    def steps(self, record: Record) -> list[str]:
        position: HiloPosition | None = None
        found = []
        if record.start:
            card, utility, _ = hilo_fen.read(record.start)
            position = HiloPosition(card, utility, hilo_fen.MOST_DRAWS)
        for ply in record.plies:
            if position is None:
                position = HiloPosition(int(ply.move), 1.0, hilo_fen.MOST_DRAWS)
            else:
                position.play(position.parse_certain(ply.move))
            card_up, utility_now, _ = position.fen().split()
            found.append(f"{card_up}:{float(utility_now):.6g}")
        return found


CHESS, CONNECT4, HILO = Chess(), Connect4(), Hilo()
REPLAYS: dict[str, Replay] = {
    "standard": CHESS,
    "fischerandom": CHESS,
    "cfour": CONNECT4,
    "connect4": CONNECT4,
    "hilo": HILO,
}


def replay(variant: str) -> Replay:
    if variant not in REPLAYS:
        raise ValueError(f"a report knows no games of {variant}, only of {', '.join(REPLAYS)}")
    return REPLAYS[variant]
