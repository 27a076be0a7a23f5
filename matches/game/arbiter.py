"""The arbiter of a game knows the rules, the legal moves, when the game is over, and who has won."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from ..record import Termination
from ..settings import Opening

WHITE_WINS, BLACK_WINS, DRAWN = "1-0", "0-1", "1/2-1/2"
SIDES = ("White", "Black")


@dataclass(frozen=True)
class Verdict:
    """The end of a game: 1-0, 0-1, 1/2-1/2 or *, why, a sentence about it, and the value of a game for one."""

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
        """Whether the last move was a capture or a pawn move, in games that have these."""
        return False

    @abstractmethod
    def choices(self) -> list[str]:
        """The legal moves, always in the same order, none if the game is over."""

    @abstractmethod
    def verdict(self) -> Verdict | None:
        """How the game has ended by its own rules, None if it goes on."""

    def result_by_tables(self, path: str) -> str | None:
        """The result of a game that is not over, with best play by endgame tables; None if they do not tell."""
        return None

    @abstractmethod
    def play(self, move: str) -> tuple[str, str]:
        """Play a player's move, completed by chance. Returns it as protocols and as people write it. ValueError."""

    @abstractmethod
    def replay(self, move: str) -> tuple[str, str]:
        """The same for a move that leaves nothing to chance, such as one of an opening. ValueError."""

    @abstractmethod
    def fen(self) -> str:
        """The position as a FEN."""

    def epd(self) -> str:
        """The position as a FEN without counters, if the game has some."""
        return self.fen()

    def lost_by(self, seat: int) -> str:
        """The result if this seat has lost."""
        return (BLACK_WINS, WHITE_WINS)[seat]

    def lost(self, seat: int, ending: Termination, deed: str) -> Verdict:
        """The verdict for a fault of this seat."""
        return Verdict(self.lost_by(seat), ending, f"{self.sides[seat]}{deed}")
