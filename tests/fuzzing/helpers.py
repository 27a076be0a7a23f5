"""Helpers of the written scripts: games, threads, failures. Each is printed above a script that uses it."""

from __future__ import annotations

import copy
import pickle
import threading
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

from oddsfish.engine import PythonPosition, Win

FUEL = 3_000  # calls of own methods that one statement may make; this bounds every walk through an own game
DEEPEST_NESTING = 3  # of calls back into the engine: endless ones would overflow any stack
TINY = 256 * 1024  # bytes of stack
LONGEST_TASTE = 5


class Own(Exception):
    """Raised by the script's own objects, and by nothing else."""


class Fuel:
    left = FUEL
    nesting = 0


def spend() -> None:
    """Called by every own method."""
    Fuel.left -= 1
    if Fuel.left < 0:
        raise Own("own: out of fuel")


def fail(kind: type[BaseException]) -> Any:
    """Raise an exception of any kind, marked as the script's own."""
    raise kind("own")


def nested(call: Callable[[], object]) -> Any:
    """Call back into the engine, from an own method."""
    if Fuel.nesting >= DEEPEST_NESTING:
        raise Own("own: nested too deep")
    Fuel.nesting += 1
    try:
        return call()
    finally:
        Fuel.nesting -= 1


def repeat(times: int, call: Callable[[], object]) -> Any:
    result = None
    for _ in range(times):
        result = call()
    return result


def together(*calls: Callable[[], object], times: int = 1, stack: int = 0) -> Any:
    """Make calls at the same time, each in a thread of its own; the first exception in one of them is raised here."""
    failures: list[BaseException] = []
    start = threading.Barrier(len(calls) + 1)  # no call begins before the stack size is restored

    def run(call: Callable[[], object]) -> None:
        try:
            start.wait()
            repeat(times, call)
        except BaseException as failure:  # noqa: BLE001 - raised below
            failures.append(failure)

    before = threading.stack_size(stack)
    try:
        threads = [threading.Thread(target=run, args=(call,), name="together", daemon=True) for call in calls]
        for thread in threads:
            thread.start()
    finally:
        threading.stack_size(before)
    start.wait()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]
    return None


def small_stack(call: Callable[[], object]) -> Any:
    """Make a call in a thread that has hardly any stack."""
    return together(call, stack=TINY)


def taste(values: Iterable[Any]) -> list[Any]:
    """The first few values."""
    return list(islice(values, LONGEST_TASTE))


def pickled(value: Any, protocol: int) -> Any:
    return pickle.loads(pickle.dumps(value, protocol))


def copied(value: Any) -> Any:
    return copy.copy(value)


def deep_copied(value: Any) -> Any:
    return copy.deepcopy(value)


class Nim(PythonPosition):
    """One or two from a heap; who takes the last one wins."""

    def __init__(self, heap: int = 5) -> None:
        self.heap = heap
        self.taken: list[int] = []

    def moves(self) -> list[int]:
        spend()
        return [1, 2][: self.heap]

    def play(self, move: int) -> None:
        spend()
        self.heap -= move
        self.taken.append(move)

    def undo(self) -> None:
        spend()
        self.heap += self.taken.pop()

    def player(self) -> int:
        spend()
        return len(self.taken) % 2

    def ending(self) -> Win | float | None:
        spend()
        return Win(1 - self.player()) if self.heap == 0 else None

    def repetition_key(self) -> object:
        spend()
        return self.heap, self.player()


class Chain(PythonPosition):
    """One legal move, for ever."""

    def __init__(self) -> None:
        self.plies = 0

    def moves(self) -> list[str]:
        spend()
        return ["on"]

    def play(self, move: str) -> None:
        spend()
        self.plies += 1

    def undo(self) -> None:
        spend()
        self.plies -= 1

    def ending(self) -> Win | float | None:
        spend()
        return None


class Coin(PythonPosition):
    """Bet on heads or tails; three times."""

    def __init__(self) -> None:
        self.set_chance(True)
        self.thrown: list[tuple[str, str]] = []

    def moves(self) -> list[str]:
        spend()
        return ["heads", "tails"]

    def chances(self, move: str) -> list[tuple[object, float]]:
        spend()
        return [((move, "heads"), 0.5), ((move, "tails"), 0.5)]

    def play(self, move: tuple[str, str]) -> None:
        spend()
        self.thrown.append(move)

    def undo(self) -> None:
        spend()
        self.thrown.pop()

    def value(self) -> float:
        spend()
        return float(sum(1 if bet == fallen else -1 for bet, fallen in self.thrown))

    def ending(self) -> Win | float | None:
        spend()
        return self.value() if len(self.thrown) == 3 else None
