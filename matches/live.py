"""From the workers to the runner while games go on: lines of -debug, and games to be watched.

A pipe that loses what nobody takes: a game must not wait for somebody who looks on.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from .record import Record

WHOLE = select.PIPE_BUF  # bytes that a pipe takes all at once or not at all
BLOCK = 1 << 16
PATIENCE = 1.0  # seconds that a line of -debug waits for somebody to take it


@dataclass(frozen=True)
class Live:
    """The end that workers write to, and whether they are to show their games."""

    end: Connection
    shows: bool


class Speaker:
    """A worker's voice."""

    def __init__(self, live: Live) -> None:
        self.live = live
        os.set_blocking(live.end.fileno(), False)

    def talk(self, line: str) -> None:
        """A line of -debug, for which a game may wait a little."""
        select.select([], [self.live.end.fileno()], [], PATIENCE)
        self.send({"line": line})

    def show(self, record: Record) -> None:
        """A game as it stands: its number and its last ply."""
        self.send({"game": record.number, "plies": len(record.plies), "ply": list(vars(record.plies[-1]).values())})

    def send(self, message: dict[str, Any]) -> None:
        data = json.dumps(message).encode() + b"\n"
        if len(data) > WHOLE:
            data = json.dumps({"line": str(message.get("line", ""))[: WHOLE // 8]}).encode() + b"\n"
        with contextlib.suppress(BlockingIOError, BrokenPipeError):  # nobody takes it
            os.write(self.live.end.fileno(), data)


class Listener:
    """The runner's ear."""

    def __init__(self, end: Connection) -> None:
        self.end = end
        self.rest = b""

    def messages(self) -> Iterator[dict[str, Any]]:
        """Wait for what comes next, all of it; ends when all workers have."""
        while data := os.read(self.end.fileno(), BLOCK):
            *lines, self.rest = (self.rest + data).split(b"\n")
            for line in lines:
                yield json.loads(line)
