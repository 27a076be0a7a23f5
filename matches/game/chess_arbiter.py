"""The arbiter of chess and Chess960, by python-chess's rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable

import chess

from ...engine.games.chess.fen import FIFTY
from ..record import Termination
from ..settings import Opening
from .adjudication import tables_at
from .arbiter import BLACK_WINS, DRAWN, SIDES, WHITE_WINS, Arbiter, Verdict

NEAREST_REPETITION = 8  # the fewest plies after which a position can occur for the third time
DRAWS = {
    Termination.STALEMATE: "stalemate",
    Termination.MATERIAL: "insufficient mating material",
    Termination.REPETITION: "3-fold repetition",
    Termination.FIFTY: "fifty moves rule",
}


class ChessArbiter(Arbiter):
    """Judges by python-chess's rules, so that our engine does not judge itself. Draws need no claim."""

    def __init__(self, opening: Opening, chess960: bool) -> None:
        super().__init__(opening)
        self.board = chess.Board(opening.fen or chess.STARTING_FEN, chess960=chess960)
        fen = self.board.fen(shredder=chess960, en_passant="fen")
        self.start = "startpos" if fen == chess.STARTING_FEN else f"fen {fen}"
        self.seen: Counter[Hashable] = Counter()
        self.look()

    def look(self) -> None:
        """Take note of a new position: its legal moves, how often it has occurred, and whether it ends the game."""
        self.legal = list(self.board.legal_moves)
        self.key = key_of(self.board)
        self.seen[self.key] += 1
        self.ended = self.judge()

    @property
    def turn(self) -> int:
        return 0 if self.board.turn == chess.WHITE else 1

    @property
    def pieces(self) -> int:
        return chess.popcount(self.board.occupied)

    @property
    def irreversible(self) -> bool:
        return self.board.halfmove_clock == 0

    def choices(self) -> list[str]:
        return [] if self.ended else [move.uci() for move in self.legal]

    def verdict(self) -> Verdict | None:
        return self.ended

    def judge(self) -> Verdict | None:
        ending = chess_ending(self.board, lambda board: self.seen[self.key] >= 3)
        if ending is Termination.CHECKMATE:
            return Verdict(self.lost_by(self.turn), ending, f"{SIDES[1 - self.turn]} mates")
        return None if ending is None else Verdict(DRAWN, ending, f"Draw by {DRAWS[ending]}")

    def result_by_tables(self, path: str) -> str | None:
        result = tables_at(path).result(self.board)
        if not result:
            return DRAWN if result == 0 else None
        return WHITE_WINS if (result > 0) == self.board.turn else BLACK_WINS

    def play(self, move: str) -> tuple[str, str]:
        found = chess.Move.from_uci(move.lower())  # some engines write A7A8Q
        if found not in self.legal:
            found = self.board.parse_uci(move)  # castling may be written either way
        if not found:
            raise ValueError(move)  # 0000: python-chess reads it as a pass
        if self.board.is_zeroing(found):
            self.seen.clear()
        text = self.board.san_and_push(found)
        self.moves.append(found.uci())
        self.look()
        return self.moves[-1], text

    replay = play

    def fen(self) -> str:
        return self.board.fen()

    def epd(self) -> str:
        return self.board.epd()


def key_of(board: chess.Board) -> Hashable:
    """A key that is the same for two positions if they count as a repetition."""
    pieces = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
    passed = board.ep_square if board.has_legal_en_passant() else None
    return *pieces, board.occupied_co[chess.WHITE], board.turn, board.clean_castling_rights(), passed


def repeated(board: chess.Board) -> bool:
    """Whether the position occurs for the third time, as far as the board knows its moves."""
    return board.halfmove_clock >= NEAREST_REPETITION and board.is_repetition(3)


def chess_ending(board: chess.Board, repeated: Callable[[chess.Board], bool] = repeated) -> Termination | None:
    """Why a game is over by python-chess's rules, None if it goes on. repeated: another test for it."""
    if not any(board.generate_legal_moves()):
        return Termination.CHECKMATE if board.is_check() else Termination.STALEMATE
    if board.is_insufficient_material():
        return Termination.MATERIAL
    if repeated(board):
        return Termination.REPETITION
    if board.halfmove_clock >= FIFTY:
        return Termination.FIFTY
    return None
