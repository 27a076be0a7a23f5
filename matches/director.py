"""Runs a match: keeps the hall busy, counts what comes back, knows when it is over."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from enum import Enum
from types import FrameType, TracebackType

from .hall import Hall
from .keeper import Keeper
from .record import Record
from .settings import Game, Match
from .standings import Standings
from .view import View

TICK = 0.2  # seconds: how soon a view and a signal are looked after
TRIES = 3  # of a game whose worker died, before the match is given up


class End(Enum):
    """Why a match has ended."""

    PLAYED = "all games are played"
    DECIDED = "the SPRT is decided"
    STOPPED = "stopped"
    FAULT = "a player failed"


class Interrupts:
    """Ctrl-C once: no further game begins. Twice, or a signal to end: games under way are given up.

    A context manager, in the main thread alone.
    """

    WAYS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

    def __init__(self) -> None:
        self.number = 0  # the first signal
        self.urgent = False

    def __enter__(self) -> Interrupts:
        self.before = {way: signal.signal(way, self.notice) for way in self.WAYS}
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for way, handler in self.before.items():
            signal.signal(way, handler)

    def notice(self, number: int, frame: FrameType | None) -> None:
        self.urgent = self.urgent or self.number != 0 or number != signal.SIGINT
        self.number = self.number or number


class Director:
    """One run of a match, from the first game that is not played yet."""

    def __init__(self, match: Match, games: Iterator[Game], hall: Hall, keeper: Keeper, view: View) -> None:
        self.match = match
        self.games = games
        self.hall = hall
        self.keeper = keeper
        self.view = view
        self.standings = Standings(tuple(engine.name for engine in match.engines), match.repeat)
        self.running: dict[Future[Record], Game] = {}
        self.done: set[int] = set()
        self.again: list[Game] = []  # their workers have died
        self.tries: dict[int, int] = {}

    def recall(self, records: list[Record]) -> None:
        """What earlier runs have played counts, and is not played again."""
        for record in records:
            if record.finished:
                self.standings.add(record)
                self.done.add(record.number)

    def run(self, interrupts: Interrupts) -> End:
        end = self.verdict(None)
        while True:
            if end is None and interrupts.number:
                end = End.STOPPED
                self.view.stopping(len(self.running), interrupts.urgent)
            if end is None:
                self.fill()
            if not self.running:
                return end or End.PLAYED
            if (end and end is not End.STOPPED) or interrupts.urgent:
                self.hall.stop()
            finished, _ = wait(self.running, timeout=TICK, return_when=FIRST_COMPLETED)
            for future in finished:
                end = self.collect(future, stopping=end is not None) or end
            self.view.tick(time.monotonic())

    def fill(self) -> None:
        """Have as many games under way as there is room for."""
        while len(self.running) < self.hall.places:
            game = self.next_game()
            if game is None:
                return
            self.running[self.hall.submit(game)] = game
            self.view.started(game)

    def next_game(self) -> Game | None:
        if self.again:
            return self.again.pop(0)
        return next((game for game in self.games if game.number not in self.done), None)

    def collect(self, future: Future[Record], stopping: bool) -> End | None:
        """Count a game that has ended; why the match is over, if it is."""
        game = self.running.pop(future)
        try:
            record = future.result()
        except BrokenProcessPool:
            self.lost(game, stopping)
            return None
        self.keeper.add(record)
        self.standings.add(record)
        self.view.finished(record, self.standings)
        return self.verdict(record)

    def lost(self, game: Game, stopping: bool) -> None:
        """A worker has died, and with it every game of its pool: they are played again by others."""
        games = [game, *(other for future, other in self.running.items() if future.done())]
        waiting = [future for future in self.running if not future.done()]
        if waiting:
            wait(waiting)
            games += [self.running[future] for future in waiting]
        self.running.clear()
        if stopping:
            return
        for other in games:
            self.tries[other.number] = self.tries.get(other.number, 0) + 1
            if self.tries[other.number] > TRIES:
                raise RuntimeError(f"game {other.number} has lost its worker {TRIES} times")
        self.view.lost(games)
        self.again += sorted(games, key=lambda each: each.number)
        self.hall.mend()

    def verdict(self, record: Record | None) -> End | None:
        if self.match.sprt and self.match.sprt.verdict(self.standings.between(0, 1)):
            return End.DECIDED
        if record is not None and record.ending.fatal and not self.match.recover:
            return End.FAULT
        return None
