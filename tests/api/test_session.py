"""A session whose listeners fail, or call it back."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from contextvars import Context, copy_context
from itertools import count, product
from operator import methodcaller
from random import Random
from typing import Any

import pytest
from conformance.games import Corridor
from oddsfish.engine import ChessPosition, Connect4Position, HiloPosition, Info, Limits, Result, Session
from oddsfish.engine.session import Busy, SearchTask
from oddsfish.engine.support.worker import NAME

SLOW = 30.0  # seconds after which a thread counts as hanging

OPENING = "r1bqkbnr/ppp2ppp/2np4/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4"


def quiet(told: object) -> None:
    """A listener that does nothing."""


def wait(session: Session[Any]) -> None:
    """Like session.wait, but fail if it takes too long."""
    waiting = threading.Thread(target=session.wait, daemon=True)
    waiting.start()
    waiting.join(SLOW)
    assert not waiting.is_alive()
    assert not session.searching
    until = time.monotonic() + SLOW
    while searching():  # a callback that has begun the last search may itself be running still
        assert time.monotonic() < until
        time.sleep(0.001)


def searching() -> bool:
    """Whether any thread has a job; idle ones have another name."""
    return any(thread.name == NAME for thread in threading.enumerate())


class Broken(Corridor):
    """A game that raises something two plies from the root."""

    def __init__(self, error: type[BaseException] = ZeroDivisionError) -> None:
        super().__init__()
        self.error = error

    def moves(self) -> list[int]:
        return [1, 2]

    def play(self, move: int) -> None:
        super().play(move)
        if self.plies == 2:
            raise self.error("mine")


def fail(*told: object) -> None:
    """A listener that fails."""
    raise OSError("nobody listens")


def test_nobody_waits_for_a_search_that_could_not_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the listeners raise, and whatever the excepthook raises that is called for this."""
    session = Session(ChessPosition())
    results: list[Result[str]] = []

    def leave(arguments: object) -> None:
        raise SystemExit

    for hook, (report, finished, failed) in product(
        (lambda arguments: None, leave), ((fail, fail, fail), (fail, quiet, quiet), (quiet, fail, quiet))
    ):
        monkeypatch.setattr(threading, "excepthook", hook)
        session.go(Limits(depth=2), report, finished, failed)
        wait(session)
        assert session.search(Limits(depth=2)).depth == 2
    session.set_position(Broken())
    session.go(Limits(depth=2), quiet, results.append, fail)
    wait(session)
    assert len(results) == 1


@pytest.mark.parametrize("error", [ZeroDivisionError, KeyboardInterrupt, SystemExit, GeneratorExit])
def test_a_search_that_fails_is_told_once_whatever_it_raises(error: type[BaseException]) -> None:
    results: list[Result[str]] = []
    failures: list[BaseException] = []
    session = Session(Broken(error))
    session.go(Limits(depth=2), quiet, results.append, failures.append)
    wait(session)
    assert [type(failure) for failure in failures] == [error]
    assert [result.move for result in results] == ["1"]


def test_a_task_is_for_one_search() -> None:
    session = Session(HiloPosition(5))
    task = SearchTask()
    assert session.search(Limits(depth=1), quiet, task).depth == 1
    with pytest.raises(ValueError, match="one search"):
        session.search(Limits(depth=1), quiet, task)


def test_a_chain_of_searches_is_not_nested_in_whatever_context() -> None:
    """A callback that passes its context on, as asyncio does, does not pass on the count of nested searches."""
    failures: list[Any] = []
    session = Session(HiloPosition(5))
    contexts: list[Context] = []

    def search() -> None:
        session.go(Limits(depth=1), quiet, lambda result: contexts.append(copy_context()), failures.append)
        wait(session)

    contexts.append(copy_context())
    for _ in range(60):
        thread = threading.Thread(target=contexts[-1].run, args=(search,))
        thread.start()
        thread.join(SLOW)
    assert len(contexts) == 61
    assert failures == []


AT_THE_END = """
from oddsfish.engine import *
session = Session(HiloPosition(5))
session.go(Limits(depth=1), lambda info: None, lambda result: None, print)
session.wait()
class Last:
    def __init__(self):
        self.needed = analyse, Connect4Position(), Limits(depth=18, movetime=300)
    def __del__(self):
        function, position, limits = self.needed
        try:
            function(position, "AlphaBeta", limits, {"Deepening": False})
        except RuntimeError as failure:
            print(failure)
last = Last()
"""


def test_a_deep_search_at_the_end_of_the_interpreter_is_refused() -> None:
    done = subprocess.run([sys.executable, "-c", AT_THE_END], capture_output=True, text=True, timeout=30, check=False)
    assert (done.stdout, done.stderr) == ("no search begins while the interpreter ends\n", "")


def test_a_task_that_is_made_anew_stops_nobody_from_going_on() -> None:
    """It makes no sense, but `wait` returns: the search is over."""
    session = Session(HiloPosition(5))
    task = session.go(Limits(depth=1), quiet, quiet, quiet)
    wait(session)
    task.__init__()  # type: ignore[misc]
    wait(session)
    assert session.search(Limits(depth=1)).depth == 1


# Callbacks that call.


class Told:
    """The listeners of a session. They record what it reports; the one that is named `when` calls `act`, once."""

    def __init__(self, session: Session[Any], act: Callable[[], object], when: str) -> None:
        self.session = session
        self.act = act
        self.when = when
        self.results: list[Result[str]] = []
        self.failures: list[Exception] = []
        self.answers: list[object] = []  # what was returned, or raised

    def call(self, when: str) -> None:
        if when == self.when:
            self.when = ""
            try:
                self.answers.append(self.act())
            except Exception as failure:  # noqa: BLE001 - it is looked at
                self.answers.append(failure)

    def report(self, info: Info) -> None:
        self.call("report")

    def finished(self, result: Result[str]) -> None:
        self.results.append(result)
        self.call("finished")

    def failed(self, failure: Exception) -> None:
        self.failures.append(failure)
        self.call("failed")

    def go(self, limits: Limits) -> None:
        self.session.go(limits, self.report, self.finished, self.failed)
        wait(self.session)


CALLS: dict[str, Callable[[Session[Any]], object]] = {
    **{name: methodcaller(name) for name in ("stop", "ponderhit", "new_game", "prepare", "check", "wait")},
    "go": lambda session: session.go(Limits(depth=1), quiet, quiet, quiet),
    "search": lambda session: session.search(Limits(depth=1)),
    "set_position": lambda session: session.set_position(ChessPosition(OPENING)),
    "set_option": lambda session: session.set_option("hash", "1"),
    "clear": lambda session: session.set_option("Clear Hash", ""),
    "searching": lambda session: session.searching,
    "repr": repr,
}
REFUSED = ("go", "search", "set_position", "set_option", "clear", "new_game", "prepare", "check")  # while a search runs


@pytest.mark.parametrize(
    ("when", "waited"), [("report", False), ("report", True), ("finished", False), ("failed", False)]
)
@pytest.mark.parametrize("call", CALLS)
def test_a_callback_may_call_the_session(call: str, when: str, waited: bool) -> None:
    """Also a callback of `search`, which reports on the searching thread and returns its result only to the caller."""
    position = Broken() if when == "failed" else ChessPosition()
    session: Session[Any] = Session(position)
    told = Told(session, lambda: CALLS[call](session), when)
    if waited:
        assert session.search(Limits(depth=3), told.report).move is not None
    else:
        told.go(Limits(depth=3))
        assert len(told.results) == 1
        assert [type(failure) for failure in told.failures] == ([ZeroDivisionError] if when == "failed" else [])
    (answer,) = told.answers
    if call == "wait":  # a callback cannot wait for its own end
        assert isinstance(answer, RuntimeError)
    elif call in REFUSED and when != "finished":
        assert isinstance(answer, Busy)
        assert "refused: a search is running" in str(answer)
    else:
        assert not isinstance(answer, Exception)
    if call in ("stop", "searching"):
        assert answer == (when != "finished")
    session.set_position(ChessPosition())
    assert session.search(Limits(depth=3)).depth == 3


@pytest.mark.parametrize("seed", range(3))
def test_any_calls_from_any_callback(seed: int) -> None:
    """Each accepted go is reported once, whatever is called from any callback; then nothing is left running."""
    random = Random(seed)
    session: Session[Any] = Session(ChessPosition(), None)
    numbers = count()
    taken: list[int] = []
    finished: list[int] = []

    def call(depth: int) -> None:
        for _ in range(random.randrange(3)):
            name = random.choice([*CALLS, "go", "go"])
            with suppress(Busy, RuntimeError):
                go(depth + 1) if name == "go" else CALLS[name](session)

    def go(depth: int) -> None:
        number = next(numbers)

        def done(result: Result[str]) -> None:
            assert result.move is not None
            finished.append(number)
            if depth < 8:
                call(depth)

        limits = Limits(infinite=random.random() < 0.3, depth=random.randrange(1, 4))
        session.go(limits, lambda info: call(depth), done, quiet)
        taken.append(number)
        if limits.infinite:
            session.stop()

    for _ in range(15):
        go(0)
        while searching():
            session.stop()  # a callback may have begun another meanwhile
            time.sleep(0.001)
        wait(session)
    assert sorted(finished) == sorted(taken)
    assert len(taken) >= 15


@pytest.mark.parametrize(
    ("limits", "call"),
    [
        (Limits(infinite=True), Session.stop),
        (Limits(ponder=True, depth=2), Session.ponderhit),
        (Limits(ponder=True, movetime=50), Session.ponderhit),
    ],
)
def test_an_endless_search_is_ended_by_its_own_report(limits: Limits, call: Callable[[Session[Any]], bool]) -> None:
    session: Session[Any] = Session(ChessPosition())
    told = Told(session, lambda: call(session), "report")
    told.go(limits)
    assert told.answers == [True]
    assert len(told.results) == 1


def test_one_search_starts_the_next() -> None:
    """A chain of searches, each begun by the `finished` of the one before; `wait` returns after the last."""
    session: Session[Any] = Session(Connect4Position())
    results: list[Result[str]] = []
    positions = [Connect4Position(), ChessPosition(), HiloPosition(5)]
    threads = threading.active_count()

    def finished(result: Result[str]) -> None:
        results.append(result)
        assert not session.searching
        if len(results) < 60:
            session.set_position(positions[len(results) % 3])
            session.set_option("Table", str(len(results) % 2 == 0).lower())
            session.go(Limits(depth=2), quiet, finished, quiet)

    session.go(Limits(depth=2), quiet, finished, quiet)
    wait(session)
    assert len(results) == 60
    assert {result.move for result in results[1::3]} <= {"e2e4", "d2d4", "b1c3", "g1f3"}
    assert {result.move for result in results[2::3]} == {"high"}
    assert threading.active_count() < threads + 20


def test_two_threads_ask_for_a_search() -> None:
    """Of the searches asked for at the same time, exactly one is accepted."""
    session = Session(ChessPosition())
    taken: list[object] = []
    refused: list[Busy] = []
    told: list[object] = []
    line_up = threading.Barrier(4)

    def ask() -> None:
        for _ in range(30):
            line_up.wait(SLOW)
            try:
                taken.append(session.go(Limits(infinite=True), quiet, told.append, quiet))
            except Busy as failure:
                refused.append(failure)
            line_up.wait(SLOW)
            session.stop()
            session.wait()

    threads = [threading.Thread(target=ask, daemon=True) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SLOW)
        assert not thread.is_alive()
    assert (len(taken), len(refused), len(told)) == (30, 90, 30)


# One way to start a search.


def test_a_task_that_runs_is_not_given_to_another_search() -> None:
    """Else the task would seem over to a thread that waits for it, while it still runs."""
    session: Session[Any] = Session(ChessPosition(OPENING))
    results: list[Result[str]] = []
    task = session.go(Limits(infinite=True), quiet, results.append, quiet)
    for _ in range(2):
        with pytest.raises(ValueError, match="a task is for one search"):
            session.search(Limits(depth=1), task=task)
    assert session.searching and session.stop()
    wait(session)
    assert len(results) == 1 and session.search(Limits(depth=1)).move is not None


def test_a_table_is_used_without_being_prepared() -> None:
    """In the background and in `search` alike; the nodes do not depend on whether `prepare` was called."""

    def nodes(prepare: bool, table: bool) -> list[int]:
        session = Session(ChessPosition(OPENING))
        session.set_option("Search", "AlphaBeta")
        session.set_option("Table", str(table))
        found = []
        for _ in range(2):
            if prepare:
                session.prepare()
            session.go(Limits(depth=4), quiet, lambda result: found.append(result.nodes), quiet)
            wait(session)
            found.append(session.search(Limits(depth=4)).nodes)
        assert (session.table is not None) == table
        return found

    without, with_table = nodes(False, False), nodes(False, True)
    assert len(set(without)) == 1
    assert with_table == nodes(True, True)
    assert without[0] > with_table[0] >= max(with_table[1:])


def test_what_cannot_begin_is_refused_at_once_and_leaves_nothing_behind() -> None:
    session = Session(ChessPosition())
    for limits, options, reason in (
        (Limits(), {}, "limits must end"),
        (Limits(depth=1, moves=("e2e5",)), {}, "illegal root move"),
        (Limits(depth=1), {"Evaluation": "Windows"}, "chess has no evaluation"),
    ):
        for name, value in options.items():
            session.set_option(name, value)
        for start in (
            lambda limits=limits: session.go(limits, quiet, quiet, quiet),
            lambda limits=limits: session.search(limits),
        ):
            with pytest.raises(ValueError, match=reason):
                start()
            assert not session.searching
            wait(session)
            assert not session.stop()
            assert not session.ponderhit()
    session.set_option("Evaluation", "Auto")
    assert session.search(Limits(depth=1)).depth == 1


def test_options_and_positions_are_taken_as_they_are_when_a_search_begins() -> None:
    """Moves played on the position meanwhile do not change the search; nor does the search change the position."""
    position = Connect4Position()
    session = Session(position)
    started = threading.Event()
    results: list[Result[str]] = []
    session.go(Limits(infinite=True), lambda info: started.set(), results.append, quiet)
    assert started.wait(SLOW)
    for column in "dddddd":
        position.play(column)
    session.stop()
    wait(session)
    assert len(results[0].lines) == 7
    assert len(session.search(Limits(depth=2)).lines) == 6
    assert position.fen().startswith("3y3/3r3")


def test_a_session_has_a_position() -> None:
    for wrong in (None, "7/7/7/7/7/7 r 1", ChessPosition):
        with pytest.raises(TypeError, match="a session has a Position"):
            Session(wrong)  # type: ignore[type-var]


@pytest.mark.parametrize("nodes", [10, 20_000])  # the first on the caller's thread
@pytest.mark.parametrize("background", [False, True])
def test_a_table_that_is_dropped_is_freed(nodes: int, background: bool) -> None:
    """When the result is reported, only the session holds its table; the earlier tables are freed."""
    session = Session(ChessPosition(OPENING))
    holders: list[int] = []
    for _ in range(3):
        if background:
            session.go(Limits(nodes=nodes), quiet, lambda result: holders.append(sys.getrefcount(session.table)), quiet)
            wait(session)
        else:
            session.search(Limits(depth=1) if nodes == 10 else Limits(nodes=nodes))
            holders.append(sys.getrefcount(session.table))
    assert holders == [2, 2, 2]  # the session, and the argument
