"""What a client sends: obeyed in order, also what comes while a search runs, and what cannot wait at once.

Whoever reads the lines obeys them himself until a `go`. That is obeyed by a worker; what comes meanwhile waits for it,
and the worker goes on with what waits, until nothing does. So a client may send without waiting for answers:

- `stop` ends the search that runs, and every `go` that waits; `ponderhit` belongs to the last `go` before it.
- `isready`, and whatever else changes nothing, is answered at once, unless a stopped search still owes its bestmove, or
  sequences are counted: then in its place, so that `readyok` says that all before it has been done.
- Behind a search that only `stop` or `ponderhit` ends nothing waits: it is refused in one line.
- The end of the input ends all searches; each `go` still gets its bestmove.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterable

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from ..engine.session import Task
    from .dialect import Dialect

INTERRUPTED = 1.0  # seconds after which an interrupt must have come before a worker began
MOST_LINES = 1000  # that wait
MOST_CHARACTERS = 1 << 20  # in them


class Inbox:
    """The lines of one conversation."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self.idle = threading.Event()  # no worker is there
        self.idle.set()
        self.begun = False  # whether one has begun
        self.failure: BaseException | None = None  # what has ended it
        self.lock = threading.Lock()  # over what follows
        self.waiting: deque[tuple[str, Task | None]] = deque()
        self.characters = 0  # of what waits
        self.searches: list[Task] = []  # that were asked for and are not done, in order; the first one runs

    def run(self, commands: Iterable[str]) -> None:
        """Take every line until quit or the end of input; then end what runs and what waits."""
        try:
            for line in commands:
                if not self.take(line):
                    break
        finally:
            self.end()

    def end(self) -> None:
        """Stop all searches and wait for their last lines; whatever a worker has failed of is raised here."""
        self.stop()
        while not self.idle.wait(INTERRUPTED):
            if not self.begun:
                return
        if self.failure is not None:
            raise self.failure

    def settle(self) -> None:
        """Wait until nothing waits; a search that never ends is ended at once."""
        with self.lock:
            searches = list(self.searches)
        for task in searches:
            if task.endless:
                task.stop()
        self.idle.wait()
        if self.failure is not None:
            raise self.failure

    def take(self, line: str) -> bool:
        """Obey a line or let it wait; False for quit."""
        if self.failure is not None:
            raise self.failure
        command, words = self.dialect.split(line)
        if command == "quit":
            return False
        if command == "go":
            self.queue(line, words, self.dialect.task(words))
        elif self.idle.is_set():
            self.dialect.obey(line)
        elif command == "stop":
            self.stop()
        elif command == "ponderhit":
            if not self.searches or not self.searches[-1].ponderhit():
                self.dialect.explain("ponderhit: nothing is being pondered on")
        elif command in self.dialect.changing or not self.answered(line, command):
            self.queue(line, words, None)
        return True

    def stop(self) -> None:
        with self.lock:
            searches = list(self.searches)
        for task in searches:
            task.stop()
        if not searches:
            self.dialect.explain("stop: nothing is running")

    def answered(self, line: str, command: str) -> bool:
        """Obey at once what changes nothing, if all before it has been done but a search that nobody has stopped."""
        with self.lock:
            running = bool(self.searches) and not any(task.stopped or task.counts for task in self.searches)
            behind = bool(self.waiting)
        if running and command == "isready":
            self.dialect.lines.write("readyok")
        elif running and not behind:
            self.dialect.obey(line)
        else:
            return False
        return True

    def queue(self, line: str, words: list[str], task: Task | None) -> None:
        """Let a line wait for what runs; refuse it in one line where that would be for ever, or too much waits."""
        with self.lock:
            last = self.searches[-1] if self.searches else None
            fault = ""
            if last is not None and last.endless:
                fault = "a search is running"
            elif len(self.waiting) >= MOST_LINES or self.characters + len(line) > MOST_CHARACTERS:
                fault = f"{len(self.waiting)} lines wait for a search to end"
            else:
                self.waiting.append((line, task))
                self.characters += len(line)
                if task is not None:
                    self.searches.append(task)
            begin = not fault and self.idle.is_set()
            if begin:
                self.begun = False
                self.idle.clear()
        if fault:
            self.dialect.error(f"{words[0] if words else 'line'} refused: {fault}")
        elif begin:
            self.begin()

    def begin(self) -> None:
        from ..engine.worker import start  # noqa: PLC0415 - not needed on the way to uciok

        try:
            start(self.work)
        except RuntimeError:  # no memory for a thread
            self.work()

    def work(self) -> None:
        """Obey what waits, in order, until nothing does."""
        self.begun = True
        waited = False  # behind another search
        try:
            while (entry := self.next()) is not None:
                line, task = entry
                if task is not None and waited:
                    task.since = time.monotonic()
                if task is not None and not (task.stopped or task.counts):
                    self.answer_those_behind()
                self.dialect.obey(line, task)
                waited = True
                if task is not None:
                    with self.lock:
                        self.searches.remove(task)
        except BaseException as failure:  # noqa: BLE001 - whatever it is, who reads the lines raises it
            self.failure = failure
            self.idle.set()

    def next(self) -> tuple[str, Task | None] | None:
        with self.lock:
            if not self.waiting:
                self.idle.set()
                return None
            line, task = self.waiting.popleft()
            self.characters -= len(line)
            return line, task

    def answer_those_behind(self) -> None:
        """Before a search that nobody has stopped: answer each isready, as if it came while the search runs."""
        with self.lock:
            ready = [entry for entry in self.waiting if self.dialect.split(entry[0])[0] == "isready"]
            for entry in ready:
                self.waiting.remove(entry)
                self.characters -= len(entry[0])
        for _ in ready:
            self.dialect.lines.write("readyok")
