"""A Session owns a position, the options, a table, and at most one running search.

This module is the only way to start a search: `search` waits for the result, `go` does not. The search itself runs
without the GIL, on a copy of the position. `support/worker.py` explains which thread runs it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any, Generic, TypeVar

from . import games
from .control.adviser import NOTHING, Adviser
from .control.budget import Budget, budget
from .control.deepening import Deepening
from .limits import Limits
from .option import Value
from .options import Option, Options, options_of
from .position import Position, player_of
from .registry.not_started import NotStarted
from .results import Info, Result, Score
from .searches import settled
from .searches.any_table import AnyTable
from .searches.factory import create
from .searches.search import Search
from .support.latch import Latch
from .support.worker import HERE, IMPORTING, SHALLOW, Busy, call, start

__all__ = ["Busy", "SearchTask", "Session"]

P = TypeVar("P", bound=Position)  # the game
ADVICE_SHARE = 0.5  # of the hard time limit for a move: by then an adviser has to answer


def _nothing(*arguments: object) -> None:
    """Stand in for `halt` and `allow` while no search runs."""


class SearchTask:
    """One requested search: it waits, runs, or is done. Any thread that holds it may end it at any time."""

    over: bool  # the search has ended: another may begin
    done: Latch  # its result has been reported, too

    def __new__(cls, *args: object, **options: object) -> SearchTask:
        task = super().__new__(cls)
        task.over = False
        task.done = Latch()  # not Thread.join: after an interrupt it regards the thread as ended (bpo-45274)
        return task

    def __init__(self, *, infinite: bool = False, ponder: bool = False) -> None:
        """Create a task for one search.

        infinite: only `stop` releases the result.
        ponder: `stop` or `ponderhit` releases the result.
        """
        self.since = time.perf_counter()  # its time counts from here, or from `ponderhit` on
        self.infinite = infinite
        self.ponder = ponder
        self._lock = threading.RLock()  # for the attributes below; a call under it may take it again
        self.taken = False  # by a search
        self.stopped = False
        self.started = False
        self.hit = False  # whether the move pondered on has been played
        self.halt: Callable[[], object] = _nothing  # ends the search
        self.allow: Callable[[float], object] = _nothing  # starts its clock
        self._released = Latch()  # the result may be reported
        if not (infinite or ponder):
            self._released.open()
        # The number of the thread that reports the result. Not a Thread: freeing one may swallow an interrupt.
        self.thread: int | None = None

    @property
    def endless(self) -> bool:
        """Whether the result still waits for `stop` or `ponderhit`."""
        return not self._released.is_open

    def wait_for_release(self) -> None:
        """Wait until the result may be reported."""
        while not self._released.wait():
            pass

    def take(self) -> None:
        """Mark the task as taken by a search; ValueError if a search has already taken it."""
        with self._lock:
            if self.taken:
                raise ValueError("a task is for one search")
            self.taken = True

    def attach(self, halt: Callable[[], object], allow: Callable[[float], object] = _nothing) -> None:
        """Prepare to run.

        halt: ends the search.
        allow: starts its time, given on the clock of time.perf_counter().
        """
        with self._lock:
            self.started = True
            self.halt = halt
            self.allow = allow
            if self.stopped:
                halt()
            if self.hit or not self.ponder:
                allow(self.since)

    def _let_go(self) -> None:
        """Mark the search as over, so that another may begin, and release its table."""
        self.halt = self.allow = _nothing
        self.over = True

    def _end(self) -> None:
        """Mark the search as over and its result as reported."""
        self._let_go()
        self.done.open()

    def stop(self) -> None:
        """End the search, which then reports its result. If it does not run yet, it ends as soon as it starts."""
        with self._lock:
            self.stopped = True
            self.halt()
            self._released.open()

    def ponderhit(self) -> bool:
        """Start the clock, because the move pondered on was played. Return whether the task was pondering."""
        with self._lock:
            if self.hit or not self.ponder:
                return False
            self.hit = True
            self.since = time.perf_counter()
            self.allow(self.since)
            if not self.infinite:
                self._released.open()
            return True


def check_limits(limits: object) -> None:
    """Raise TypeError if `limits` are not Limits; the message shows how to write them."""
    if not isinstance(limits, Limits):
        raise TypeError(f"limits are Limits, as in Limits(depth=3), not {type(limits).__name__}")


def check_no_rule(position: Position, names: Iterable[str]) -> None:
    """Raise ValueError if a name is that of a rule. A position keeps its rules, and no search changes them."""
    game = games.of(position)
    if game is None:
        return
    for name in names:
        if rule := games.rule_of(game, name):
            raise ValueError(f"{rule.name} is a rule, and a position has its own: it is given where one is made")


class Session(Generic[P]):
    """A position, options, a table, and at most one running search.

    A call that a running search forbids raises `Busy`.
    """

    def __init__(self, position: P, options: Options | None = None) -> None:
        if not isinstance(position, Position):
            raise TypeError(f"a session has a Position, not {type(position).__name__}")
        self.position = position
        self.options = options_of(position) if options is None else options
        self.table: AnyTable | None = None
        self.table_made: tuple[type[AnyTable] | None, int] = (None, 0)  # its class and size
        self.prepared: tuple[int, type[Position]] | None = None  # the version of the options, the class of position
        self.random = self.new_random()  # one sequence for a whole game; restarted by a new game or Seed
        self.advisers: dict[str, Adviser[Any] | None] = {}  # by the names of their games
        self.lock = threading.Lock()  # for `latest`
        self.latest: SearchTask | None = None

    @property
    def running(self) -> SearchTask | None:
        """The task of the running search, or None."""
        task = self.latest
        return None if task is None or task.over else task

    @property
    def searching(self) -> bool:
        """Whether a search is running. A search runs until its result is known and may be reported."""
        return self.running is not None

    def refuse_if_searching(self, what: str) -> None:
        """Raise Busy, with the name of the refused action, while a search is running."""
        if self.searching:
            raise Busy(what)

    def set_position(self, position: P) -> None:
        """Replace the position. Busy while a search is running."""
        self.refuse_if_searching("position")
        self.position = position

    def set_option(self, name: str, text: str) -> Option:
        """Set an option and return it. ValueError, with the reason, if the name or the value is wrong."""
        self.refuse_if_searching("setoption")
        check_no_rule(self.position, [name])
        before = self.options["EvalFile"]
        option = self.options.set(name, text)
        if option.name == "EvalFile" and self.options["EvalFile"]:
            with IMPORTING:
                from .net.choice import net_for

            try:
                net_for(self.position, self.options)
            except ValueError:  # the network does not suit this game
                self.options.restore("EvalFile", before)
                raise
        if option.name == "Clear Hash" and self.table is not None:
            self.table.clear()
        if option.name == "Seed":
            self.random = self.new_random()
        return option

    def new_game(self) -> None:
        """Start a new game: clear the table and restart the random numbers. Busy while a search is running."""
        self.refuse_if_searching("a new game")
        self.random = self.new_random()
        if self.table is not None:
            self.table.clear()

    def new_random(self) -> Random:
        """Return a random number generator, seeded by the option `Seed`."""
        return Random(int(self.options["Seed"]))

    def drop_table(self) -> None:
        """Free the table until a search needs one."""
        self.refuse_if_searching("dropping the table")
        self.table = None
        self.table_made = (None, 0)
        self.prepared = None

    def prepare(self) -> None:
        """Create what the chosen search needs: the evaluation and the table.

        Every search does so itself, but then its clock is running. MemoryError if the table does not fit into memory;
        then the session has no table.
        """
        self.refuse_if_searching("preparing")
        state = (self.options.version, type(self.position))
        if state == self.prepared:
            return
        if (adviser := self._adviser()) is not None:
            adviser.prepare(self.options)
        try:
            search, _ = self._create()
        except ValueError:
            return  # the next search reports the error
        self._make_table(search)
        self.prepared = state

    def check(self) -> None:
        """Raise ValueError if the next search would be refused: it does not suit the game, or lacks something.

        Also raises any exception of a PythonPosition. A game that has not begun cannot be checked yet.
        """
        self.refuse_if_searching("checking")
        if isinstance(self.position, NotStarted):
            return
        search, options = self._create()
        search.configure(options)
        search.begin(self.position)

    def _create(self) -> tuple[Search, Mapping[str, Value]]:
        """Return the chosen search, and the options without Auto, after the position was configured by them."""
        options = settled(self.options, self.position)
        self.position.configure(options)
        return create(str(options["Search"]), self.position), options

    def _adviser(self) -> Adviser[Any] | None:
        name = self.position.game
        if name not in self.advisers:
            game = games.of(self.position)
            with IMPORTING:
                self.advisers[name] = None if game is None else game.adviser()
        return self.advisers[name]

    def _make_table(self, search: Search) -> None:
        kind = search.table_class(self.options)
        wanted = (kind, int(self.options["Hash"]) if kind else 0)
        if wanted != self.table_made:
            self.table = None  # first: there may be no room for both
            self.table_made = (None, 0)
            self.prepared = None
            self.table = kind(wanted[1]) if kind else None
            self.table_made = wanted

    # Searching.

    def search(
        self,
        limits: Limits,
        report: Callable[[Info], None] = lambda info: None,
        task: SearchTask | None = None,
        *,
        table: bool = True,
        lines: int | None = None,
    ) -> Result[str]:
        """Search and return the result.

        limits: when to stop.
        report: called with each Info.
        task: lets other threads end the search. Without a task, infinite and ponder are limits that never end. A task
            is for one search.
        table: whether to use a table if the option `Table` is set.
        lines: the number of root moves in the result, the best first; None for all of them.

        Exceptions:

        - ValueError: the chosen search or evaluation does not suit this game, a root move is illegal, the limits never
          end, `lines` is no integer from 1 on, or the game is inconsistent.
        - Busy: another search is running.
        - MemoryError: the table does not fit into memory.
        - Any exception that a PythonPosition raises.

        An interrupt ends the search, and is raised.
        """
        check_limits(limits)
        if lines is not None and (type(lines) is not int or lines < 1):
            raise ValueError(f"lines is a number of root moves from 1 on, or None for all, not {lines!r}")
        if task is None and (limits.infinite or limits.ponder):
            raise ValueError("limits must end: infinite and ponder do not")
        task = SearchTask() if task is None else task
        task.take()
        here = HERE.plies >= SHALLOW
        try:
            deepening = self._begin(task, limits, report, table, lines)

            def run() -> Result[str]:
                task.thread = threading.get_ident()
                try:
                    result = deepening.run()
                    task.wait_for_release()
                    return result
                finally:
                    if not here:
                        task._end()

            return call(run, task.stop, SHALLOW)
        finally:
            # Interrupts reach the main thread, but only after a call. The first call here is the last step.
            if here or task.thread is None:  # None: no thread has run the search
                task.halt = task.allow = _nothing
                task.over = task.done.is_open = True
                task.done.lock.release()

    def go(
        self,
        limits: Limits,
        report: Callable[[Info], None],
        finished: Callable[[Result[str]], None],
        failed: Callable[[Any], None],
    ) -> SearchTask:
        """Search in the background and return the task of the search.

        limits: when to stop.
        report: called with each Info, on the thread that searches.
        finished: called with the Result. If `go` raises nothing, this is called exactly once. The search is over then:
            `finished` may start another.
        failed: called with an exception that is raised after the search has begun. `finished` is still called, with any
            legal move, because a client waits for a move.

        `go` itself raises the exceptions that `search` raises before it begins.
        """
        check_limits(limits)
        task = SearchTask(infinite=limits.infinite, ponder=limits.ponder)
        task.take()
        work: list[Deepening] = []  # emptied by `run`: the table is free when the result is reported

        def tell(result: Result[str]) -> None:
            task.wait_for_release()
            task._let_go()
            finished(result)

        def run() -> None:
            task.thread = threading.get_ident()
            try:
                try:
                    result = work.pop().run()
                except BaseException as failure:  # noqa: BLE001 - any exception: the client learns it and gets a move
                    try:
                        failed(failure)
                    finally:
                        tell(self.any_move())
                else:
                    tell(result)
            finally:  # even if no report is possible: waiting threads must not wait for ever
                task._end()

        handed_over = False
        try:
            work.append(self._begin(task, limits, report, True))
            handed_over = True
            start(run)
        except BaseException as failure:
            if task.thread is None:  # else the worker ends it. No call comes before this, as in `search`
                task.halt = task.allow = _nothing
                task.over = task.done.is_open = True
                task.done.lock.release()
            if handed_over and isinstance(failure, RuntimeError):  # no memory for a thread
                failed(failure)
                finished(self.any_move())
                return task
            task.stop()
            raise
        return task

    def _begin(
        self,
        task: SearchTask,
        limits: Limits,
        report: Callable[[Info], None],
        table: bool,
        lines: int | None = None,
    ) -> Deepening:
        """Make the task the running search, and prepare it. Busy if another is running. The caller ends the task."""
        with self.lock:  # no call inside: a signal handler may start a search, too
            latest = self.latest
            free = latest is None or latest.over
            if free:
                self.latest = task
        if not free:
            raise Busy("go")
        position = self.position
        player = player_of(position)
        if not (limits.infinite or limits.end(player)):
            raise ValueError("limits must end: set a depth, nodes, mate, movetime or the clock of the side to move")
        search, _ = self._create()
        if table:
            self._make_table(search)
        used = self.table if table else None
        allowed = Budget() if limits.infinite else budget(limits, player, int(self.options["Move Overhead"]))
        advice, adviser = NOTHING, self._adviser()
        if adviser is not None:
            until = task.since + ADVICE_SHARE * allowed.hard
            advice = adviser.advise(position, limits, self.options, self.random, until)
        deepening = Deepening(search, position, limits, self.options, used, report, self.random, advice, lines)
        task.attach(deepening.halt, lambda since: deepening.allow(allowed, since))
        return deepening

    def any_move(self) -> Result[str]:
        """Return a result with any legal move and an unknown score."""
        moves = list(self.position.moves())
        move = self.position.notation(moves[0]) if moves else None
        return Result(move, Score(0.0, 0, None, "unknown"), (), 0, 0, 0.0, ())

    def stop(self) -> bool:
        """End the running search, which then reports its result immediately. Return whether a search was running."""
        task = self.running
        if task is not None:
            task.stop()
        return task is not None

    def ponderhit(self) -> bool:
        """Start the clock, because the move pondered on was played. Return whether a search was pondering."""
        task = self.running
        return task is not None and task.ponderhit()

    def wait(self) -> None:
        """Wait until no search is running and the last result was reported.

        RuntimeError if a callback of that search calls it.
        """
        while (task := self.latest) is not None and not task.done.is_open:
            if task.thread == threading.get_ident():
                raise RuntimeError("a search cannot wait for its own end")
            task.done.wait()
