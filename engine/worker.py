"""Threads with a stack of their own: deep enough for any search, whoever asks for it and from wherever.

Searches recurse as deep as they look. On a worker they never depend on how much stack their caller has left, and the
caller, who only waits, is there to be interrupted. A worker that has done its job waits for the next: to start a thread
takes longer than many a search.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from contextvars import copy_context
from typing import TypeVar

T = TypeVar("T")
Job = Callable[[Callable[[], None]], None]  # calls what it is given just before somebody may learn that it is done

STACK = 64 * 1024 * 1024  # bytes: room for the deepest recursion with the longest move lists
GRACE = 0.05  # seconds that an interrupt waits for a search to come home; in a slow evaluation it is left alone
NAME = "search"  # of a thread that has a job
IDLE_NAME = "idle search"

HERE = threading.local()  # `room`: this is a worker, whose stack is there for what is called
STARTING = threading.Lock()  # the size of stacks is one setting for the whole process: no two change it at once


class Busy(ValueError):
    """What was asked cannot be done while a search is running."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} refused: a search is running")


class _Worker:
    """A thread that does one job after another."""

    def __init__(self, job: Job) -> None:
        """`job` is its first. RuntimeError if there is no memory for it. Threads that others start keep their stacks.

        An interrupt may come at any moment: once the thread is there, it has its job.
        """
        self.wake = threading.Lock()
        self.job: Job | None = job
        self.thread = threading.Thread(target=self.live, name=IDLE_NAME, daemon=True)
        with STARTING:
            before = threading.stack_size()  # which sets the default
            try:
                threading.stack_size(STACK)
                self.thread.start()
            finally:
                threading.stack_size(before)

    def live(self) -> None:
        HERE.room = True
        while True:
            self.wake.acquire()
            job, self.job = self.job, None
            if job is not None:
                self.thread.name = NAME
                try:
                    job(self.rest)
                except BaseException:  # noqa: BLE001 - told as any thread tells it
                    threading.excepthook(threading.ExceptHookArgs((*sys.exc_info(), self.thread)))
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
    IDLE.clear()
    STARTING = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=begin_anew)


def hand_over(job: Job) -> None:
    """Have a worker do it; RuntimeError if there is no memory for one more."""
    try:
        worker = IDLE.pop()
    except IndexError:
        _Worker(job)
    else:
        worker.give(job)


def start(run: Callable[[], object]) -> None:
    """Have `run` done by a worker, in the context of the caller; RuntimeError if there is no memory for one more."""
    context = copy_context()

    def job(rest: Callable[[], None]) -> None:
        try:
            context.run(run)
        finally:
            rest()

    hand_over(job)


def call(function: Callable[[], T], halt: Callable[[], object]) -> T:
    """What `function` returns or raises, from a worker while the caller waits; on the spot where the caller is one.

    A worker in the middle of a search counts for another caller: of its stack nobody knows how much is left.

    An interrupt (whatever a signal handler raises here) calls `halt`, which should bring the function home, and goes on
    to the caller: at once, even if the function is slow to obey.
    """
    if getattr(HERE, "room", False):
        return function()
    context = copy_context()
    work = [function]  # taken out: its table must be free when the caller learns that it is done, and makes the next
    done = threading.Lock()  # an Event that is interrupted twice complains of its own lock
    done.acquire()
    results: list[T] = []
    failures: list[BaseException] = []

    def job(rest: Callable[[], None]) -> None:
        try:
            results.append(context.run(work.pop()))
        except BaseException as failure:  # noqa: BLE001 - whatever it is, it is raised in the caller's thread
            failures.append(failure)
        finally:
            rest()
            done.release()

    def come_home() -> None:
        if not (results or failures):
            halt()

    try:
        hand_over(job)
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
