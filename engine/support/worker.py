"""Where a search runs: on a stack that is deep enough, and so that an interrupt is heard.

Searches recurse as deep as they look. On a worker, a thread with a stack of its own, they never depend on how much
their caller has left, and the caller, who only waits, is there to be interrupted. A worker that has done its job waits
for the next: to start a thread takes longer than many a search. To wake one takes longer than the shortest: what does
not go deep, and is asked for by the main thread, runs there, and hears signals itself (`signals.pyx`).
"""

from __future__ import annotations

import sys
import threading
from _thread import start_new_thread
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import Context, ContextVar, copy_context
from math import inf
from typing import TypeVar

from .latch import Latch
from .stack import stack_of_thread
from .system import at_fork

T = TypeVar("T")
Job = Callable[[Callable[[], None]], None]  # calls what it is given just before somebody may learn that it is done

STACK = 16 * 1024 * 1024  # bytes: 3 MiB for the deepest search with long move lists, the rest for a game in Python
TRIES = 100  # to start a thread with such a stack, while others set the size of theirs
SHALLOW = 16  # plies that every main thread has room for: a third of a MiB where all move lists are long
MOST_NESTED = 20  # searches, each asked for in the middle of another, by a game in plain Python
GRACE = 0.05  # seconds that an interrupt waits for a search to come home; in a slow evaluation it is left alone
NAME = "search"  # of a thread that has a job
IDLE_NAME = "idle search"


class _Here(threading.local):
    """What is known of this thread."""

    def __init__(self) -> None:
        self.signals = threading.get_ident() == threading.main_thread().ident  # whether their handlers run here
        # Plies that its stack surely has room for; -1 in the middle of a search.
        self.plies: float = SHALLOW if self.signals else 0
        self.importing = False  # in the middle of an import on the way to a search


HERE = _Here()
NESTED: ContextVar[int] = ContextVar("NESTED", default=0)  # how many searches this one is in the middle of
# The size of stacks is one setting for the whole process: no two threads change it at once. A signal handler may.
STARTING = threading.RLock()
# Held where modules are imported on the way to a search. A fork waits: its child would wait for ever for a module that
# another thread of its parent was importing.
IMPORTING = threading.RLock()


class Busy(ValueError):
    """Raised if a call is not possible while a search is running. It is a ValueError."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} refused: a search is running")


@contextmanager
def importing() -> Iterator[None]:
    """While modules are imported on the way to a search.

    Busy for a signal handler in the middle of that, which would find modules half made.
    """
    if HERE.importing:
        raise Busy("a search in the middle of an import")
    try:
        HERE.importing = True
        with IMPORTING:
            yield
    finally:
        HERE.importing = False


class _Worker:
    """A thread that does one job after another."""

    def __init__(self, job: Job) -> None:
        """`job` is its first. RuntimeError if there is no memory for it. Threads that others start keep their stacks.

        An interrupt may come at any moment: once the thread is there, it has its job.
        """
        self.wake = threading.Lock()
        self.job: Job | None = job
        self.alive = Latch()
        self.fit = False  # whether its stack is as large as was asked for
        with STARTING:
            before = threading.stack_size()  # which sets the default
            try:
                threading.stack_size(STACK)
                # Not threading.Thread.start: an interrupt while it waits for the thread becomes a RuntimeError.
                start_new_thread(self.live, ())
            finally:
                threading.stack_size(before)
        while not self.alive.wait():  # that it may soon be free for the next job, or many would be started at once
            pass

    def live(self) -> None:
        self.fit = stack_of_thread() >= STACK
        self.alive.open()
        if not self.fit:
            return
        HERE.plies = inf
        self.thread = threading.current_thread()
        while True:
            self.wake.acquire()
            job, self.job = self.job, None
            if job is not None:
                self.thread.name = NAME
                job(self.rest)
                job = None  # which would keep what it has searched, its table above all, until the next one

    def rest(self) -> None:
        self.thread.name = IDLE_NAME
        IDLE.append(self)

    def give(self, job: Job) -> None:
        self.job = job
        self.wake.release()


IDLE: list[_Worker] = []  # workers without a job


def begin_anew() -> None:
    """A child of a fork has none of its parent's threads, and may have a lock that one of them held."""
    global STARTING  # noqa: PLW0603 - there is one for the process
    IMPORTING.release()
    IDLE.clear()
    STARTING = threading.RLock()
    HERE.__init__()  # type: ignore[misc]  # whoever has forked is the main thread now


at_fork(IMPORTING.acquire, IMPORTING.release, begin_anew)


def _hand_over(job: Job) -> None:
    """Have a worker do it, which raises nothing; RuntimeError if there is no memory for one more."""
    if sys.is_finalizing():
        raise RuntimeError("no search begins while the interpreter ends")
    try:
        worker = IDLE.pop()
    except IndexError:
        for _ in range(TRIES):
            if _Worker(job).fit:
                return
        raise RuntimeError("somebody else sets the size of stacks all the time") from None
    worker.give(job)


def _context() -> Context:
    """The caller's, for a worker; RecursionError in the middle of too many searches."""
    context = copy_context()
    if HERE.plies < 0:
        if NESTED.get() == MOST_NESTED:
            raise RecursionError(f"more than {MOST_NESTED} searches, each in the middle of another")
        context.run(NESTED.set, NESTED.get() + 1)
    return context


def start(run: Callable[[], object]) -> None:
    """Have `run` done by a worker, in the context of the caller; RuntimeError if there is no memory for one more.

    RecursionError as `call` does.
    """
    context = _context()

    def job(rest: Callable[[], None]) -> None:
        try:
            context.run(run)
        except BaseException:  # noqa: BLE001 - told as any thread tells it
            _tell_failure()
        finally:
            rest()

    _hand_over(job)


def _tell_failure() -> None:
    """Call the hook for what a thread has raised; if that raises, too, the thread lives on all the same."""
    try:
        threading.excepthook(threading.ExceptHookArgs((*sys.exc_info(), threading.current_thread())))
    except BaseException:  # noqa: BLE001 - for which there is no hook
        threading.__excepthook__(threading.ExceptHookArgs((*sys.exc_info(), threading.current_thread())))


def call(function: Callable[[], T], halt: Callable[[], object], plies: float = inf) -> T:
    """What `function` returns or raises, from a worker while the caller waits; on the spot where there is room for it.

    plies: how deep it goes; what listens to signals itself says so here, for it may come to run on the main thread.
    In the middle of a search there is room for nothing: of the stack nobody knows how much is left.

    RecursionError if that is in the middle of too many searches.

    An interrupt (whatever a signal handler raises here) calls `halt`, which should bring the function home, and goes on
    to the caller: at once, even if the function is slow to obey.
    """
    if plies <= HERE.plies:
        return function()
    context = _context()
    work = [function]  # taken out: its table must be free when the caller learns that it is done, and makes the next
    done = Latch()
    results: list[T] = []
    failures: list[BaseException] = []

    def job(rest: Callable[[], None]) -> None:
        try:
            results.append(context.run(work.pop()))
        except BaseException as failure:  # noqa: BLE001 - whatever it is, it is raised in the caller's thread
            failures.append(failure)
        finally:
            rest()
            done.open()

    def come_home() -> None:
        if not (results or failures):
            halt()

    try:
        _hand_over(job)
        while not done.wait():
            pass
    except BaseException:
        try:  # the next interrupt may come before a call has done anything: once more, or the search would never end
            try:
                come_home()
            finally:
                come_home()
        finally:
            come_home()
            done.wait(GRACE)
        raise
    if failures:
        raise failures.pop()
    return results.pop()
