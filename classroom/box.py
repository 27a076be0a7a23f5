"""A process for code that is not trusted: it gets tasks, returns bounded JSON, and leaves nothing behind.

It runs in a temporary folder of its own, without environment and open files, with limits on memory, time, files and
processes. If `bwrap` (bubblewrap) works, it also has no network, sees no other files, and no other processes. Otherwise
it has the rights of the user who grades: `isolated` tells which.
"""

from __future__ import annotations

import ctypes
import json
import os
import select
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ..engine.support.system import AT_ONCE, NO_LINK
from ..engine.support.text import printable

HERE = Path(__file__).parent
GIVEN = ("child.py", "games.py", "limits.py")  # the files of each box
LONGEST_SOURCE = 1 << 20  # bytes of a submission
MEGABYTES = 512
FILE_BYTES = 256 << 10
FOLDER_BYTES = 8 << 20  # the most that a submission may write in total
BLOCK = 4096
PROCESSES = 4  # of a submission, at any time
ANSWER_BYTES = 8 << 20  # all answers of one run
LINE_BYTES = 256 << 10
PREFIX = "oddsfish-box-"  # of the folders of submissions
LATE = "it needs more than"
BUBBLED = 128  # plus the number of a signal: the exit status of bwrap
TICK = 0.02  # seconds between two looks at a process
PACKAGES = ("lib/python3*/site-packages", "lib/python3*/dist-packages", "local/lib/python3*/*-packages")  # in a prefix
SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER of prctl(2): orphans become our children

Answer = Mapping[str, Any]


class Unreadable(ValueError):
    """A submission that cannot be read."""


@dataclass(frozen=True)
class Run:
    """The result of a run. answers: to the first tasks, in order. ended: why there are no more; "" if there are all.

    loaded: whether the submission could be loaded.
    """

    answers: Sequence[Answer]
    ended: str
    loaded: bool = True


def read_submission(path: Path) -> bytes:
    """A file of a submission; Unreadable if it is no regular file, or too large."""
    try:
        file = os.open(path, os.O_RDONLY | NO_LINK | AT_ONCE)
    except OSError as failure:
        raise Unreadable(f"{path.name} cannot be read: {failure.strerror}") from None
    try:
        status = os.fstat(file)
        if not stat.S_ISREG(status.st_mode):
            raise Unreadable(f"{path.name} is no regular file")
        if status.st_size > LONGEST_SOURCE:
            raise Unreadable(f"{path.name} has more than {LONGEST_SOURCE:,} bytes")
        return os.read(file, LONGEST_SOURCE)
    finally:
        os.close(file)


def run(source: bytes, tasks: Sequence[Mapping[str, Any]], seconds: int, packages: Sequence[str] = ()) -> Run:
    """Answer tasks with a submission. packages: libraries that it may import besides Python's own."""
    adopt_orphans()
    before = descendants()
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    try:
        for given in GIVEN:
            shutil.copyfile(HERE / given, folder / given)
        (folder / "solution.py").write_bytes(source)
        for package in packages:
            shutil.copytree(home_of(package), folder / package, ignore=shutil.ignore_patterns("__pycache__"))
        reading, writing = os.pipe()
        process = subprocess.Popen(
            [*command(folder), str(MEGABYTES), str(seconds), str(FILE_BYTES), str(writing)],
            cwd=folder,
            env={"HOME": str(folder), "PATH": "/usr/bin:/bin", "TMPDIR": str(folder)},
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(writing,),
            start_new_session=True,
        )
        os.close(writing)
        try:
            watch = Watch(process, reading, folder, before, size_of(folder))
            return watched(watch, json.dumps(list(tasks)).encode(), len(tasks), seconds)
        finally:
            os.close(reading)
            kill(process, before)
    finally:  # shutil.rmtree fails on folders that are very deep, or that became links
        subprocess.run(["rm", "-rf", "--", str(folder)], check=False, capture_output=True)


@dataclass(frozen=True)
class Watch:
    """A running process, the pipe of its answers, its folder, and and the processes and the size of it before."""

    process: subprocess.Popen[bytes]
    reading: int
    folder: Path
    before: set[int]
    size: int


def watched(watch: Watch, given: bytes, count: int, seconds: int) -> Run:
    """Send the tasks to the process and read its answers, until all are there or a limit is passed."""
    if sys.platform == "win32":
        raise NotImplementedError
    process, reading = watch.process, watch.reading
    assert process.stdin is not None
    writing = process.stdin.fileno()
    os.set_blocking(reading, False)
    os.set_blocking(writing, False)
    text, ended = b"", ""
    until = time.monotonic() + seconds
    while True:
        ready, fed, _ = select.select([reading], [writing] if given else [], [], TICK)
        if fed:
            try:
                given = given[os.write(writing, given) :]
            except BrokenPipeError:
                given = b""
            if not given:
                process.stdin.close()
        if ready:
            part = os.read(reading, 1 << 16)
            text += part
            if not part:
                break
        if text.count(b"\n") > count:
            break
        if len(text) > ANSWER_BYTES:
            ended = "it answers too much"
        elif time.monotonic() > until:
            ended = f"{LATE} {seconds} seconds"
        elif len(descendants() - watch.before) > PROCESSES:
            ended = "it starts other processes"
        elif size_of(watch.folder) - watch.size > FOLDER_BYTES:
            ended = "it writes too much to the disk"
        if ended:
            break
    answers = read_answers(text)
    if answers and "error" in answers[0]:
        return Run((), printable(str(answers[0]["error"]), 400), loaded=False)
    answers = answers[1 : count + 1]
    if len(answers) < count and not ended:
        ended = why_ended(process, seconds)
    return Run(answers, ended if len(answers) < count else "")


def read_answers(text: bytes) -> list[Answer]:
    """Return the answers, up to the first line that is none."""
    found: list[Answer] = []
    for line in text.split(b"\n"):
        if not line or len(line) > LINE_BYTES:
            break
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            break
        if not isinstance(value, dict):
            break
        found.append(value)
    return found


def why_ended(process: subprocess.Popen[bytes], seconds: int) -> str:
    if sys.platform == "win32":
        raise NotImplementedError
    try:
        status = process.wait(1.0)
    except subprocess.TimeoutExpired:
        return "it closed the way for its answers"
    ended_by = -status if status < 0 else status - BUBBLED if status > BUBBLED else 0
    if ended_by in (signal.SIGXCPU, signal.SIGKILL):
        return f"{LATE} {seconds} seconds, or was killed"
    if ended_by:
        return f"it crashed with signal {ended_by}: perhaps it calls itself too often"
    return "it ended the process before its last answer"


# Processes.


def adopt_orphans() -> None:
    """Become the parent of all orphans among our descendants from now on, so that we can find and end them."""
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)


def descendants() -> set[int]:
    """Return the process numbers of all our descendants."""
    parents: dict[int, int] = {}
    for entry in os.listdir("/proc"):  # noqa: PTH208 - names alone, and many times a second
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat", "rb") as file:  # noqa: PTH123
                    parents[int(entry)] = int(file.read().rpartition(b")")[2].split()[1])
            except (OSError, IndexError, ValueError):
                continue  # it has just ended
    found: set[int] = set()
    fresh = {os.getpid()}
    while fresh:
        fresh = {process for process, parent in parents.items() if parent in fresh} - found
        found |= fresh
    return found


def children() -> set[int]:
    """The process numbers of our own children."""
    path = Path(f"/proc/self/task/{os.getpid()}/children")
    return {int(each) for each in path.read_text(encoding="ascii").split()}


def end(processes: set[int]) -> None:
    """End processes that have no Popen here."""
    if sys.platform == "win32":
        raise NotImplementedError
    for signalled in (signal.SIGSTOP, signal.SIGKILL):  # a stopped process cannot start another one
        for each in processes:
            try:
                os.kill(each, signalled)
            except OSError:
                continue
    reap(processes)
    time.sleep(0.005)


def kill(process: subprocess.Popen[bytes], before: set[int]) -> None:
    """End a submission and all processes that it has started, even hidden ones. before: processes of others."""
    if sys.platform == "win32":
        raise NotImplementedError
    left = {process.pid}
    for _ in range(200):
        left = (descendants() - before) | ({process.pid} if process.poll() is None else set())
        if not left:
            break
        if process.pid in left:
            process.send_signal(signal.SIGSTOP)
        end(left - {process.pid})
        process.kill()
    if process.stdin is not None:
        process.stdin.close()
    process.wait()


def reap(orphans: set[int]) -> None:
    if sys.platform == "win32":
        raise NotImplementedError
    for each in orphans:
        try:
            os.waitpid(each, os.WNOHANG)
        except OSError:
            continue  # not a child of ours, or not any more


def size_of(folder: Path) -> int:
    """Bytes on the disk, at least a block for each file and folder."""
    total = 0
    for path, folders, files in os.walk(folder):
        for name in (*folders, *files):
            try:
                total += max(BLOCK, os.lstat(os.path.join(path, name)).st_size)  # noqa: PTH118
            except OSError:
                continue
    return total


# Isolation.


def command(folder: Path) -> list[str]:
    """Return the command that starts the child, without its arguments. Its Python is not that of an environment."""
    python = [str(Path(sys.executable).resolve()), "-I", "-S", "-B"]
    if not isolated():
        return [*python, str(folder / "child.py")]
    return [*bubble(), "--bind", str(folder), "/box", "--chdir", "/box", *python, "/box/child.py"]


def bubble() -> list[str]:
    """Return a command of bwrap with only Python's own library. It hides packages, such as that of the solutions."""
    roots = [
        path for path in ("/usr", "/lib", "/lib64", "/bin", str(Path(sys.base_prefix).resolve())) if Path(path).exists()
    ]
    bound = [word for path in dict.fromkeys(roots) for word in ("--ro-bind", path, path)]
    hidden = sorted(
        {str(each) for root in roots for pattern in PACKAGES for each in Path(root).glob(pattern) if each.is_dir()}
    )
    masked = [word for path in hidden if not Path(path).is_symlink() for word in ("--tmpfs", path)]
    return [
        "bwrap",
        "--unshare-all",
        "--die-with-parent",
        "--new-session",
        *bound,
        *masked,
        "--proc",
        "/proc",
        "--dev",
        "/dev",
    ]


@cache
def isolated() -> bool:
    """Whether bwrap is installed and may make namespaces."""
    if shutil.which("bwrap") is None:
        return False
    probe = [*bubble(), str(Path(sys.executable).resolve()), "-I", "-S", "-c", ""]
    return subprocess.run(probe, capture_output=True, check=False, timeout=20).returncode == 0


def home_of(package: str) -> Path:
    from importlib.util import find_spec

    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise Unreadable(f"the library {package} is not installed")
    return Path(spec.origin).parent
