"""The players of experiments: searches in this process, at a fixed depth."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from oddsfish.engine import ChessPosition, Limits, Session
from oddsfish.engine.options import options_of
from oddsfish.engine.registry.common_options import SEEDS
from oddsfish.matches.game.arbiter import Arbiter
from oddsfish.matches.game.clock import Clock
from oddsfish.matches.players.player import Answer, Player
from oddsfish.matches.settings import Fixture

from .published_ties import PublishedTies

HASH = "16"  # megabytes; a table is allocated for each game
DEEPENING = "false"  # search the depth at once: the results of BranchLimit depend on earlier searches


@dataclass(frozen=True)
class Side:
    """A search, its options and its depth. cut: "soft" or "hard" for PublishedTies, which cuts on <= or on <."""

    name: str
    search: str
    depth: int
    options: tuple[tuple[str, str], ...] = ()
    cut: str = ""

    def player(self) -> Guest:
        return TieDrawer(self) if self.cut else Searcher(self)


class Guest(Player):
    """A player without a process. One position follows the game. Random numbers depend on the game and the seat."""

    def __init__(self, side: Side) -> None:
        self.side = side
        self.position = ChessPosition()
        self.played = 0  # the number of moves that the position has followed
        self.random = Random()

    async def start(self) -> str:
        return self.side.name

    async def prepare(self, game: Fixture, seat: int) -> None:
        self.position = ChessPosition(game.opening.fen) if game.opening.fen else ChessPosition()
        self.played = 0
        self.random = Random(f"{game.seed} {game.leg} {seat}")

    async def move(self, arbiter: Arbiter, clocks: Sequence[Clock]) -> Answer:
        for move in arbiter.moves[self.played :]:
            self.position.play(self.position.parse(move))
        self.played = len(arbiter.moves)
        began = time.process_time()  # processor time does not depend on other programs
        move, nodes = self.choose()
        return Answer(move, time.process_time() - began, depth=self.side.depth, nodes=nodes)

    @abstractmethod
    def choose(self) -> tuple[str, int]:
        """A move, and the number of its nodes."""


class Searcher(Guest):
    """Any search of Oddsfish."""

    async def prepare(self, game: Fixture, seat: int) -> None:
        await super().prepare(game, seat)
        self.session = Session(self.position)
        seed = str(self.random.randrange(SEEDS))
        for name, value in (
            ("Search", self.side.search),
            ("Hash", HASH),
            ("Deepening", DEEPENING),
            ("Seed", seed),
            *self.side.options,
        ):
            self.session.set_option(name, value)

    def choose(self) -> tuple[str, int]:
        result = self.session.search(Limits(depth=self.side.depth))
        return str(result.move), result.nodes


class TieDrawer(Guest):
    """PublishedTies, in plain Python."""

    async def prepare(self, game: Fixture, seat: int) -> None:
        await super().prepare(game, seat)
        self.options = options_of(self.position)
        for name, value in self.side.options:
            self.options.set(name, value)
        self.search = PublishedTies(strict=self.side.cut == "hard")

    def choose(self) -> tuple[str, int]:
        self.position.configure(self.options)  # SEF is from the view of the side that is to move now
        self.search.nodes = 1
        move = self.random.choice(self.search.tied(self.position, self.side.depth))
        return self.position.notation(move), self.search.nodes
