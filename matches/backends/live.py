"""Messages from the workers to the runner during games: lines of -debug, and games to be watched.

The pipe drops messages that are not read in time: a game must not wait for a watcher.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...engine.support.system import PIPE_BYTES, LossyPipe, read_pipe
from ..game.arbiter import Arbiter
from ..record import Record

if TYPE_CHECKING:
    from ...engine.support.system import PipeEnd

SHOWN = 8  # the last plies of a game: enough for both clocks, and to follow the game


class Speaker:
    """Sends the messages of a worker."""

    def __init__(self, end: PipeEnd) -> None:
        self.pipe = LossyPipe(end)
        self.lost = 0  # lines of -debug that were lost since the last one sent

    def talk(self, line: str) -> None:
        """Send a line of -debug. If it is not read in time, it is lost and counted: to wait would cost players time."""
        if self.lost and self.send({"line": f"... {self.lost} lines that nobody has read in time"}):
            self.lost = 0
        # A character takes up to 12 bytes in JSON.
        if self.lost or not (self.send({"line": line}) or self.send({"line": line[: PIPE_BYTES // 16]})):
            self.lost += 1

    def show(self, record: Record, arbiter: Arbiter) -> None:
        """Send the whole state of a game, so that nothing is missed if an earlier message was lost."""
        self.send(
            {
                "game": record.number,
                "ply": len(record.plies),
                "fen": arbiter.fen(),
                "turn": arbiter.turn,
                "sides": arbiter.sides,
                "last": [list(vars(ply).values()) for ply in record.plies[-SHOWN:]],
            }
        )

    def send(self, message: dict[str, Any]) -> bool:
        """Send a message. False if it is too long to be sent in one piece, or nobody reads it."""
        data = json.dumps(message).encode() + b"\n"
        if len(data) > PIPE_BYTES:
            return False
        return self.pipe.write(data)


def messages(end: PipeEnd) -> Iterator[dict[str, Any]]:
    """The messages of the workers as they come, until all workers have ended."""
    rest = b""
    while data := read_pipe(end):
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            yield json.loads(line)
