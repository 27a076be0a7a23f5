"""One game of self-play, and the block of its recorded positions."""

from __future__ import annotations

from random import Random
from typing import Any

from ...engine.control.deepening import centi_units
from ...engine.position import DEEPEST, Position
from ...engine.searches.factory import create
from ...engine.searches.search import RootMove
from ...engine.support.worker import call
from ..selfplay import LONGEST, TRIES, openings, play_on
from . import record
from .block import Block, GameEnd
from .generation_settings import (
    DECIDED,
    DECIDED_PLIES,
    LEVEL,
    LEVEL_FROM,
    LEVEL_PLIES,
    OPENING_NODES,
    UNEVEN,
    GenerationSettings,
)
from .packing import packing_for

PLAIN_MOVE = 4  # characters of a move without promotion, such as e2e4
MOST_FORCED = 3000  # hundredths: the largest recorded score, if positions with a forced win are recorded


def play(settings: GenerationSettings, number: int) -> Block:
    """The block of a game. It depends only on the settings and its number. ValueError if no game can begin.

    The whole game is played on one thread with a deep stack. Otherwise, each iteration of each search would wait for
    such a thread.
    """
    game = RecordedGame(settings, number)
    return call(game.play, game.halt)


class Adjudication:
    """Ends a game early if its scores have long shown the result."""

    def __init__(self) -> None:
        self.leader = 0  # 1 White, -1 Black, 0 nobody: who was winning by the last score
        self.decided = 0  # plies in succession, up to the last score
        self.level = 0

    def add(self, score: float, ply: int) -> tuple[float, GameEnd] | None:
        """The result for White and the ending, if this score settles the game.

        score: centipawns from White's view, before the move of this ply. ply: 0 for the first of the game.
        """
        leader = (score > DECIDED) - (score < -DECIDED)
        self.decided = self.decided + 1 if leader and leader == self.leader else abs(leader)
        self.leader = leader
        self.level = self.level + 1 if ply >= LEVEL_FROM and abs(score) <= LEVEL else 0
        if self.decided == DECIDED_PLIES:
            return (1.0 if leader > 0 else 0.0), GameEnd.WON
        if self.level == LEVEL_PLIES:
            return 0.5, GameEnd.DRAWN
        return None


class RecordedGame:
    """A game that a search plays against itself, and whose positions a block records."""

    def __init__(self, settings: GenerationSettings, number: int) -> None:
        self.number = number
        self.nodes = settings.nodes
        self.options = settings.configured()
        self.rules = settings.game
        self.adjudicated = self.rules.selfplay.adjudicated
        self.random = Random(f"{settings.seed} {number}")
        self.position = self.rules.start(None, self.options)
        self.packing = packing_for(self.rules, self.position)
        self.search = create(settings.search, self.position)
        self.search.configure(self.options)
        kind = self.search.table_class(self.options)
        self.table = kind(int(self.options["Hash"])) if kind else None
        self.halted = False

    def halt(self) -> None:
        """End the game soon: `play` raises RuntimeError. Any thread may call this."""
        self.halted = True
        self.search.halt()

    def play(self) -> Block:
        """Play the game to its end, and pack the positions to record. A game that is cut off counts as drawn."""
        ply = self.open()
        found: list[Any] = []
        adjudication = Adjudication()
        for line in play_on(self.position, lambda: self.think(self.nodes), self.move_of, self.random, LONGEST - ply):
            score = self.score(line)
            if self.adjudicated:
                settled = adjudication.add(score, ply)
                if self.is_quiet(line, score):
                    found.append(self.packing.take(self.position, score))
                if settled is not None:
                    return self.block(found, *settled, ply)
            elif line.exact:  # without adjudication, forced wins and losses are to be learned, too
                found.append(self.packing.take(self.position, max(-MOST_FORCED, min(score, MOST_FORCED))))
            ply += 1
        result = self.rules.result(self.position)
        ended = (0.5, GameEnd.DRAWN) if result is None else (result, GameEnd.RULES)
        return self.block(found, *ended, ply)

    def block(self, found: list[Any], result: float, ending: GameEnd, plies: int) -> Block:
        packed = b"".join(self.packing.pack(taken, result) for taken in found)
        return Block(self.number, result, ending, plies, packed, self.packing.size)

    def open(self) -> int:
        """Draw openings until one is playable; return its number of plies. ValueError if none is."""

        def begin() -> tuple[Position[Any], int]:
            selfplay = self.rules.selfplay
            if selfplay.shuffled and self.random.random() < selfplay.shuffled:
                start = self.rules.shuffled_start(self.random)
            else:
                start = self.rules.start(None, self.options)
            return start, self.random.choice(selfplay.openings)

        for position, plies in openings(begin, self.random):
            self.position = position
            if not self.adjudicated or abs(self.score(self.think(OPENING_NODES))) <= UNEVEN:
                return plies
        raise ValueError(f"{TRIES} random openings in succession are over or uneven: does the evaluation make sense?")

    def move_of(self, line: RootMove) -> Any:
        """The move as the position takes it. For a game in plain Python, a search has its own numbers of moves."""
        return self.position.moves()[line.place] if self.position.in_python else line.move

    def think(self, nodes: int) -> RootMove:
        """The best move after `nodes` nodes. The first iteration is always finished, so that there is a best move."""
        self.position.configure(self.options)  # before each search: an evaluation may be that of the side to move
        self.search.begin(self.position, self.table)
        self.search.deepen(1, stoppable=False)
        self.search.node_limit = nodes
        for depth in range(2, DEEPEST + 1):
            if self.search.nodes >= nodes or not self.search.deepen(depth):
                break
        if self.halted:
            raise RuntimeError("the game was not played to its end")
        return self.search.lines[0]

    def score(self, line: RootMove) -> int:
        """Centipawns from White's view; for a forced mate, the value of a win minus the distance."""
        return centi_units(line.value, self.position.scale)

    def is_quiet(self, line: RootMove, score: int) -> bool:
        """Whether an evaluation can learn from a position. The score must be exact and no mate, the side to move not in
        check, and the move no capture or promotion.
        """
        position: Position[int] = self.position
        noisy, check = position.noisy()  # in check all moves are
        return (
            line.exact
            and not line.forced
            and abs(score) <= record.MOST_SCORE
            and not check
            and line.move not in noisy
            and len(position.notation(line.move)) == PLAIN_MOVE
        )
