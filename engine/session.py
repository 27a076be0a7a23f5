"""A Session owns a position, the options and a search that may be running; protocols talk to it and to nothing else.

One thread calls the session, a second one searches with the GIL released. Every `go` calls `finished` exactly once.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from .clock import Budget, budget
from .deepening import Task, Watch, deepen
from .game import Position
from .limits import Info, Limits, Result
from .options import Option, Options
from .searches import create
from .searches.table import Table

STACK = 64 * 1024 * 1024  # bytes: room for the deepest recursion with the longest move lists
UNLIMITED_GO = 1000  # milliseconds for a go without any limit: whoever wants no end says infinite


P = TypeVar("P", bound=Position)  # the game


class Busy(Exception):
    """What was asked cannot be done while a search is running."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} refused: a search is running")


class Session(Generic[P]):
    """A position, options, and at most one running search."""

    def __init__(self, position: P, options: Options | None = None) -> None:
        self.position = position
        self.options = Options() if options is None else options
        self.table: Table | None = None
        self.table_size = 0
        self.thread: threading.Thread | None = None
        self.watch: Watch | None = None
        self.limits = Limits()
        self.released = threading.Event()  # whether the result may be told: not while infinite or pondering
        self.stopping = False
        self.lock = threading.Lock()

    @property
    def searching(self) -> bool:
        return self.thread is not None and self.thread.is_alive()

    def refuse_if_searching(self, what: str) -> None:
        if self.searching:
            raise Busy(what)

    def set_position(self, position: P) -> None:
        self.refuse_if_searching("position")
        self.position = position

    def set_option(self, name: str, text: str) -> Option:
        """Set an option; ValueError says what is wrong with it."""
        self.refuse_if_searching("setoption")
        option = self.options.set(name, text)
        if option.name == "Clear Hash" and self.table is not None:
            self.table.clear()
        return option

    def new_game(self) -> None:
        self.refuse_if_searching("a new game")
        if self.table is not None:
            self.table.clear()

    def prepare(self) -> None:
        """Do all that takes time before a search begins: bring the table to its size."""
        if self.searching:
            return
        size = int(self.options["Hash"]) if self.options["Table"] else 0
        if size != self.table_size:
            self.table = None  # give the old one back first
            self.table_size = 0
            self.table = Table(size) if size else None
            self.table_size = size

    def go(self, limits: Limits, report: Callable[[Info], None], finished: Callable[[Result[str]], None]) -> None:
        """Search in the background. ValueError if the chosen search cannot walk this game."""
        self.refuse_if_searching("go")
        self.prepare()
        self.position.configure(self.options)
        search = create(str(self.options["Search"]), self.position)
        task = Task(search, self.position, limits, self.options, self.table)
        self.limits = limits
        self.watch = None
        self.stopping = False
        self.released.clear()
        if not (limits.infinite or limits.ponder):
            self.released.set()
        allowed = None if limits.infinite or limits.ponder else self.budget()

        def started(watch: Watch) -> None:
            with self.lock:
                self.watch = watch
                if self.stopping:
                    watch.search.halt()

        def run() -> None:
            result = deepen(task, allowed, report, started)
            self.released.wait()
            finished(result)

        threading.stack_size(STACK)
        self.thread = threading.Thread(target=run, name="search", daemon=True)
        self.thread.start()

    def budget(self) -> Budget:
        limits = self.limits
        if limits == Limits(moves=limits.moves, times=limits.times, increments=limits.increments) and (
            limits.times[self.position.player()] is None
        ):
            limits = Limits(movetime=UNLIMITED_GO)
        return budget(limits, self.position.player(), int(self.options["Move Overhead"]))

    def stop(self) -> None:
        """End the running search, if there is one; its result is told at once."""
        with self.lock:
            self.stopping = True
            if self.watch is not None:
                self.watch.search.halt()
        self.released.set()

    def ponderhit(self) -> None:
        """The move pondered on was played: the clock runs from now."""
        with self.lock:
            if not self.limits.ponder or self.released.is_set():
                return
            if self.watch is not None:
                self.watch.allow(self.budget())
        if not self.limits.infinite:
            self.released.set()

    def wait(self) -> None:
        """Return when no search is running any more."""
        if self.thread is not None:
            self.thread.join()
