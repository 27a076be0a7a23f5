"""What a client sends: obeyed in order, also what comes while a search runs, and what cannot wait at once.

Whoever reads the lines obeys them himself until a `go`. That is obeyed by a worker; what comes meanwhile waits for it,
and the worker goes on with what waits, until nothing does. So a client may send without waiting for answers:

- `stop` ends the search that runs, and every `go` that waits; `ponderhit` belongs to the last `go` before it.
- `isready` is answered at once, unless a stopped search still owes its bestmove, or sequences are counted: then in its
  place, so that `readyok` says that all before it has been done.
- Whatever else changes nothing is answered at once where `isready` is, unless something that changes what it asks about
  waits before it.
- Behind a search that only `stop` or `ponderhit` ends nothing else waits: it is refused in one line.
- A `go` behind a position that was refused gets no move: it would be one in the position before.
- `quit` and the end of the input end all searches; each `go` still gets its bestmove. What is counted is counted to its
  end.
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

INTERRUPTED = 0.2  # seconds after which an interrupt must have come before a worker began
MOST_LINES = 1000  # that wait
MOST_CHARACTERS = 1 << 20  # in them


class Entry:
    """A line that waits."""

    def __init__(self, line: str, command: str, task: Task | None, *, due: bool) -> None:
        """task: of a `go`. due: it was to be answered at once, but the search before it had not begun."""
        self.line = line
        self.command = command
        self.task = task
        self.due = due
        self.refused = ""  # why a position that came behind it was


class Inbox:
    """The lines of one conversation."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self.idle = threading.Event()  # no worker is there
        self.idle.set()
        self.begun = False  # whether one has begun
        self.failure: BaseException | None = None  # what has ended it
        self.lock = threading.Lock()  # over what follows
        self.waiting: deque[Entry] = deque()
        self.characters = 0  # of what waits
        self.searches: list[Task] = []  # that were asked for and are not done, in order
        self.running: Task | None = None  # the first of them, from when all before it and what it lets by is answered
        self.entry: Entry | None = None  # what is being obeyed

    def run(self, commands: Iterable[str]) -> None:
        """Take every line until quit or the end of input; then end what runs and what waits."""
        try:
            for line in commands:
                if not self.take(line):
                    break
            self.end(counts=False)
        finally:
            self.end()
        self.check()

    def end(self, *, counts: bool = True) -> None:
        """Stop all searches, and what is counted where `counts`, and wait for their last lines."""
        self.dialect.ending = True
        self.stop(counts=counts)
        while not self.idle.wait(INTERRUPTED):
            if not self.begun:
                self.work()
        self.dialect.ending = False

    def check(self) -> None:
        """Raise what a worker has failed of."""
        if self.failure is not None:
            raise self.failure

    def settle(self) -> None:
        """Wait until nothing waits; a search that never ends is ended at once."""
        with self.lock:
            searches = list(self.searches)
        for task in searches:
            if task.endless:
                self.dialect.streams.write("info string this search ends at once: nothing could stop it later")
                task.stop()
        self.idle.wait()
        self.check()

    def take(self, line: str) -> bool:
        """Obey a line or let it wait; False for quit. What a worker has failed of is raised here."""
        self.check()
        command, words = self.dialect.split(line)
        if command == "quit":
            return False
        if command == "go":
            self.queue(line, command, words, self.dialect.task(words))
        elif self.idle.is_set():
            self.dialect.obey(line)
        elif command == "stop":
            if not self.stop():
                self.dialect.obey(line)  # which says that there is nothing to do
        elif command == "ponderhit":
            if not self.ponderhit():
                self.dialect.obey(line)
        elif words:
            self.queue(line, command, words, None)
        return True

    def stop(self, *, counts: bool = True) -> bool:
        """End every search that was asked for, and what is counted where `counts`; whether there was one."""
        with self.lock:
            searches = [task for task in self.searches if counts or not task.counts]
        for task in searches:
            task.stop()
        return bool(searches)

    def ponderhit(self) -> bool:
        """Whether the last search that was asked for ponders, and no longer does."""
        with self.lock:
            last = self.searches[-1] if self.searches else None
        return last is not None and last.ponderhit()

    # What need not wait.

    def passes(self, task: Task, command: str) -> bool:
        """Whether what comes now need not wait for this search, and for nothing that waits behind it."""
        past = Passing(self.dialect, task)
        for entry in self.waiting:
            past.see(entry)
        return past.lets_by(command)

    def answer_those_behind(self, task: Task) -> None:
        """Before a search: answer what waits, as if it came while the search runs; from then on, it does."""
        while True:
            with self.lock:
                past = Passing(self.dialect, task)
                found = [entry for entry in self.waiting if past.see(entry)]
                for entry in found:
                    self.waiting.remove(entry)
                    self.characters -= len(entry.line)
                if not found:
                    self.running = task
                    return
            for entry in found:
                self.reply(entry.line, entry.command)

    def reply(self, line: str, command: str) -> None:
        if command == "isready":
            self.dialect.streams.write("readyok")  # it cannot get ready for the next search during one
        else:
            self.dialect.obey(line)

    # What waits.

    def queue(self, line: str, command: str, words: list[str], task: Task | None) -> None:
        """Answer a line at once if it changes nothing of the search that runs, else let it wait, or refuse it.

        All is decided in one go: a search that begins meanwhile has looked at what waits before.
        """
        with self.lock:
            passes = task is None and self.running is not None and self.passes(self.running, command)
            fault = "" if passes else self.admit(line, command, task)
            if fault and command in self.dialect.placing:
                self.refuse_behind(fault)
            begin = not (passes or fault) and self.idle.is_set()
            if begin:
                self.begun = False
                self.idle.clear()
        if passes:
            self.reply(line, command)
        elif fault:
            self.dialect.error(f"{words[0]} refused: {fault}")
        elif begin:
            self.begin()

    def admit(self, line: str, command: str, task: Task | None) -> str:
        """Let a line wait for what runs; else why it must not: that would be for ever, or too much waits."""
        last = self.searches[-1] if self.searches else None
        if last is not None and last.endless and command in self.dialect.changing:
            return "a search is running"
        if command != "isready" and (len(self.waiting) >= MOST_LINES or self.characters + len(line) > MOST_CHARACTERS):
            return f"{len(self.waiting)} lines wait for a search to end"  # isready has to be answered, whatever comes
        due = task is None and bool(self.searches) and self.passes(self.searches[0], command)
        self.waiting.append(Entry(line, command, task, due=due))
        self.characters += len(line)
        if task is not None:
            self.searches.append(task)
        return ""

    def refuse_behind(self, fault: str) -> None:
        """Have no search behind all that waits begin in an old position, because the new one was refused."""
        before = next((entry for entry in reversed(self.waiting) if entry.command in self.dialect.changing), self.entry)
        if before is None:
            self.dialect.refuse(fault)
        else:
            before.refused = fault

    def begin(self) -> None:
        from ..engine.worker import start  # noqa: PLC0415 - not needed on the way to uciok

        try:
            start(self.work)
        except RuntimeError as failure:  # no memory for a thread: nobody reads on while a search runs
            self.dialect.tell_error(f"searches end at once: {failure}")
            for task in self.searches:
                task.stop()
            self.work()

    def work(self) -> None:
        """Obey what waits, in order, until nothing does."""
        with self.lock:
            if self.begun:
                return  # another one does, which has begun at last
            self.begun = True
        waited = False  # behind another search
        try:
            while (entry := self.next()) is not None:
                task = entry.task
                if task is not None:
                    self.answer_those_behind(task)
                    if waited:
                        task.since = time.monotonic()
                self.dialect.obey(entry.line, task)
                waited = True
                with self.lock:
                    self.entry = None
                    if entry.refused:
                        self.dialect.refuse(entry.refused)
                    if task is not None:
                        self.running = None
                        self.searches.remove(task)
        except BaseException as failure:  # noqa: BLE001 - whatever it is, who reads the lines raises it
            self.failure = failure
            self.idle.set()

    def next(self) -> Entry | None:
        with self.lock:
            if not self.waiting:
                self.idle.set()
                return None
            self.entry = entry = self.waiting.popleft()
            self.characters -= len(entry.line)
            return entry


class Passing:
    """A walk along what waits behind a search that is about to run, or runs: which lines need not wait for its end."""

    def __init__(self, dialect: Dialect, task: Task) -> None:
        self.dialect = dialect
        self.shut = task.stopped or task.counts  # nothing is let by any more
        self.changed = False  # nothing but isready is

    def see(self, entry: Entry) -> bool:
        """Whether the next line that waits is let by."""
        task = entry.task
        if task is not None:
            self.shut = self.shut or task.stopped
            return False
        by = entry.due or self.lets_by(entry.command)
        self.changed = self.changed or not by
        return by

    def lets_by(self, command: str) -> bool:
        if command == "isready":
            return not self.shut
        return not (self.shut or self.changed or command in self.dialect.changing)
