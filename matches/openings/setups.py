"""Starting positions of any variant. They are read from a FEN, play moves, and tell whether the game is over."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

import chess

from ...engine.games.chess import fen as forsyth
from ..game.chess_arbiter import chess_ending
from ..random_numbers import below
from ..settings import LONGEST_STRING, Opening
from ..variants import by_library, chess960, position

if TYPE_CHECKING:
    from ...engine.position import Position

CHESS960 = 960  # starting positions
Choice = tuple[str, float]  # a move as protocols write it, and its probability


class ChessSetup:
    """A position of chess and the moves after it."""

    def __init__(self, board: chess.Board) -> None:
        self.board = board

    def fen(self) -> str:
        """The FEN, "" for the usual start."""
        fen = self.board.fen()
        return "" if fen == chess.STARTING_FEN else fen

    def choices(self) -> list[Choice]:
        """Every legal move, in an order that depends on nothing but the position."""
        moves = sorted(self.board.uci(move) for move in self.board.legal_moves)
        return [(move, 1 / len(moves)) for move in moves]

    def play(self, move: str) -> None:
        self.board.push(self.board.parse_uci(move))

    def undo(self) -> None:
        self.board.pop()

    def over(self) -> str:
        """Why the game is over, "" if it is not."""
        ending = chess_ending(self.board)
        return ending.value if ending else ""


class GameSetup:
    """The same for any other game."""

    def __init__(self, position: Position, start: str) -> None:
        self.position = position
        self.start = start

    def fen(self) -> str:
        fen = self.position.fen()
        return "" if fen == self.start else fen

    def choices(self) -> list[Choice]:
        position, moves = self.position, self.position.moves()
        return sorted(
            (position.notation(certain), chance / len(moves))
            for move in moves
            for certain, chance in position.chances(move) or [(move, 1.0)]
            if chance > 0
        )

    def play(self, move: str) -> None:
        self.position.play(move)

    def undo(self) -> None:
        self.position.undo()

    def over(self) -> str:
        return "" if self.position.ending() is None else "by the rules of the game"


Setup = ChessSetup | GameSetup


def setup(variant: str, rules: Sequence[tuple[str, str]], fen: str = "") -> Setup:
    """The position of a FEN, "" for the usual start; ValueError if it is malformed or impossible."""
    if by_library(variant):
        return ChessSetup(read_board(fen or chess.STARTING_FEN, chess960(variant)))
    return GameSetup(position(variant, rules, fen), position(variant, rules).fen())


def random_start(variant: str, random: Random) -> Opening:
    """The start; if the variant has several, a random one."""
    if not chess960(variant):
        return Opening()
    number = below(random, CHESS960)
    return Opening(ChessSetup(chess.Board.from_chess960_pos(number)).fen(), (), f"Chess960 position {number}")


def read_board(fen: str, as_960: bool) -> chess.Board:
    """The board of a FEN, X-FEN or Shredder-FEN; ValueError if no game can begin there."""
    forsyth.read(fen, as_960)
    board = chess.Board(fen, chess960=as_960)
    if board.is_valid():
        return board
    if not as_960 and chess.Board(fen, chess960=True).is_valid():
        raise ValueError("castling rights of Chess960; -variant fischerandom plays them")
    faults = [fault.name for fault in chess.Status if fault and fault in board.status() and fault.name]
    raise ValueError(f"an illegal position: {', '.join(faults).lower().replace('_', ' ')}")


def check_going(start: Setup) -> None:
    """ValueError if the game is over."""
    reason = start.over()
    if reason:
        raise ValueError(f"the game is already over there: {reason}")


def plain_name(name: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in name)[:LONGEST_STRING].strip()
