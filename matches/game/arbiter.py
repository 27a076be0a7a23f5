"""Who watches a game: knows its rules, which moves are legal, when it is over and who has won."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from ..record import Termination
from ..settings import Opening

WHITE_WINS, BLACK_WINS, DRAWN = "1-0", "0-1", "1/2-1/2"
SIDES = ("White", "Black")


@dataclass(frozen=True)
class Verdict:
    """How a game has ended: 1-0, 0-1, 1/2-1/2, why, a sentence about it, and what a game for one was worth."""

    result: str
    ending: Termination
    reason: str
    utility: float | None = None


class Arbiter(ABC):
    """One game from its opening on; `moves` are all that were played, as protocols write them, chance included."""

    sides: tuple[str, ...] = SIDES

    def __init__(self, opening: Opening) -> None:
        self.opening = opening
        self.start = f"fen {opening.fen}" if opening.fen else "startpos"  # where it begins, as protocols write it
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

    def result_by_tables(self, path: str) -> str | None:
        """How a game that goes on ends if nobody errs, where endgame tables say so."""
        return None

    @abstractmethod
    def play(self, move: str) -> tuple[str, str]:
        """Play what a player chose, chance decided; how protocols and people write what came of it. ValueError."""

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

    def lost(self, seat: int, ending: Termination, deed: str) -> Verdict:
        """The end by a fault of this seat."""
        return Verdict(self.lost_by(seat), ending, f"{self.sides[seat]}{deed}")
