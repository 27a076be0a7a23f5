"""Run a match: keep the backend busy, count the results, and decide when the match is over."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from enum import Enum
from types import FrameType

from ..engine.support.system import ENDING, HANGUP
from .backends.backend import Backend
from .files.store import Store
from .game.loop import unplayed
from .pairing import Seatings
from .record import Record
from .score.standings import Standings
from .settings import Fixture, Match
from .views.view import View

TICK = 0.5  # seconds: the longest wait until the view is updated and a signal is noticed
TRIES = 3  # of a game whose worker dies, before the match is given up


class End(Enum):
    """Why a match has ended."""

    PLAYED = "all games are played"
    DECIDED = "the SPRT is decided"
    STOPPED = "stopped"
    FAULT = "a player failed"


class Interrupts:
    """Ctrl-C once: no further game begins. Twice, or a signal to end: games under way are given up.

    A context manager, for the main thread only. If hangups were ignored before, as by nohup, they still are.
    """

    def __init__(self) -> None:
        self.number = 0  # the first signal
        self.urgent = False

    def __enter__(self) -> Interrupts:
        ignored = signal.getsignal(HANGUP) is signal.SIG_IGN
        signals = [number for number in ENDING if number != HANGUP or not ignored]
        self.before = {number: signal.signal(number, self.notice) for number in signals}
        return self

    def __exit__(self, *failure: object) -> None:
        for number, handler in self.before.items():
            signal.signal(number, handler)

    def notice(self, number: int, frame: FrameType | None) -> None:
        self.urgent = self.urgent or self.number != 0 or number != signal.SIGINT
        self.number = self.number or number


class Director:
    """One run of a match, from the first game that is not played yet."""

    def __init__(
        self,
        match: Match,
        games: Iterator[Fixture | None],
        backend: Backend,
        store: Store,
        view: View,
        seatings: Seatings | None = None,
    ) -> None:
        """games: in their order. None means that the next game depends on games that are not finished."""
        self.match = match
        self.games = games
        self.seatings = seatings or Seatings(match)
        self.told: list[str] = []  # lines about the tournament that are not shown yet
        self.backend = backend
        self.store = store
        self.view = view
        self.standings = Standings(match.names, match.repeat)
        self.standings.seatings = self.seatings
        self.running: dict[Future[Record], Fixture] = {}
        self.done: set[int] = set()
        self.again: list[Fixture] = []  # games to play again: their workers have died
        self.tries: dict[int, int] = {}
        self.stopped = False  # games under way were told to end
        self.broken = False  # the backend needs mending, as soon as no game is running

    def recall(self, records: Iterable[Record]) -> None:
        """Count the games of earlier runs. Those that finished are not played again."""
        for record in records:
            if record.finished:
                self.standings.add(record)
                self.seatings.add(record)
                self.done.add(record.number)
        self.view.total = self.seatings.total
        self.told = self.seatings.news()[-1:]  # earlier runs have shown the news of earlier rounds

    def run(self, interrupts: Interrupts) -> End:
        end = self.verdict(None)
        self.view.lines(self.told + self.seatings.news())
        while True:
            if end is None and interrupts.number:
                end = End.STOPPED
                self.view.stopping(len(self.running), interrupts.urgent)
            if self.broken and not self.running:
                self.backend.mend()
                self.broken = False
            if end is None and not self.broken:
                self.fill()
            if not self.running and not self.broken:
                return end or End.PLAYED
            if (end and end is not End.STOPPED) or interrupts.urgent:
                self.stopped = True
                self.backend.stop()
            finished, _ = wait(self.running, timeout=TICK, return_when=FIRST_COMPLETED)
            for future in sorted(finished, key=lambda future: self.running[future].number):
                end = self.collect(future, end) or end
            self.view.tick(time.monotonic())

    def fill(self) -> None:
        while len(self.running) < self.backend.places:
            game = self.next_game()
            if game is None:
                return
            try:
                self.running[self.backend.submit(game)] = game
            except self.backend.losses:
                self.lost(game)
                return
            self.view.started(game)

    def next_game(self) -> Fixture | None:
        if self.again:
            return self.again.pop(self.again.index(min(self.again, key=lambda game: game.number)))
        return next((game for game in self.games if game is None or game.number not in self.done), None)

    def collect(self, future: Future[Record], end: End | None) -> End | None:
        """Count a game that has ended; return why the match is over, if it is. Games after a decision do not count."""
        game = self.running.pop(future)
        try:
            record = future.result()
        except self.backend.losses:
            if not self.stopped:
                self.lost(game)
                return None
            record = unplayed(game)
        if end is End.DECIDED:
            record = unplayed(game)
        self.store.add(record)
        self.standings.add(record)
        self.view.finished(record, self.standings)
        self.view.advise(record, self.standings)
        self.seatings.add(record)
        self.view.total = self.seatings.total
        self.view.lines(self.seatings.news())
        return self.verdict(record)

    def lost(self, game: Fixture) -> None:
        """Play a game again, as its worker has died. RuntimeError if that happens too often."""
        self.tries[game.number] = self.tries.get(game.number, 0) + 1
        if self.tries[game.number] >= TRIES:
            raise RuntimeError(f"game {game.number} has lost its worker {TRIES} times")
        self.view.lost(game)
        self.again.append(game)
        self.broken = self.backend.breaks

    def verdict(self, record: Record | None) -> End | None:
        if self.match.sprt and self.match.sprt.verdict(self.standings.between(0, 1)):
            return End.DECIDED
        if record is not None and record.ending.fatal and not self.match.recover:
            return End.FAULT
        return None
