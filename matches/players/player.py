"""A player as a game sees it: an engine behind a protocol, chance, or a person; and the faults that end its game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from ...engine.support.text import one_line, shorten
from ..game.arbiter import Arbiter
from ..game.clock import Clock
from ..record import Oddity, Termination
from ..settings import Fixture

LONGEST_MOVE = 20  # characters shown of what should have been a move


class Fault(Exception):
    """ending: one of those that are faults. text: what happened, to follow the player's colour: " loses on time".

    late: seconds by which a move came after its time; None if it did not come by itself, or that was not the fault.
    """

    def __init__(self, ending: Termination, text: str, late: float | None = None) -> None:
        super().__init__(ending, text, late)  # all, since faults travel from process to process
        self.ending = ending
        self.text = text
        self.late = late

    def __str__(self) -> str:
        return self.text


def illegal(move: str) -> Fault:
    """What a player has done that answers with this, which is no legal move; "" for none at all."""
    return Fault(Termination.ILLEGAL, f" makes an illegal move: {shorten(one_line(move), LONGEST_MOVE) or 'none'}")


@dataclass(frozen=True)
class Answer:
    """A move as the player wrote it, what it took on the clock, and what the player thought of it.

    seconds: from the moment it was asked to the moment it had answered. score, mate, depth, nodes: as in Ply. oddities:
    what is odd in what it said, where that is looked for, with its words.
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
    """What a player says of itself, before any game: the name it calls itself, its warnings, its `Player.overhead`."""

    name: str
    warnings: tuple[str, ...] = ()
    overhead: tuple[str, int] | None = None


class Player(ABC):
    """Every method may raise Fault; after a fatal one the player is closed and another is made.

    A player serves any number of games, one after the other.
    """

    @property
    def complaint(self) -> str:
        """What its program has last called an error, "" if nothing."""
        return ""

    @property
    def warnings(self) -> list[str]:
        """What is odd about its program, yet keeps it from nothing; each in one line."""
        return []

    @property
    def overhead(self) -> tuple[str, int] | None:
        """The option by which its program keeps time in reserve for each move, and its value in milliseconds."""
        return None

    @abstractmethod
    async def start(self) -> str:
        """Make ready, once; the name by which it calls itself."""

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
        """The same at once, from any thread; whatever process there is ends."""
