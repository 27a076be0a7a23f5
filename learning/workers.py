"""Numbered pieces of work, done by this process or by several, and handed on in the order of their numbers."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Generator
from contextlib import suppress
from itertools import count
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from multiprocessing.resource_tracker import ensure_running
from typing import TYPE_CHECKING, Any, TypeVar

from ..engine.support.system import interrupts_held

if TYPE_CHECKING:
    from ..engine.support.system import PipeEnd

T = TypeVar("T")
AHEAD = 4  # pieces for each process that may be done before their turn


def in_order(work: Callable[[int], T], first: int, jobs: int) -> Generator[T, None, None]:
    """The results of work(first), work(first + 1), ... without end; whoever takes them closes the iterator.

    Several jobs are processes, to which work is pickled. What it raises is raised in its turn; RuntimeError if a
    process has ended.
    """
    if jobs == 1:
        yield from map(work, count(first))
    found: dict[int, tuple[bool, Any]] = {}
    workers: list[tuple[SpawnProcess, PipeEnd]] = []
    given = first
    try:
        ensure_running()  # first: what multiprocessing starts with the first process lets SIGINT through again
        with interrupts_held():
            workers.extend(start(work) for _ in range(jobs))
        idle = [ours for _, ours in workers]
        while True:
            while idle and given < first + AHEAD * jobs:
                idle.pop(0).send(given)
                given += 1
            while first in found:
                sound, value = found.pop(first)
                if not sound:
                    raise value
                yield value
                first += 1
            if not idle or given >= first + AHEAD * jobs:
                busy = [ours for _, ours in workers if ours not in idle]
                ready = wait(busy)
                for connection in (ours for ours in busy if ours in ready):
                    number, sound, value = connection.recv()
                    found[number] = (sound, value)
                    idle.append(connection)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        raise RuntimeError("a process has ended before its work: run the same command to go on") from None
    finally:
        for process, ours in workers:
            process.terminate()
            process.join()
            ours.close()


def start(work: Callable[[int], Any]) -> tuple[SpawnProcess, PipeEnd]:
    """A process, and the connection to it; what signals are blocked here are blocked there."""
    context = multiprocessing.get_context("spawn")  # a copy of this process might hold locks of its other threads
    ours, theirs = context.Pipe()
    process = context.Process(target=serve, args=(theirs, work), daemon=True)
    process.start()
    theirs.close()  # else its end would never be heard
    return process, ours


def serve(connection: PipeEnd, work: Callable[[int], Any]) -> None:
    """What a process does, until whoever started it closes the connection, or has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to all; it is the first process's to understand
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            number = connection.recv()
            try:
                answer = (number, True, work(number))
            except Exception as failure:  # noqa: BLE001 - raised where the result is asked for
                answer = (number, False, failure)
            connection.send(answer)
