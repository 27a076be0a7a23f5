"""A person at the terminal."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Sequence

from .arbiter import Arbiter
from .clock import Clock
from .fault import Fault
from .player import Answer, Player
from .record import Ending
from .settings import Game

HELP = "Type a move (in chess e4 or e2e4), or resign."


class HumanPlayer(Player):
    """Is shown the board and asked for moves on standard input; what is no legal move is asked again."""

    def __init__(self, name: str) -> None:
        self.name = name or "human"

    async def start(self) -> str:
        self.lines: asyncio.Queue[str | None] = asyncio.Queue()
        loop = asyncio.get_running_loop()

        def listen() -> None:
            for line in sys.stdin:
                loop.call_soon_threadsafe(self.lines.put_nowait, line)
            loop.call_soon_threadsafe(self.lines.put_nowait, None)

        # A daemon: nobody can wait for somebody who may never type again.
        self.listener = threading.Thread(target=listen, daemon=True)
        return self.name

    async def prepare(self, game: Game, seat: int) -> None:
        self.seat = seat

    async def move(self, arbiter: Arbiter, clocks: Sequence[Clock]) -> Answer:
        if not self.listener.is_alive():
            self.listener.start()
        clock = clocks[arbiter.turn]
        began = asyncio.get_running_loop().time()
        show(["", *arbiter.picture()])
        if arbiter.moves:
            show([f"Last move: {arbiter.moves[-1]}"])
        while True:
            left = "" if clock.left is None else f" ({clock.left:.0f} s left)"
            show([f"{self.name}, {arbiter.sides[self.seat]}, to move{left}: "], end="")
            try:
                line = await asyncio.wait_for(self.lines.get(), clock.deadline)
            except asyncio.TimeoutError:
                show([""])
                raise Fault(Ending.TIME, " loses on time") from None
            if line is None:
                raise Fault(Ending.DISCONNECT, " disconnects")
            text = line.strip()
            if text == "resign":
                raise Fault(Ending.GAVE_UP, " resigns")
            if not text:
                continue
            try:
                move = arbiter.read(text)
            except ValueError as error:
                show([f"{error}. {HELP}"])
                continue
            return Answer(move, asyncio.get_running_loop().time() - began)

    async def close(self) -> None:
        """The thread that listens is a daemon."""

    def kill(self) -> None:
        """There is no process."""


def show(lines: Sequence[str], end: str = "\n") -> None:
    sys.stdout.write("\n".join(lines) + end)
    sys.stdout.flush()
