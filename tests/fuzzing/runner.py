"""Run one script, statement by statement, in a process of its own; report behaviour that is not documented.

The process logs each statement before it runs it, so that its parent knows which one caused a crash.
"""

from __future__ import annotations

import contextlib
import ctypes
import faulthandler
import gc
import importlib
import json
import os
import pickle
import random
import re
import resource
import signal
import sys
import threading
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from select import select
from types import TracebackType
from typing import Any

from . import helpers
from .writer import Step, Writer

MEMORY = 1 << 30  # bytes that a script may have; more is a MemoryError, as documented
# Seconds that a statement may take until all objects that can be halted are, and until the statement is interrupted.
# Work that takes long because the script asked for it ends then; work that does not end is a finding.
HALTED_AFTER = 0.05
INTERRUPTED_AFTER = 0.5
SWITCH = 1e-4  # seconds between switches of threads: so few that more races are found
ABORTED_WITHIN = 5.0  # seconds
FAULT = 70  # exit status: EX_SOFTWARE
SANITIZED = "asan" in os.environ.get("LD_PRELOAD", "")

# Exceptions that may be raised, and kinds of them that may not.
DOCUMENTED = (
    *(ValueError, TypeError, AttributeError, IndexError, KeyError, OverflowError, NotImplementedError, MemoryError),
    *(OSError, RuntimeError),
)
DEEP = 50  # nested calls of the script
UNDOCUMENTED = (UnicodeError, RecursionError)
BY_PYTHON = (LookupError, UnicodeError, RecursionError)  # Python's own methods may raise them, without any of ours
PLAIN = ("plain", "tree")  # modules that recurse in Python, and may raise RecursionError
# RuntimeErrors of the interpreter itself, which our code never raises on purpose.
INTERNAL = ("changed size during iteration", "mutated during iteration", "already executing", "reentrant call")
OURS = re.compile(r"v\d+|Own\d+|Odd\d+")  # variables that the script has deleted


def passes(failure: BaseException, modules: tuple[str, ...]) -> bool:
    """Whether any of these modules is in the traceback."""
    frames = traceback.walk_tb(failure.__traceback__)
    return any(str(frame.f_globals.get("__name__")).rpartition(".")[2] in modules for frame, _ in frames)


def recurses(failure: BaseException) -> bool:
    """Whether methods of the script have called each other endlessly through ours (a name and its old one)."""
    frames = traceback.walk_tb(failure.__traceback__)
    return sum(frame.f_code.co_filename == "<script>" for frame, _ in frames) > DEEP


HELPERS = [name for name, value in vars(helpers).items() if getattr(value, "__module__", "") == helpers.__name__]


class Fault(Exception):
    """The fuzzer itself has broken."""


class Enough(KeyboardInterrupt):
    """Raised in a statement that takes too long, as Ctrl-C would be."""


@dataclass
class Report:
    """The outcome of a script. found: for each finding its signature, details, and the number of steps until then."""

    steps: list[Step] = field(default_factory=list)
    outcomes: list[str] = field(default_factory=list)
    found: list[tuple[str, str, int]] = field(default_factory=list)
    dead: bool = False

    def signatures(self) -> set[str]:
        return {signature for signature, _, _ in self.found}


# In the process of the script.


class Rescuer(threading.Thread):
    """Ends statements that take long: by `halt` and `stop` of all objects of the package, then by an interrupt."""

    def __init__(self, package: str) -> None:
        super().__init__(daemon=True)
        self.package = package
        self.main = threading.main_thread().ident
        self.lock = threading.Lock()
        self.began = 0.0  # when the running statement began, 0 if none runs
        self.looked = False  # whether all objects have been visited, even those under construction

    def run(self) -> None:
        while True:
            time.sleep(HALTED_AFTER)
            if self.began and time.monotonic() - self.began > HALTED_AFTER:
                self.halt_all()
                with self.lock:
                    if self.began and time.monotonic() - self.began > INTERRUPTED_AFTER:
                        self.interrupt()

    def halt_all(self) -> None:
        self.looked = True
        for thing in gc.get_objects():
            for kind in type(thing).__mro__:
                if kind.__module__.startswith(self.package):
                    for name in ("halt", "stop"):
                        if name in vars(kind):
                            with contextlib.suppress(Exception):
                                vars(kind)[name](thing)

    def interrupt(self) -> None:
        idents = [thread.ident for thread in threading.enumerate() if thread.name == "together"]
        for ident in (self.main, *idents):
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident or 0), ctypes.py_object(Enough))


class Script:
    """Runs steps and judges what they do."""

    def __init__(self, package: str, log: int) -> None:
        self.package = package
        self.log = log
        self.noise: list[tuple[str, str]] = []  # complaints of hooks, from any thread
        self.rescuer = Rescuer(package)
        self.rescuer.start()
        self.written = [0, 0]  # bytes on stdout and stderr
        self.reported: Counter[Path] = Counter()  # characters that the sanitizers have written
        self.stack = threading.stack_size()
        self.names: dict[str, Any] = {"__name__": "script", "random": random}
        for name in HELPERS:
            self.names[name] = getattr(helpers, name)
        for module in (package.partition(".")[0], "chess"):
            with contextlib.suppress(ImportError):
                self.names[module] = importlib.import_module(module)
        sys.unraisablehook = self.unraisable
        threading.excepthook = self.uncaught

    def tell(self, *what: object) -> None:
        os.write(self.log, (json.dumps(what) + "\n").encode())

    def unraisable(self, hook: Any) -> None:
        if hook.exc_type is MemoryError:
            return  # a thread that has begun where none is left: documented, and to be told there is no memory, either
        text = "".join(traceback.format_exception(hook.exc_type, hook.exc_value, hook.exc_traceback))
        place = self.place(hook.exc_traceback) or repr(hook.object)
        self.noise.append((f"ignored {hook.exc_type.__name__} in {place}", f"{hook.err_msg} {hook.object!r}\n{text}"))

    def uncaught(self, hook: Any) -> None:
        complaint = self.complaint(hook.exc_value, "a thread")
        if complaint is not None:
            text = "".join(traceback.format_exception(hook.exc_type, hook.exc_value, hook.exc_traceback))
            self.noise.append((complaint, text))

    def run(self, step: Step) -> None:
        self.tell("step", step.text, step.target, step.label)
        outcome = self.attempt(step)
        for complaint, detail in self.complaints():
            self.tell("found", complaint, detail)
        self.tell("did", outcome)

    def attempt(self, step: Step) -> str:
        """Run a step; return its outcome in a word."""
        try:
            code = compile(step.text, "<script>", "exec")
        except (SyntaxError, ValueError) as failure:
            raise Fault(f"no Python: {step.text!r}") from failure
        helpers.Fuel.left, helpers.Fuel.nesting = helpers.FUEL, 0
        outcome = "stopped"
        try:
            self.rescuer.began = time.monotonic()
            try:
                exec(code, self.names)
                outcome = "done"
            except BaseException as failure:  # noqa: BLE001 - whatever it is, it is judged
                with self.rescuer.lock:
                    self.rescuer.began = 0.0
                outcome = type(failure).__name__
                complaint = self.complaint(failure, step.label)
                if complaint is not None:
                    self.noise.append((complaint, "".join(traceback.format_exception(failure))))
            finally:
                with self.rescuer.lock:
                    self.rescuer.began = 0.0
            for _ in range(100):  # a pending interrupt arrives here
                pass
        except Enough:
            pass
        return outcome

    def complaints(self) -> Iterator[tuple[str, str]]:
        """The complaints since the last call."""
        while self.noise:
            yield self.noise.pop(0)
        size = threading.stack_size(self.stack)  # asking for the size means setting it
        starting = any(thread.name == "search" for thread in threading.enumerate())  # these may set it for a moment
        if size != self.stack and not starting:
            yield "threading.stack_size has changed", f"to {size}"
        sys.stdout.flush()
        for number, name in ((1, "stdout"), (2, "stderr")):
            size = os.fstat(number).st_size
            if size != self.written[number - 1]:
                text = os.pread(number, size, self.written[number - 1]).decode(errors="replace")
                self.written[number - 1] = size
                first, *_ = text.strip().splitlines() or [""]
                yield f"output on {name}: {first[:60]}", text
        if SANITIZED:
            yield from self.undefined()

    def undefined(self) -> Iterator[tuple[str, str]]:
        """New reports of the sanitizers that did not end the process."""
        for file in reports(os.getpid()):
            text = file.read_text(errors="replace")[self.reported[file] :]
            self.reported[file] += len(text)
            for what in re.findall(r"^.*runtime error: .*$", text, re.MULTILINE):
                place, _, error = what.partition(": runtime error: ")
                yield f"{error} at {place.rpartition(':')[0]}", text

    def complaint(self, failure: BaseException, label: str) -> str | None:
        """The signature of an exception that should not be raised; None if it is documented."""
        place = self.place(failure.__traceback__)
        if isinstance(failure, Enough) or is_own(failure):
            return None
        if isinstance(failure, NameError) and OURS.fullmatch(str(getattr(failure, "name", ""))):
            return None
        if isinstance(failure, pickle.PickleError) or type(failure).__module__ == "copy":
            return None  # these modules raise them for any object that they cannot handle
        if isinstance(failure, AssertionError) and innermost(failure) == "chess":
            return None  # a board in an invalid state
        if isinstance(failure, SystemError) and "tupleobject.c" in str(failure) and self.rescuer.looked:
            return None  # CPython cannot resize a tuple in place while there is another reference
        if isinstance(failure, SyntaxError) and innermost(failure) == "typing":
            return None  # Position["no type"]
        if isinstance(failure, RecursionError) and (passes(failure, PLAIN) or recurses(failure)):
            return None
        if not place and isinstance(failure, BY_PYTHON):
            return None  # from methods that our classes inherit: str.encode, float.fromhex, a class in brackets, pickle
        internal = isinstance(failure, RuntimeError) and any(text in str(failure) for text in INTERNAL)
        if isinstance(failure, DOCUMENTED) and not isinstance(failure, UNDOCUMENTED) and not internal:
            return None
        return f"{type(failure).__name__} in {place or label}"

    def place(self, trace: TracebackType | None) -> str:
        """The innermost function of the package in a traceback: module:function."""
        found = ""
        while trace is not None:
            module = str(trace.tb_frame.f_globals.get("__name__"))
            if (module + ".").startswith(self.package + "."):
                found = f"{module}:{trace.tb_frame.f_code.co_name}"
            trace = trace.tb_next
        return found

    def end(self) -> None:
        """Drop everything, as the end of a program does."""
        self.run(Step("gc.collect()", "", "the end of the script"))
        self.tell("step", "# every variable is dropped", "", "the end of the script")
        for name in [name for name in self.names if OURS.fullmatch(name)]:
            del self.names[name]
        gc.collect()
        for complaint, detail in self.complaints():
            self.tell("found", complaint, detail)


def innermost(failure: BaseException) -> str:
    """The module that an exception comes from."""
    trace = failure.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return str(trace.tb_frame.f_globals.get("__name__")) if trace else ""


def reports(process: int) -> list[Path]:
    """The files with the reports of the sanitizers on a process."""
    folder = os.environ.get("SANITIZER_REPORTS")
    return sorted(Path(folder).glob(f"*.{process}")) if folder else []


def is_own(failure: BaseException | None) -> bool:
    """Whether the script's own objects have raised it or a cause of it: generators may turn it into a RuntimeError."""
    while failure is not None:
        if isinstance(failure, helpers.Own) or "own" in failure.args:
            return True
        failure = failure.__cause__
    return False


def live(package: str, steps: list[Step] | tuple[Writer, int], folder: Path) -> None:
    """Run these steps, or as many as a writer is to write. The process is the script's own, and ends afterwards."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if not SANITIZED:  # the sanitizer reserves terabytes of addresses
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for number, name in ((1, "stdout"), (2, "stderr")):
        file = os.open(folder / name, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND)
        os.dup2(file, number)
        os.close(file)
    sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", closefd=False)  # noqa: SIM115
    if not SANITIZED:  # the sanitizer reports more
        faulthandler.enable(2)
    sys.setswitchinterval(SWITCH)
    warnings.simplefilter("ignore", SyntaxWarning)  # scripts compare anything with `is`
    os.chdir(folder)
    script = Script(package, os.open(folder / "log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND))
    script.names["gc"] = gc
    if isinstance(steps, list):
        for step in steps:
            script.run(step)
    else:
        writer, number = steps
        for _ in range(number):
            step = writer.next()
            script.run(step)
            writer.learn(step, script.names)
    script.end()


# In the process that starts them.


class Runner:
    """Runs scripts in processes of their own, forked from this one, which has loaded all that they need."""

    def __init__(self, package: str, folder: Path) -> None:
        self.package = package
        self.folder = folder
        gc.collect()
        gc.freeze()  # so that a Rescuer need not look through the objects that exist already

    def run(self, steps: list[Step] | tuple[Writer, int], patience: float) -> Report:
        """Run these steps, or as many as a writer is to write."""
        (self.folder / "log").write_bytes(b"")
        ended, held = os.pipe()
        process = os.fork()
        if not process:
            status = 1
            try:
                os.close(ended)
                live(self.package, steps, self.folder)
                status = 0
            except BaseException:  # noqa: BLE001 - the parent reports it
                traceback.print_exc()
                sys.stderr.flush()
                status = FAULT
            finally:
                os._exit(status)
        os.close(held)
        try:
            hung = self.watch(process, ended, patience)
        finally:
            os.close(ended)
        _, status = os.waitpid(process, 0)
        if os.waitstatus_to_exitcode(status) == FAULT:
            raise Fault((self.folder / "stderr").read_text(errors="replace"))
        return self.report(process, status, hung)

    def watch(self, process: int, ended: int, patience: float) -> bool:
        """Wait for the end of a process; return whether it was ended here, as it had logged nothing for so long."""
        size, since = 0, time.monotonic()
        while not select([ended], [], [], min(0.25, patience))[0]:
            now = time.monotonic()
            if (told := (self.folder / "log").stat().st_size) != size:
                size, since = told, now
            elif now - since > patience:
                os.kill(process, signal.SIGABRT)  # it prints the stack of every thread
                if not select([ended], [], [], ABORTED_WITHIN)[0]:
                    os.kill(process, signal.SIGKILL)
                return True
        return False

    def report(self, process: int, status: int, hung: bool) -> Report:
        report = Report()
        for line in (self.folder / "log").read_text().splitlines():
            kind, *what = json.loads(line)
            if kind == "step":
                report.steps.append(Step(*what))
            elif kind == "did":
                report.outcomes.append(what[0])
            else:
                report.found.append((what[0], what[1], len(report.steps)))
        if status:
            report.dead = True
            report.outcomes.append("hang" if hung else "crash")
            files = [*reports(process), self.folder / "stderr"]
            told = "\n".join(file.read_text(errors="replace") for file in files)
            report.found.append((self.name(process, status, hung, report), told, len(report.steps)))
        return report

    def name(self, process: int, status: int, hung: bool, report: Report) -> str:
        """The signature of the end of a process: what has ended it, and in which step."""
        code = os.waitstatus_to_exitcode(status)
        label = report.steps[-1].label if report.steps else "the fuzzer"
        if hung:
            return f"hang in {label}"
        for file in reports(process):
            for line in file.read_text(errors="replace").splitlines():
                if line.startswith("SUMMARY: "):
                    return re.sub(r"[ (]+(/|0x)\S+", "", line.removeprefix("SUMMARY: "))
        return f"{signal.Signals(-code).name if code < 0 else f'exit {code}'} in {label}"
