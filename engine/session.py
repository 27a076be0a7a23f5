"""A Session owns a position, the options and a search that may be running; protocols talk to it and to nothing else.

One thread calls the session, a second one searches with the GIL released. Every `go` calls `finished` exactly once.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Generic, TypeVar

from .clock import Budget, budget
from .deepening import Deepening
from .game import Position
from .limits import Info, Limits, Result, Score
from .options import Option, Options
from .searches import create
from .searches.table import Table

STACK = 64 * 1024 * 1024  # bytes: room for the deepest recursion with the longest move lists
UNLIMITED_GO = 1000  # milliseconds for a go without any limit: whoever wants no end says infinite


P = TypeVar("P", bound=Position)  # the game


class Busy(ValueError):
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
        self.lots = self.new_lots()  # go on through a game, and begin anew with each game and each Seed
        self.limits = Limits()
        # Set while no search runs. Thread.join would not do: interrupted, it takes the thread for gone (bpo-45274).
        self.idle = threading.Event()
        self.idle.set()
        self.lock = threading.Lock()  # over what follows
        self.searching = False  # until the result has been told
        self.deepening: Deepening | None = None  # what is running
        self.hit = False  # whether the move pondered on has been played
        self.released = threading.Event()  # whether the result may be told: not while infinite or pondering

    def refuse_if_searching(self, what: str) -> None:
        """Busy while a search is running; else nothing is left of the last one."""
        with self.lock:
            if self.searching:
                raise Busy(what)
        self.wait()

    def set_position(self, position: P) -> None:
        self.refuse_if_searching("position")
        self.position = position

    def set_option(self, name: str, text: str) -> Option:
        """Set an option; ValueError says what is wrong with it."""
        self.refuse_if_searching("setoption")
        option = self.options.set(name, text)
        if option.name == "Clear Hash" and self.table is not None:
            self.table.clear()
        if option.name == "Seed":
            self.lots = self.new_lots()
        return option

    def new_game(self) -> None:
        self.refuse_if_searching("a new game")
        self.lots = self.new_lots()
        if self.table is not None:
            self.table.clear()

    def new_lots(self) -> Random:
        return Random(int(self.options["Seed"]))

    def prepare(self) -> None:
        """Bring the table to its size before a search begins; MemoryError, and no table, if that is too much."""
        self.refuse_if_searching("preparing")
        size = int(self.options["Hash"]) if self.options["Table"] else 0
        if size != self.table_size:
            self.table = None  # give the old one back first
            self.table_size = 0
            self.table = Table(size) if size else None
            self.table_size = size

    def go(
        self,
        limits: Limits,
        report: Callable[[Info], None],
        finished: Callable[[Result[str]], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """Search in the background, with the table that `prepare` made.

        ValueError if a search or an evaluation was chosen that does not suit this game. `failed` is told of an error in
        the search; `finished` follows all the same, with any legal move, because a client waits for one.
        """
        self.refuse_if_searching("go")
        self.position.configure(self.options)
        search = create(str(self.options["Search"]), self.position)
        self.limits = limits
        try:
            deepening = Deepening(search, self.position, limits, self.options, self.table, report, self.lots)
            if not (limits.infinite or limits.ponder):
                deepening.allow(self.budget(limits))
            self.launch(deepening, finished, failed)
        except (MemoryError, RuntimeError) as failure:  # no memory for what a search needs, or for its thread
            failed(failure)
            finished(self.any_move())

    def launch(
        self, deepening: Deepening, finished: Callable[[Result[str]], None], failed: Callable[[Exception], None]
    ) -> None:
        """Search in the background and tell the result: once, and not before it is released."""

        def run() -> None:
            try:
                try:
                    result = deepening.run()
                except Exception as failure:  # noqa: BLE001 - whatever it is, the client is told and gets its move
                    failed(failure)
                    result = self.any_move()
                self.released.wait()
                with self.lock:  # so that whoever has seen the result finds the session ready for what comes next
                    finished(result)
                    self.forget()
            finally:  # also where nobody can be told any more: whoever waits must not wait for ever
                self.forget()
                self.idle.set()

        threading.stack_size(STACK)
        thread = threading.Thread(target=run, name="search", daemon=True)
        self.hit = False
        self.released.clear()
        if not (self.limits.infinite or self.limits.ponder):
            self.released.set()
        # All is written down before the thread starts: an interrupt must not leave a search that nobody knows of.
        self.idle.clear()
        self.deepening = deepening
        self.searching = True
        try:
            thread.start()
        except Exception:  # there is no thread to end this search
            self.forget()
            self.idle.set()
            raise

    def forget(self) -> None:
        """No search is running any more."""
        self.deepening = None
        self.searching = False

    def any_move(self) -> Result[str]:
        """A result that says nothing."""
        move = next((self.position.notation(move) for move in self.position.moves()), None)
        return Result(move, Score(0.0, 0), (), 0, 0, 0.0, ())

    def budget(self, limits: Limits) -> Budget:
        player = self.position.player()
        limited = (limits.depth, limits.nodes, limits.mate, limits.movetime, limits.times[player])
        if limits.infinite:
            return Budget()
        if all(limit is None for limit in limited):
            limits = replace(limits, movetime=UNLIMITED_GO)
        return budget(limits, player, int(self.options["Move Overhead"]))

    def stop(self) -> bool:
        """End the running search, whose result is told at once; whether there was one."""
        with self.lock:
            if self.deepening is not None:
                self.deepening.halt()
            self.released.set()
            return self.searching

    def ponderhit(self) -> bool:
        """The move pondered on was played: the clock runs from now. Whether anything was being pondered on."""
        with self.lock:
            if self.deepening is None or not self.limits.ponder or self.hit:
                return False
            self.hit = True
            self.deepening.allow(self.budget(self.limits))
            if not self.limits.infinite:
                self.released.set()
            return True

    def wait(self) -> None:
        """Return when no search is running any more."""
        self.idle.wait()
