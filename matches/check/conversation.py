"""A conversation with a process, line by line. Every wait has a time limit."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any, NamedTuple

from ..players.line_player import LineClient
from ..players.process import exit_text
from ..record import Termination
from .verdict import Failure

REST = 0.2  # seconds for the last output of a process that has ended
STEP = 0.01  # seconds between two looks at whether a process has ended


class Line(NamedTuple):
    """A line that was said, without its line end. direction: > to the engine, < from it, ! from its standard error."""

    direction: str
    text: str

    def __str__(self) -> str:
        return f"{self.direction} {self.text}"


class Conversation(LineClient):
    """Keeps every line as it was written. Waits for answers, and raises Failure if none comes."""

    def __init__(self) -> None:
        super().__init__()
        self.log: list[Line] = []
        self.unread: deque[str] = deque()
        self.news: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.finished: asyncio.Future[None] = asyncio.get_running_loop().create_future()  # once its output has ended

    def take(self, fd: int, line: bytes) -> None:
        self.rests[fd] += line
        if not line.endswith(b"\n"):
            return
        text = self.rests[fd].decode(errors="replace").removesuffix("\n").removesuffix("\r")
        self.rests[fd] = b""
        self.log.append(Line("<" if fd == 1 else "!", text))
        self.heed(fd, text.strip())
        if fd == 1:
            self.unread.append(text)
            self.wake(self.news)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        super().pipe_connection_lost(fd, exc)
        if fd == 1:
            self.wake(self.finished)

    def wake(self, future: asyncio.Future[None]) -> None:
        if not future.done():
            future.set_result(None)

    def say(self, *lines: str) -> None:
        for line in lines:
            if self.gone.done():
                raise Failure(self.fate)
            if line.startswith("go"):
                self.mark_asked()
            self.log.append(Line(">", line))
            self.send_line(line)

    def hang_up(self) -> None:
        """End its input."""
        assert self.process is not None
        stdin = self.process.get_pipe_transport(0)
        assert stdin is not None
        stdin.close()

    @property
    def fate(self) -> str:
        """Why a process is gone, as a text."""
        ending = self.gone.result()
        if ending is Termination.FLOOD:
            return "the engine floods its output"
        if ending is not Termination.CRASH:
            return "the engine has closed its output"
        return f"the engine has ended ({exit_text(self.status)})"

    @property
    def status(self) -> int | None:
        """The exit status of its process, None while it runs."""
        assert self.process is not None
        return self.process.get_returncode()

    async def line(self, deadline: float) -> str | None:
        """Its next line, None if none comes until the deadline, by the clock of the loop. Failure if it is gone."""
        while not self.unread:
            patience = deadline - asyncio.get_running_loop().time()
            if patience <= 0:
                return None
            if self.gone.done():
                await asyncio.wait({self.finished}, timeout=REST)
                if self.unread:
                    break
                raise Failure(self.fate)
            self.news = asyncio.get_running_loop().create_future()
            both: set[asyncio.Future[Any]] = {self.news, self.gone}
            await asyncio.wait(both, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
        return self.unread.popleft()

    async def collect(self, word: str | None, seconds: float) -> list[str]:
        """Its lines up to the first that begins with this word (None for no word), or until the time is over."""
        deadline = asyncio.get_running_loop().time() + seconds
        lines: list[str] = []
        while not ends_with(lines, word):
            line = await self.line(deadline)
            if line is None:
                break
            lines.append(line)
        return lines

    async def wait_for(self, word: str, seconds: float) -> list[str]:
        """The same; Failure if no such line comes."""
        lines = await self.collect(word, seconds)
        if not ends_with(lines, word):
            raise Failure(f"no {word} comes within {seconds:g} s")
        return lines

    async def leaves(self, seconds: float) -> bool:
        """Whether the process ends in this time."""
        deadline = asyncio.get_running_loop().time() + seconds
        while self.status is None and asyncio.get_running_loop().time() < deadline:
            await asyncio.sleep(STEP)
        return self.status is not None


def ends_with(lines: list[str], word: str | None) -> bool:
    """Whether the last line begins with this word."""
    return word is not None and bool(lines) and lines[-1].split()[:1] == [word]
