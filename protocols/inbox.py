"""The commands of a client, in order: each is obeyed at once, or waits until the running search has ended.

The rule: while a search runs, `stop` (which ends it and every waiting `go`), `ponderhit` (for the last `go`), `isready`
and `quit` act at once; all other commands wait. While a stopped search ends, and during `go perft`, `isready` waits,
too: its `readyok` says that all commands before it are done.

The thread that reads the lines obeys them itself until a `go`. A worker obeys the `go`, and the commands behind it.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterable

from ..engine.support.latch import Latch
from ..engine.support.text import printable

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from ..engine.session import SearchTask
    from .dialect import Dialect

INTERRUPTED = 0.2  # seconds to wait for a worker to begin; after that an interrupt has prevented it
MOST_LINES = 1000  # waiting lines
MOST_CHARACTERS = 1 << 20  # in all waiting lines


class Entry:
    """A waiting command, with the `isready` and the refused position that came just before it."""

    def __init__(self) -> None:
        self.command = ""
        self.arguments: list[str] = []
        self.size = 0  # characters
        self.task: SearchTask | None = None  # of a `go`
        self.warned = False  # whether the client knows that the next line waits for its `stop`
        self.ready = 0  # how often `isready` came
        self.refusal = ""  # why a position just before it was refused


class Inbox:
    """The commands of one conversation."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self.idle = Latch()  # open while there is no worker
        self.idle.open()
        self.started = False  # whether the worker has begun
        self.failure: BaseException | None = None  # the exception that has ended the worker
        self.lock = threading.Lock()  # over what follows
        self.waiting: deque[Entry] = deque()
        self.last = Entry()  # of the next command, behind all that wait
        self.characters = 0  # in the waiting commands
        self.searches: deque[Entry] = deque()  # requested searches that are neither done nor stopped
        self.counts: deque[Entry] = deque()  # the same for perft
        self.running: Entry | None = None  # the command that the worker obeys

    def run(self, lines: Iterable[str]) -> None:
        """Take every line until quit or the end of input. Then end all searches, but let perft finish."""
        try:
            for line in lines:
                if not self.take(line):
                    break
            self.end(counts=False)
        finally:
            self.end()
        self.check()

    def take(self, line: str) -> bool:
        """Obey a line, or let it wait; False for quit. If an exception has ended the worker, raise it."""
        self.check()
        command, arguments = self.dialect.split(line)
        if command == "quit":
            return False
        if command != "go" and self.idle.is_open:
            self.dialect.obey(command, arguments)
        elif command == "isready":
            self.isready()
        elif command in ("stop", "ponderhit"):
            if not (self.stop() if command == "stop" else self.ponderhit()):
                self.dialect.obey(command, arguments)  # it explains that there is nothing to do
        else:
            self.put(command, arguments, len(line))
        return True

    # What acts at once.

    def stop(self, *, counts: bool = True) -> bool:
        """End all requested searches, and with `counts` all perft counts. Return whether there were any."""
        with self.lock:
            stopped = [*self.searches, *self.counts] if counts else [*self.searches]
            self.searches.clear()
            if counts:
                self.counts.clear()
        for entry in stopped:
            assert entry.task is not None
            entry.task.stop()
        return bool(stopped)

    def ponderhit(self) -> bool:
        """Tell the last search that the move pondered on was played. Return whether it was pondering."""
        with self.lock:
            last = self.searches[-1].task if self.searches else None
        return last is not None and last.ponderhit()

    def isready(self) -> None:
        """Answer at once if a search runs; else just before the first waiting search, or behind all commands."""
        with self.lock:
            place = self.searches[0] if self.searches else self.last
            runs = place is self.running
            if not runs:
                place.ready += 1
            begin = self.must_begin()
        if runs:
            self.dialect.streams.write("readyok")  # nothing can be prepared while a search runs
        if begin:
            self.begin()

    # What waits.

    def put(self, command: str, arguments: list[str], size: int) -> None:
        """Put a command behind all that wait. Refuse it if too many do."""
        if not (command or arguments):
            return
        task = self.dialect.task(arguments) if command == "go" else None
        fault, waits = "", False
        with self.lock:
            if len(self.waiting) >= MOST_LINES or self.characters + size > MOST_CHARACTERS:
                fault = f"{len(self.waiting)} lines wait for a search to end"
                if command in self.dialect.placing:
                    self.last.refusal = fault
            else:
                waits = self.first_to_wait()
                entry, self.last = self.last, Entry()
                entry.command, entry.arguments, entry.size, entry.task = command, arguments, size, task
                self.waiting.append(entry)
                self.characters += size
                if task is not None:
                    (self.counts if "perft" in arguments and not task.endless else self.searches).append(entry)
            begin = self.must_begin()
        name = command or arguments[0]
        if fault:
            self.dialect.error(f"{name} refused: {fault}")
        if waits:
            self.dialect.streams.write(f"info string {printable(name)} waits for stop")
        if begin:
            self.begin()

    def first_to_wait(self) -> bool:
        """Whether the next command is the first behind a search that does not end by itself."""
        last = self.searches[-1] if self.searches else None
        if last is None or last.warned or last.task is None or not last.task.endless:
            return False
        last.warned = True
        return True

    def must_begin(self) -> bool:
        """Whether a worker has to begin, because something waits and there is no worker. If so, close `idle`."""
        if not self.idle.is_open or not (self.waiting or self.last.ready or self.last.refusal):
            return False
        self.started = False
        self.idle = Latch()
        return True

    def begin(self) -> None:
        from ..engine.support.worker import start

        try:
            start(self.work)
        except RuntimeError as failure:  # no memory for a thread: nothing can be read while a search runs
            self.dialect.tell_error(f"searches end at once: {failure}")
            self.stop()
            self.work()

    def work(self) -> None:
        """Obey all waiting commands, in order."""
        with self.lock:
            if self.started:
                return  # another thread does it: it has begun late
            self.started = True
        waited = False  # whether another command was obeyed before
        try:
            while (entry := self.next()) is not None:
                for _ in range(entry.ready):
                    self.dialect.obey("isready", [])
                if entry.refusal:
                    self.dialect.refuse(entry.refusal)
                if entry.task is not None and waited:
                    entry.task.since = time.perf_counter()
                self.dialect.obey(entry.command, entry.arguments, entry.task)
                waited = True
        except BaseException as failure:  # noqa: BLE001 - whatever it is, the thread that reads the lines raises it
            self.failure = failure
            self.idle.open()

    def next(self) -> Entry | None:
        """The next waiting command, which becomes the running one. If there is none, None, and the worker ends."""
        with self.lock:
            for searches in (self.searches, self.counts):
                if searches and searches[0] is self.running:
                    searches.popleft()
            if self.waiting:
                self.running = self.waiting.popleft()
                self.characters -= self.running.size
            elif self.last.ready or self.last.refusal:
                self.running, self.last = self.last, Entry()
            else:
                self.running = None
                self.idle.open()
            return self.running

    # The end.

    def end(self, *, counts: bool = True) -> None:
        """Stop all searches, and with `counts` all perft counts. Wait for the last lines of all."""
        self.dialect.ending = True
        self.stop(counts=counts)
        while not self.idle.wait(INTERRUPTED):
            if not self.started:
                self.work()
        self.dialect.ending = False

    def settle(self) -> None:
        """Wait until all commands are done. A search that would never end is ended at once."""
        with self.lock:
            endless = [entry.task for entry in self.searches if entry.task is not None and entry.task.endless]
        for task in endless:
            self.dialect.streams.write("info string this search ends at once: nothing could stop it later")
            task.stop()
        while not self.idle.wait():
            pass
        self.check()

    def check(self) -> None:
        """Raise the exception that has ended a worker."""
        if self.failure is not None:
            raise self.failure
