"""The process behind a player: how it is started, watched and brought to an end, so that none outlives the runner."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
from collections.abc import Callable, MutableMapping
from pathlib import Path
from typing import Any, TypeVar

from ...engine.support.system import end_group, own_group
from ..openings.setups import plain_name
from ..record import Termination
from ..settings import Engine
from .engine_options import OddOptions
from .player import Fault

FAREWELL = 2.0  # seconds that a process may take to end once it was told to
EXIT_TO_SHOW = 0.5  # seconds: a process that dies ends within this time after its output
LINE_BYTES = 1 << 20  # the most in one line
FLOOD_BYTES = 4 << 20  # the most since the search began, plus
FLOOD_RATE = 1 << 20  # for each second since then
LINE_COST = 64  # bytes that count in addition for each line: reading it takes time, too

Talk = Callable[[str], None]  # takes a line of -debug
_P = TypeVar("_P", bound="Supervised")

ERROR = re.compile(r"info string error\b[: ]*", re.IGNORECASE)


class Supervised(asyncio.SubprocessProtocol):
    """What all engines have in any protocol: when the engine was asked, when it last answered, whether it is gone.

    A mixin for a protocol that splits the output into lines.
    """

    options: MutableMapping[str, Any]  # the options that it offers, by name

    def watch(self, name: str, talk: Talk | None) -> None:
        self.name = name
        self.talk = talk
        self.asked = asyncio.get_running_loop().time()  # when it started, or the last search began
        self.heard = 0.0  # when the last output came
        self.bytes = 0  # of output since `asked`
        self.unended = {1: 0, 2: 0}  # bytes since the last end of line
        self.gone: asyncio.Future[Termination] = asyncio.get_running_loop().create_future()
        self.process: asyncio.SubprocessTransport | None = None
        self.complaint = ""  # the last error that it reported
        self.odd_options = OddOptions()
        self.info = b""  # the last line with a score
        self.infos: list[bytes] | None = None  # all lines with a variation, if they are wanted
        self.awaited = ""
        self.answer: asyncio.Future[str] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        assert isinstance(transport, asyncio.SubprocessTransport)
        self.process = transport

    def mark_asked(self) -> None:
        self.asked = asyncio.get_running_loop().time()
        self.bytes = 0

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        now = asyncio.get_running_loop().time()
        assert isinstance(data, bytes)
        self.heard = now
        self.bytes += len(data) + LINE_COST * data.count(b"\n")
        rest, end = self.unended[fd], data.rfind(b"\n")
        self.unended[fd] = rest + len(data) if end < 0 else len(data) - end - 1
        if self.unended[fd] > LINE_BYTES or self.bytes > FLOOD_BYTES + FLOOD_RATE * (now - self.asked):
            self.end_with(Termination.FLOOD)
            self.kill()
            return
        for line in data.splitlines(keepends=True):  # python-chess takes quadratic time for many at once
            ended = line.endswith(b"\n")
            # Most output of engines is info. It is not parsed, since the other player thinks on the same machine.
            if fd == 1 and not rest and ended and line.startswith(b"info depth ") and not self.talk:
                self.note_info(line)
            else:
                self.take(fd, line)
            rest = 0 if ended else 1

    def report(self, direction: str, line: str) -> None:
        """Show a line with -debug: > to the engine, < from it, ! from its standard error."""
        if self.talk:
            self.talk(f"{direction}{self.name}: {line}")

    def listen(self, line: str) -> None:
        """Take note of a line of its output: a score, an error, or the awaited answer."""
        self.report("<", line)
        word, rest = [*line.split(maxsplit=1), "", ""][:2]
        if word == self.awaited and self.answer is not None and not self.answer.done():
            self.awaited = ""
            self.answer.set_result(rest.strip())
        elif word == "info" and not rest.startswith("string"):
            self.note_info(line.encode())
        elif found := ERROR.match(line):
            self.complaint = plain_name(line[found.end() :])

    def forget_infos(self) -> None:
        """Forget the info lines of earlier searches."""
        self.info = b""
        self.infos = None if self.infos is None else []

    def note_info(self, line: bytes) -> None:
        """Keep an info line of a search if it has the score of the best move."""
        if self.infos is not None and b" pv " in line:
            self.infos.append(line)
        if self.awaited == "bestmove" and b" score " in line and (b" multipv " not in line or b" multipv 1 " in line):
            self.info = line

    def expect(self, word: str) -> asyncio.Future[str]:
        """The rest of the next line that begins with this word."""
        self.awaited = word
        self.answer = asyncio.get_running_loop().create_future()
        return self.answer

    def take(self, fd: int, line: bytes) -> None:
        """Read a line, or a piece of one."""
        super().pipe_data_received(fd, line)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        super().pipe_connection_lost(fd, exc)
        if fd == 1:
            # When a process dies, its output ends first. If it lives on, it has disconnected.
            asyncio.get_running_loop().call_later(EXIT_TO_SHOW, self.end_with, Termination.DISCONNECT)

    def process_exited(self) -> None:
        super().process_exited()
        self.end_with(Termination.CRASH)

    def end_with(self, ending: Termination) -> None:
        if not self.gone.done():
            self.gone.set_result(ending)

    def death(self) -> Fault:
        """The fault of a process that is gone: cutechess-cli's one word for all such faults, then the details."""
        ending = self.gone.result()
        if ending is Termination.CRASH:
            assert self.process is not None
            return Fault(ending, f" disconnects: its engine has crashed ({exit_text(self.process.get_returncode())})")
        if ending is Termination.FLOOD:
            return Fault(ending, " disconnects: its engine floods its output")
        return Fault(ending, " disconnects")

    def kill(self) -> None:
        """Kill the engine and all processes in its process group."""
        if self.process is not None:
            end_group(self.process)

    def send_line(self, line: str) -> None:
        """Send it a line. The protocol that uses this mixin implements it."""
        raise NotImplementedError

    async def end(self, farewell: Callable[[], None]) -> None:
        """Ask it to end, and kill it if it does not."""
        if self.process is None:
            return
        if not self.gone.done():
            farewell()
            await asyncio.wait({self.gone}, timeout=FAREWELL)
        self.kill()
        returned = asyncio.get_running_loop().time() + FAREWELL
        while self.process.get_returncode() is None and asyncio.get_running_loop().time() < returned:
            await asyncio.sleep(0.01)
        self.process.close()


def exit_text(status: int | None) -> str:
    """How a process has ended, in words."""
    if status is None:
        return "no exit status"
    if status < 0:
        try:
            return f"killed by {signal.Signals(-status).name}"
        except ValueError:
            return f"killed by signal {-status}"
    return f"exit status {status}"


async def launch(factory: Callable[[], _P], engine: Engine, talk: Talk | None) -> _P:
    """Start an engine in a session and process group of its own, so that the terminal's Ctrl-C does not reach it.

    Raises Fault if there is no such program, or it cannot be run.
    """
    where = {"cwd": engine.directory} if engine.directory else {}
    options: dict[str, Any] = {**own_group(), **where}

    def make() -> _P:
        protocol = factory()
        protocol.watch(engine.name, talk)
        return protocol

    try:
        _, protocol = await asyncio.get_running_loop().subprocess_exec(
            make, program(engine), *engine.arguments, **options
        )
    except (OSError, ValueError) as error:
        raise Fault(Termination.NO_START, f"'s engine cannot be started: {explain(error, engine)}") from error
    return protocol


def program(engine: Engine) -> str:
    """The path of the program: on PATH, else in the engine's directory or the current one, else as it was given."""
    command = Path(engine.command).expanduser()
    if os.sep not in engine.command and (found := shutil.which(engine.command)):
        return found
    for base in filter(None, (engine.directory, ".")):
        if Path(base, command).is_file():
            return str(Path(base, command).absolute())
    return str(command)


def explain(error: OSError | ValueError, engine: Engine) -> str:
    if isinstance(error, FileNotFoundError):
        if engine.directory and not Path(engine.directory).is_dir():
            return f"there is no directory {engine.directory}"
        return f"there is no program {engine.command}"
    if isinstance(error, PermissionError):
        return f"{engine.command} is not executable"
    return f"{engine.command}: {error.strerror if isinstance(error, OSError) and error.strerror else error}"
