"""Threads with a stack of their own: deep enough for any search, whoever asks for it and from wherever.

Searches recurse as deep as they look. On a worker they never depend on how much stack their caller has left, and the
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

WORKER = threading.local()  # has `deep` on a worker
STARTING = threading.Lock()  # the size of stacks is one setting for the whole process: no two change it at once


class Busy(ValueError):
    """What was asked cannot be done while a search is running."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} refused: a search is running")


def start(run: Callable[[], object]) -> threading.Thread:
    """A thread on which `run` may recurse as deep as any search does; RuntimeError if there is no memory for it.

    It sees the context variables of its maker. Threads that others start keep their size of stack.
    """

    def work() -> None:
        WORKER.deep = True
        run()

    thread = threading.Thread(target=copy_context().run, args=(work,), name="search", daemon=True)
    with STARTING:
        before = threading.stack_size(STACK)
        try:
            thread.start()
        finally:
            threading.stack_size(before)
    return thread


def call(function: Callable[[], T], halt: Callable[[], object]) -> T:
    """What `function` returns or raises, from a worker while the caller waits; on the spot where the caller is one.

    An interrupt (whatever a signal handler raises here) calls `halt`, which should bring the function home, and goes on
    to the caller: at once, even if the function is slow to obey.
    """
    if hasattr(WORKER, "deep"):
        return function()
    done = threading.Event()
    results: list[T] = []
    failures: list[BaseException] = []

    def run() -> None:
        try:
            results.append(function())
        except BaseException as failure:  # noqa: BLE001 - whatever it is, it is raised in the caller's thread
            failures.append(failure)
        finally:
            done.set()

    try:
        start(run)
        done.wait()
    finally:
        if not done.is_set():
            halt()
            done.wait(GRACE)
    if failures:
        raise failures.pop()
    return results.pop()
