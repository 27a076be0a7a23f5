"""From the workers to the runner while games go on: lines of -debug, and games to be watched.

A pipe that loses what nobody takes: a game must not wait for somebody who looks on.
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

SHOWN = 8  # plies of a game, the last ones: enough for both clocks, and to see what is going on


class Speaker:
    """A worker's voice."""

    def __init__(self, end: PipeEnd) -> None:
        self.pipe = LossyPipe(end)
        self.lost = 0  # lines of -debug since the last that was taken

    def talk(self, line: str) -> None:
        """A line of -debug. Where nobody reads it is lost, and that is told: waiting would take time from a player."""
        if self.lost and self.send({"line": f"... {self.lost} lines that nobody has read in time"}):
            self.lost = 0
        # A character takes up to 12 bytes in JSON.
        if self.lost or not (self.send({"line": line}) or self.send({"line": line[: PIPE_BYTES // 16]})):
            self.lost += 1

    def show(self, record: Record, arbiter: Arbiter) -> None:
        """A game as it stands, whole, so that nothing is missed if an earlier message was lost."""
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
        """Whether it was taken: it may be too long to be sent in one piece, and maybe nobody reads."""
        data = json.dumps(message).encode() + b"\n"
        if len(data) > PIPE_BYTES:
            return False
        return self.pipe.write(data)


def messages(end: PipeEnd) -> Iterator[dict[str, Any]]:
    """What workers say, as it comes; ends when all workers have."""
    rest = b""
    while data := read_pipe(end):
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            yield json.loads(line)
