"""Numbered pieces of work, done by this process or by several. The results come in the order of the numbers."""

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
AHEAD = 4  # pieces for each process that may be begun before their turn


def in_order(work: Callable[[int], T], first: int, jobs: int) -> Generator[T, None, None]:
    """The results of work(first), work(first + 1), ... without end. The caller has to close the iterator.

    jobs: the number of processes; if there are several, `work` is pickled. An exception of `work` is raised in place of
    its result; RuntimeError if a process ends too early.
    """
    if jobs == 1:
        yield from map(work, count(first))
    found: dict[int, tuple[bool, Any]] = {}
    workers: list[tuple[SpawnProcess, PipeEnd]] = []
    given = first
    try:
        ensure_running()  # first: when multiprocessing starts its resource tracker, it unblocks SIGINT
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
    """Start a process; return it and the connection to it. Signals that are blocked here are blocked there, too."""
    context = multiprocessing.get_context("spawn")  # a fork may inherit locks that other threads hold
    ours, theirs = context.Pipe()
    process = context.Process(target=serve, args=(theirs, work), daemon=True)
    process.start()
    theirs.close()  # otherwise the end of the process would go unnoticed
    return process, ours


def serve(connection: PipeEnd, work: Callable[[int], Any]) -> None:
    """Answer requests in the new process, until its parent closes the connection or ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to all; the parent handles it
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            number = connection.recv()
            try:
                answer = (number, True, work(number))
            except Exception as failure:  # noqa: BLE001 - the parent raises it
                answer = (number, False, failure)
            connection.send(answer)
