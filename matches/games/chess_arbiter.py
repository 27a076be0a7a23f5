"""The arbiter of chess and Chess960, by python-chess's rules."""

from __future__ import annotations

import contextlib
from collections import Counter

import chess

from ...engine.text import shorten
from ..record import Ending
from ..settings import Opening
from .arbiter import DRAWN, SIDES, Arbiter, Verdict


class ChessArbiter(Arbiter):
    """By python-chess's rules, so that no engine of ours judges itself; draws need no claim."""

    def __init__(self, opening: Opening, chess960: bool) -> None:
        super().__init__(opening)
        self.board = chess.Board(opening.fen or chess.STARTING_FEN, chess960=chess960)
        self.seen: Counter[str] = Counter()
        self.look()

    def look(self) -> None:
        """Take in a new position: its legal moves, and how often it has been there."""
        self.legal = {move.uci(): move for move in self.board.legal_moves}
        self.key = self.board.epd(en_passant="legal")
        self.seen[self.key] += 1

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
        return [] if self.verdict() else list(self.legal)

    def verdict(self) -> Verdict | None:
        if not self.legal:
            if self.board.is_check():
                return Verdict(self.lost_by(self.turn), Ending.CHECKMATE, f"{SIDES[1 - self.turn]} mates")
            return Verdict(DRAWN, Ending.STALEMATE, "Draw by stalemate")
        if self.board.is_insufficient_material():
            return Verdict(DRAWN, Ending.MATERIAL, "Draw by insufficient mating material")
        if self.seen[self.key] >= 3:
            return Verdict(DRAWN, Ending.REPETITION, "Draw by 3-fold repetition")
        if self.board.halfmove_clock >= 100:
            return Verdict(DRAWN, Ending.FIFTY, "Draw by fifty moves rule")
        return None

    def play(self, move: str) -> tuple[str, str]:
        found = self.find(move)
        text = self.board.san(found)
        if self.board.is_zeroing(found):
            self.seen.clear()
        self.board.push(found)
        self.moves.append(found.uci())
        self.look()
        return found.uci(), text

    replay = play

    def find(self, move: str) -> chess.Move:
        """The legal move that is written so; castling may be written either way. ValueError."""
        found = self.legal.get(move) or self.board.parse_uci(move)
        if not found:
            raise ValueError(move)  # 0000: python-chess reads it as a pass
        return found

    def check(self, move: str) -> None:
        self.find(move)

    def read(self, text: str) -> str:
        for parse in (self.board.parse_san, self.board.parse_uci):
            with contextlib.suppress(ValueError):
                if found := parse(text):  # a pass is no move
                    return found.uci()
        raise ValueError(f"{shorten(text)} is no legal move")

    def fen(self) -> str:
        return self.board.fen()

    def epd(self) -> str:
        return self.board.epd()
