"""The differences of systems: POSIX on Linux and macOS, and its replacements on Windows.

Elsewhere, only paths in gui_setup.py, the grader (Linux alone) and setup.py differ. mypy checks that nothing else calls
what Windows lacks (docs/platforms.md).
With ODDSFISH_SYSTEM=windows, the Windows branches are taken on any system: the tests try them (tests/windows).
"""

from __future__ import annotations

import os
import select
import signal
import sys

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    import socket
    from asyncio import SubprocessTransport
    from collections.abc import Callable, Iterable, Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path
    from typing import Any

    if sys.platform == "win32":
        from multiprocessing.connection import PipeConnection

        PipeEnd = PipeConnection[Any, Any]  # of a pipe that multiprocessing makes
    else:
        from multiprocessing.connection import Connection

        PipeEnd = Connection[Any, Any]

WINDOWS = sys.platform == "win32" or os.environ.get("ODDSFISH_SYSTEM") == "windows"
LINUX = sys.platform == "linux" and not WINDOWS

# For os.open. Windows changes ends of lines unless it is told not to.
BINARY: int = getattr(os, "O_BINARY", 0)
# Do not wait for a FIFO, and do not follow a link. Windows has no FIFOs among its files, and few links.
AT_ONCE: int = getattr(os, "O_NONBLOCK", 0)
NO_LINK: int = getattr(os, "O_NOFOLLOW", 0)

PIPE_BYTES: int = getattr(select, "PIPE_BUF", 4096)  # a pipe takes a message up to this size whole or not at all
MOST_PROCESSES = 61 if WINDOWS else 1024  # of one pool: Windows waits for at most 64 handles; Python needs three
DEATH_OF_PARENT = 1  # PR_SET_PDEATHSIG of Linux's prctl(2)
QUOTED = frozenset(" \t&()[]{}^=;!'+,`~<>|%@")  # characters that a command of Windows must quote
BLOCK = 1 << 16  # bytes of one read
MESSAGES = 64  # that may wait in a pipe
FAR = 1 << 40  # an offset beyond the end of all our files: Windows locks bytes, which no other process can read

# Ctrl-Break, or the end of the terminal: Windows has one signal for both.
HANGUP: signal.Signals = getattr(signal, "SIGBREAK" if sys.platform == "win32" else "SIGHUP")
ENDING = (signal.SIGINT, signal.SIGTERM, HANGUP)  # by which a person, or the system, ends a program


def split_words(command: str) -> list[str]:
    """Split a command into words, as a shell does. On Windows, a backslash and a ' are ordinary characters.

    ValueError if a quotation or a backslash has no end.
    """
    import shlex

    lexer = shlex.shlex(command, posix=True, punctuation_chars=False)
    lexer.whitespace_split = True
    lexer.commenters = ""
    if WINDOWS:
        lexer.escape, lexer.quotes = "", '"'
    return list(lexer)


def join_words(words: Iterable[str]) -> str:
    """Join words to a command for `split_words` or a shell. On Windows, no word may contain a " or end with a \\."""
    if WINDOWS:
        return " ".join(f'"{word}"' if not word or QUOTED.intersection(word) else word for word in words)
    import shlex

    return shlex.join(words)


def on_closed_pipe(ending: bool) -> None:
    """Choose what happens once nobody reads our output: the process ends, or OSError; on Windows always OSError."""
    if sys.platform != "win32" and not WINDOWS:
        signal.signal(signal.SIGPIPE, signal.SIG_DFL if ending else signal.SIG_IGN)


def at_fork(before: Callable[[], Any], after: Callable[[], Any], in_child: Callable[[], Any]) -> None:
    """Register calls around a fork: before and after it in this process, and in the child. Windows has no forks."""
    if sys.platform != "win32" and not WINDOWS:
        os.register_at_fork(before=before, after_in_parent=after, after_in_child=in_child)


def interrupts_held() -> AbstractContextManager[None]:
    """Return a context: Ctrl-C of the terminal does not reach processes that start in it. No effect on Windows."""
    from contextlib import contextmanager, nullcontext

    if sys.platform == "win32" or WINDOWS:
        return nullcontext()

    @contextmanager
    def held() -> Iterator[None]:
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    return held()


def usable_processors() -> tuple[int, ...] | None:
    """Return the numbers of the processors that this process may use; None if the system has no such restriction."""
    if LINUX and sys.platform == "linux":
        return tuple(sorted(os.sched_getaffinity(0)))
    return None


def keep_on(processors: Iterable[int]) -> None:
    """Restrict this process, and those that it starts, to some processors. No effect except on Linux."""
    if sys.platform == "linux":
        os.sched_setaffinity(0, processors)


def own_group() -> dict[str, Any]:
    """Return options of subprocess for a process with a group of its own, which `end_group` ends.

    Ctrl-C of our terminal does not reach it. On Linux it ends when we end, even by SIGKILL. Elsewhere, only its input
    ends then.
    """
    options: dict[str, Any] = {"start_new_session": True}  # ignored on Windows
    if sys.platform == "win32":
        options["creationflags"] = 0x200  # CREATE_NEW_PROCESS_GROUP
    elif LINUX:
        import ctypes

        library = ctypes.CDLL(None, use_errno=True)
        options["preexec_fn"] = lambda: library.prctl(DEATH_OF_PARENT, signal.SIGKILL)
    return options


def end_group(process: SubprocessTransport) -> None:
    """End a process of `own_group`, and all processes that it has started. No effect if all of them have ended.

    On Windows, its children cannot be found after its end, because its number may then belong to another process.
    """
    if sys.platform == "win32" or WINDOWS:
        if process.get_returncode() is None:
            import subprocess

            command = ["taskkill", "/F", "/T", "/PID", str(process.get_pid())]
            try:
                subprocess.run(command, check=False, capture_output=True)
            except FileNotFoundError:  # a Windows without taskkill has no other way
                process.kill()
        return
    try:  # noqa: SIM105 - contextlib is slow to import
        os.killpg(process.get_pid(), signal.SIGKILL)
    except (ProcessLookupError, PermissionError):  # PermissionError: on macOS, if all of them have ended
        pass


def lock(file: int) -> None:
    """Lock an open file until it is closed. BlockingIOError if another process has locked it; OSError without locks."""
    if sys.platform == "win32" or WINDOWS:
        import msvcrt

        before = os.lseek(file, 0, os.SEEK_CUR)
        os.lseek(file, FAR, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
        except PermissionError as taken:
            raise BlockingIOError(taken.errno, taken.strerror) from None
        finally:
            os.lseek(file, before, os.SEEK_SET)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def guard_port(listener: socket.socket) -> None:
    """Keep a second server off this port. A restarted server need not wait until old connections are forgotten."""
    import socket

    if sys.platform == "win32":  # where SO_REUSEADDR lets two servers have one port
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)


class LossyPipe:
    """The writing end of a pipe whose reader may not read. A message that does not fit at once is lost.

    On Windows, where a write waits for its reader, a thread waits instead of the caller.
    """

    def __init__(self, end: PipeEnd) -> None:
        self.end = end
        if sys.platform == "win32" or WINDOWS:
            import queue
            import threading

            self.waiting: queue.Queue[bytes] = queue.Queue(MESSAGES)
            threading.Thread(target=self.pass_on, daemon=True).start()
        else:
            os.set_blocking(end.fileno(), False)

    def write(self, message: bytes) -> bool:
        """Write at most PIPE_BYTES, and return whether they were taken. Several processes may share one pipe."""
        if sys.platform == "win32" or WINDOWS:
            from queue import Full

            try:
                self.waiting.put_nowait(message)
            except Full:
                return False
            return True
        try:
            os.write(self.end.fileno(), message)
        except (BlockingIOError, BrokenPipeError):
            return False
        return True

    def pass_on(self) -> None:
        try:
            while True:
                self.end.send_bytes(self.waiting.get())
        except OSError:  # nobody reads any more
            pass


def read_pipe(end: PipeEnd) -> bytes:
    """Read from a LossyPipe: whole messages, or parts of them. The result is empty if there are no more writers."""
    if sys.platform == "win32" or WINDOWS:
        try:
            return end.recv_bytes()
        except EOFError:
            return b""
    return os.read(end.fileno(), BLOCK)


def is_private(status: os.stat_result) -> bool:
    """Return whether only this user and the system may write to a place. Always true on Windows."""
    if sys.platform == "win32" or WINDOWS:
        return True
    return status.st_uid == os.geteuid() and not status.st_mode & 0o022


def is_secret(mode: int) -> bool:
    """Return whether only its owner may read a file with this mode. True on Windows, where the folder protects it."""
    return WINDOWS or not mode & 0o077


def state_folder() -> Path:
    """Return our folder for the user's lasting data (XDG base directory specification; on Windows, LOCALAPPDATA)."""
    from pathlib import Path

    variable, usual = ("LOCALAPPDATA", ("AppData", "Local")) if WINDOWS else ("XDG_STATE_HOME", (".local", "state"))
    named = Path(os.environ.get(variable, ""))
    return (named if named.is_absolute() else Path.home().joinpath(*usual)) / "oddsfish"
