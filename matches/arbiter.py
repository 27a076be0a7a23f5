"""Who watches a game: knows its rules, which moves are legal, when it is over and who has won."""

from __future__ import annotations

import contextlib
from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass

import chess

from ..engine.option import shorten
from .record import Ending
from .settings import Game, Opening

WHITE_WINS, BLACK_WINS, DRAWN = "1-0", "0-1", "1/2-1/2"
SIDES = ("White", "Black")
CHESS = ("standard", "fischerandom")


@dataclass(frozen=True)
class Verdict:
    """How a game has ended: 1-0, 0-1, 1/2-1/2, why, a sentence about it, and what a game for one was worth."""

    result: str
    ending: Ending
    reason: str
    utility: float | None = None


class Arbiter(ABC):
    """One game from its opening on; `moves` are all that were played, as protocols write them, chance included."""

    sides: tuple[str, ...] = SIDES

    def __init__(self, opening: Opening) -> None:
        self.opening = opening
        self.moves: list[str] = []

    @property
    @abstractmethod
    def turn(self) -> int:
        """The seat that is to move."""

    @property
    @abstractmethod
    def pieces(self) -> int:
        """How many pieces are on the board."""

    @property
    def irreversible(self) -> bool:
        """Whether the last move was a capture or a pawn's, in games that have such."""
        return False

    @abstractmethod
    def choices(self) -> list[str]:
        """The legal moves, always in the same order, none if the game is over."""

    @abstractmethod
    def verdict(self) -> Verdict | None:
        """How the game has ended by its own rules, None if it goes on."""

    @abstractmethod
    def play(self, move: str) -> tuple[str, str]:
        """Play what a player chose, chance decided; how protocols and people write what came of it. ValueError."""

    @abstractmethod
    def check(self, move: str) -> None:
        """ValueError if what a player chose is no legal move."""

    def read(self, text: str) -> str:
        """The move that a person means by a text, as protocols write it. ValueError."""
        if text not in self.choices():
            raise ValueError(f"{shorten(text)} is no legal move")
        return text

    @abstractmethod
    def replay(self, move: str) -> tuple[str, str]:
        """Play a move of which nothing is left to chance, as openings have it. ValueError."""

    @abstractmethod
    def fen(self) -> str:
        """The position as a FEN."""

    def epd(self) -> str:
        """The same without counters, where a game has some."""
        return self.fen()

    def lost_by(self, seat: int) -> str:
        """The result if this seat has lost."""
        return (BLACK_WINS, WHITE_WINS)[seat]

    def lost(self, seat: int, ending: Ending, deed: str) -> Verdict:
        """The end by a fault of this seat."""
        return Verdict(self.lost_by(seat), ending, f"{self.sides[seat]}{deed}")


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


def seat(game: Game) -> Arbiter:
    """The arbiter of a game, its opening not yet played."""
    if game.variant in CHESS:
        return ChessArbiter(game.opening, game.variant == "fischerandom")
    from .dealer import Connect4Dealer, HiloDealer  # noqa: PLC0415 -- chess needs none of our own rules

    return HiloDealer(game) if game.variant == "hilo" else Connect4Dealer(game)
