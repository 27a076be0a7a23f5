"""Threads with a stack of their own: deep enough for any search, whoever asks for it and from wherever.

Searches recurse as deep as they look. On a Worker they never depend on how much stack their caller has left, and the
caller, who only waits, is there to be interrupted.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextvars import copy_context
from typing import TypeVar

T = TypeVar("T")

STACK = 64 * 1024 * 1024  # bytes: room for the deepest recursion with the longest move lists
GRACE = 0.05  # seconds that an interrupt waits for a search to come home; in a slow evaluation it is left alone

STARTING = threading.Lock()  # the size of stacks is one setting for the whole process: no two change it at once


class Busy(ValueError):
    """What was asked cannot be done while a search is running."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} refused: a search is running")


class Worker(threading.Thread):
    """A thread on which `run` may recurse as deep as any search does. It sees the context variables of its maker."""

    def __init__(self, run: Callable[[], object]) -> None:
        super().__init__(target=copy_context().run, args=(run,), name="search", daemon=True)

    def start(self) -> None:
        """Start it; RuntimeError if there is no memory for it. Threads that others start keep their size of stack."""
        with STARTING:
            before = threading.stack_size()
            try:  # an interrupt may come at any moment
                threading.stack_size(STACK)
                super().start()
            finally:
                threading.stack_size(before)


def call(function: Callable[[], T], halt: Callable[[], object]) -> T:
    """What `function` returns or raises, from a Worker while the caller waits; on the spot where the caller is one.

    An interrupt (whatever a signal handler raises here) calls `halt`, which should bring the function home, and goes on
    to the caller: at once, even if the function is slow to obey.
    """
    if isinstance(threading.current_thread(), Worker):
        return function()
    done = threading.Lock()  # an Event that is interrupted twice complains of its own lock
    done.acquire()
    results: list[T] = []
    failures: list[BaseException] = []

    def run() -> None:
        try:
            results.append(function())
        except BaseException as failure:  # noqa: BLE001 - whatever it is, it is raised in the caller's thread
            failures.append(failure)
        finally:
            done.release()

    def come_home() -> None:
        if not (results or failures):
            halt()

    try:
        Worker(run).start()
        done.acquire()
    except BaseException:
        try:  # the next interrupt may come before a call has done anything: once more, or the search would never end
            try:
                come_home()
            finally:
                come_home()
        finally:
            come_home()
            done.acquire(timeout=GRACE)
        raise
    if failures:
        raise failures.pop()
    return results.pop()
