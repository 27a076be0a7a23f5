"""The interface of a game to its players: engines, a random player or people; and the faults that end a game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from ...engine.support.text import one_line, shorten
from ..game.arbiter import Arbiter
from ..game.clock import Clock
from ..record import Oddity, Termination
from ..settings import Fixture

LONGEST_MOVE = 20  # characters shown of an illegal move


class Fault(Exception):
    """A player's fault, or its resignation, which ends the game.

    ending: which. text: what happened, to follow the player's colour: " loses on time". late: the seconds by which a
    move was late; None if it did not come by itself, or if that was not the fault.
    """

    def __init__(self, ending: Termination, text: str, late: float | None = None) -> None:
        super().__init__(ending, text, late)  # all arguments, since faults are pickled and sent to other processes
        self.ending = ending
        self.text = text
        self.late = late

    def __str__(self) -> str:
        return self.text


def illegal(move: str) -> Fault:
    """The fault of a player that answers with this, which is no legal move; "" for no move at all."""
    return Fault(Termination.ILLEGAL, f" makes an illegal move: {shorten(one_line(move), LONGEST_MOVE) or 'none'}")


@dataclass(frozen=True)
class Answer:
    """A move as the player wrote it, its time on the clock, and the player's report of it.

    seconds: from the question to the complete answer. score, mate, depth, nodes: as in Ply. oddities: what is odd in
    its reports, with its words, if that is looked for.
    """

    move: str
    seconds: float
    score: int | None = None
    mate: int | None = None
    depth: int | None = None
    nodes: int | None = None
    oddities: tuple[tuple[Oddity, str], ...] = ()


@dataclass(frozen=True)
class Introduction:
    """What a player reports of itself before any game: its own name, its warnings, its `Player.overhead`."""

    name: str
    warnings: tuple[str, ...] = ()
    overhead: tuple[str, int] | None = None


class Player(ABC):
    """Every method may raise Fault; after a fatal one the player is closed and another is made.

    A player serves any number of games, one after the other.
    """

    @property
    def complaint(self) -> str:
        """The last error that its program reported, "" if none."""
        return ""

    @property
    def warnings(self) -> list[str]:
        """What is odd about its program but does not prevent play; one line each."""
        return []

    @property
    def overhead(self) -> tuple[str, int] | None:
        """The option for the time that its program keeps in reserve for each move, and the value in milliseconds."""
        return None

    @abstractmethod
    async def start(self) -> str:
        """Make ready, once. Returns the player's own name."""

    async def prepare(self, game: Fixture, seat: int) -> None:  # noqa: B027 -- not all have something to do
        """Make ready for a new game. No clock runs."""

    @abstractmethod
    async def move(self, arbiter: Arbiter, clocks: Sequence[Clock]) -> Answer:
        """Choose a move; the player's clock is the one of the seat whose turn it is."""

    def ponder(self, arbiter: Arbiter, clocks: Sequence[Clock]) -> None:  # noqa: B027 -- most wait for their turn
        """Think ahead while the other player is to move, until the next `move` or `rest`."""

    def rest(self) -> None:  # noqa: B027
        """The game is over: think ahead no more."""

    async def close(self) -> None:  # noqa: B027 -- not all have a process
        """Leave nothing behind. Never raises, and never takes more than a few seconds."""

    def kill(self) -> None:  # noqa: B027
        """Kill its process, if there is one, at once. May be called from any thread."""
