"""Where a search runs: on a stack that is deep enough, and so that interrupts are handled at once.

Searches recurse as deep as they look ahead. A worker is a thread with a large stack, so a search on it does not depend
on the rest of its caller's stack. The caller only waits, and can be interrupted. After its job, a worker waits for the
next one, because starting a thread takes longer than many searches. Waking a worker takes longer than the shortest
searches. So a shallow search of the main thread runs there, and handles signals itself (`signals.pyx`).
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
Job = Callable[[Callable[[], None]], None]  # calls its argument just before other threads can learn that it is done

STACK = 16 * 1024 * 1024  # bytes: 3 MiB for the deepest search with long move lists, the rest for a game in Python
TRIES = 100  # attempts to start a thread with such a stack, while other threads change the setting
SHALLOW = 16  # plies that fit on the stack of any main thread: a third of a MiB if all move lists are long
MOST_NESTED = 20  # searches, each started during another one by a game in plain Python
GRACE = 0.05  # seconds that an interrupt waits for a search to end; a slow evaluation may take longer
NAME = "search"  # of a thread that has a job
IDLE_NAME = "idle search"


class _Here(threading.local):
    """The state of the current thread."""

    def __init__(self) -> None:
        self.signals = threading.get_ident() == threading.main_thread().ident  # whether their handlers run here
        # Plies that surely fit on its stack; -1 during a search.
        self.plies: float = SHALLOW if self.signals else 0
        self.importing = False  # true during an import for a search


HERE = _Here()
NESTED: ContextVar[int] = ContextVar("NESTED", default=0)  # how many searches enclose this one
# The size of stacks is one setting for the whole process, so only one thread may change it. A signal handler may, too.
STARTING = threading.RLock()
# Held while modules are imported for a search. A fork waits for it: otherwise, if another thread of the parent was
# importing a module, the child would wait for this module for ever.
IMPORTING = threading.RLock()


class Busy(ValueError):
    """Raised if a call is not possible while a search is running. It is a ValueError."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} refused: a search is running")


@contextmanager
def importing() -> Iterator[None]:
    """Hold IMPORTING while modules are imported for a search.

    Busy for a signal handler during such an import, because it would find incomplete modules.
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
        """Start the thread with its first job. RuntimeError if there is no memory for it.

        The stacks of other new threads stay as they are. An interrupt may come at any moment, but a started thread
        always has its job.
        """
        self.wake = threading.Lock()
        self.job: Job | None = job
        self.alive = Latch()
        self.fit = False  # whether its stack is as large as requested
        with STARTING:
            before = threading.stack_size()  # this call also sets the default
            try:
                threading.stack_size(STACK)
                # Not threading.Thread.start: an interrupt while it waits for the thread becomes a RuntimeError.
                start_new_thread(self.live, ())
            finally:
                threading.stack_size(before)
        while not self.alive.wait():  # so that it can take the next job soon, or many would be started at once
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
                job = None  # or it would keep its position and table in memory until the next job

    def rest(self) -> None:
        self.thread.name = IDLE_NAME
        IDLE.append(self)

    def give(self, job: Job) -> None:
        self.job = job
        self.wake.release()


IDLE: list[_Worker] = []  # workers without a job


def begin_anew() -> None:
    """Reset the state in the child of a fork: it has no other threads, but maybe a lock that one of them held."""
    global STARTING  # noqa: PLW0603 - there is one for the process
    IMPORTING.release()
    IDLE.clear()
    STARTING = threading.RLock()
    HERE.__init__()  # type: ignore[misc]  # the thread that has forked is the main thread now


at_fork(IMPORTING.acquire, IMPORTING.release, begin_anew)


def _hand_over(job: Job) -> None:
    """Let a worker do a job, which must not raise. RuntimeError if no worker can be started."""
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
    """Return a copy of the caller's context for a worker. RecursionError inside too many searches."""
    context = copy_context()
    if HERE.plies < 0:
        if NESTED.get() == MOST_NESTED:
            raise RecursionError(f"more than {MOST_NESTED} searches, each in the middle of another")
        context.run(NESTED.set, NESTED.get() + 1)
    return context


def start(run: Callable[[], object]) -> None:
    """Let a worker call `run` in the context of the caller. RuntimeError if no worker can be started.

    RecursionError inside too many searches.
    """
    context = _context()

    def job(rest: Callable[[], None]) -> None:
        try:
            context.run(run)
        except BaseException:  # noqa: BLE001 - reported as by any thread
            _tell_failure()
        finally:
            rest()

    _hand_over(job)


def _tell_failure() -> None:
    """Call the hook for the exception of a thread. The thread continues even if the hook raises."""
    try:
        threading.excepthook(threading.ExceptHookArgs((*sys.exc_info(), threading.current_thread())))
    except BaseException:  # noqa: BLE001 - there is no hook for this one
        threading.__excepthook__(threading.ExceptHookArgs((*sys.exc_info(), threading.current_thread())))


def call(function: Callable[[], T], halt: Callable[[], object], plies: float = inf) -> T:
    """Call a function on a worker while the caller waits, or on this thread if there is room. Return its result.

    plies: how deep it recurses. Only a function that handles signals itself may set it, because it may run on the main
    thread. During a search there is never room, because the rest of the stack is unknown.

    Any exception of the function is raised here. RecursionError inside too many searches.

    An interrupt (any exception of a signal handler here) calls `halt`, which should end the function. It is then raised
    at once, even if the function is slow to obey.
    """
    if plies <= HERE.plies:
        return function()
    context = _context()
    work = [function]  # emptied: its table must be free when the caller learns of the end, and creates the next table
    done = Latch()
    results: list[T] = []
    failures: list[BaseException] = []

    def job(rest: Callable[[], None]) -> None:
        try:
            results.append(context.run(work.pop()))
        except BaseException as failure:  # noqa: BLE001 - any exception is raised in the caller's thread
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
        try:  # an interrupt may come before a call has any effect: repeat it, or the search would never end
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
