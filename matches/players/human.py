"""A person at the keyboard."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
from collections.abc import Sequence

from ...engine.display.diagram import diagram_of
from ..game.arbiter import Arbiter
from ..game.clock import Clock
from ..record import Termination
from ..settings import Fixture
from ..variants import game_of, position
from ..views.live_game import badge
from ..views.terminal import Terminal
from .player import Answer, Fault, Player
from .prompt import Prompt

END_OF_INPUT = ""  # a typed line is never empty: it has a line end


class Keyboard:
    """Standard input, line by line, shared by all human players."""

    def __init__(self) -> None:
        self.lines: asyncio.Queue[str] | None = None  # from the first question on
        self.ended = False  # no more will be typed

    def listen(self, lines: asyncio.Queue[str], loop: asyncio.AbstractEventLoop) -> None:
        """Read in a daemon thread of its own: the process must be able to end while it waits for input."""
        with contextlib.suppress(RuntimeError):  # the match is over and its loop closed
            for line in sys.stdin or ():  # None if it was closed before we began
                loop.call_soon_threadsafe(lines.put_nowait, line)
            loop.call_soon_threadsafe(lines.put_nowait, END_OF_INPUT)

    async def line(self, patience: float | None) -> str | None:
        """The next typed line, None after the end of input; asyncio.TimeoutError if none comes in time."""
        if self.ended:
            return None
        if self.lines is None:
            self.lines = asyncio.Queue()
            threading.Thread(target=self.listen, args=(self.lines, asyncio.get_running_loop()), daemon=True).start()
        typed = await asyncio.wait_for(self.lines.get(), patience)
        self.ended = typed == END_OF_INPUT
        return None if self.ended else typed


class HumanPlayer(Player):
    """A person who sees the board and types moves on standard input. An illegal move is asked again."""

    keyboard = Keyboard()
    terminal: Terminal | None = None  # also one for the process: made once, before anything is read

    def __init__(self, name: str) -> None:
        self.name = name or "human"

    async def start(self) -> str:
        return self.name

    async def prepare(self, game: Fixture, seat: int) -> None:
        self.game = game
        self.seat = seat
        HumanPlayer.terminal = HumanPlayer.terminal or Terminal()
        self.prompt = Prompt(game_of(game.variant), HumanPlayer.terminal)

    async def move(self, arbiter: Arbiter, clocks: Sequence[Clock]) -> Answer:
        clock = clocks[arbiter.turn]
        now = asyncio.get_running_loop().time
        began = now()
        prompt, terminal = self.prompt, self.prompt.terminal
        prompt.position = position(self.game.variant, self.game.variant_options, arbiter.fen())
        prompt.last = arbiter.moves[-1] if arbiter.moves else ""
        side = arbiter.sides[self.seat] + badge(self.game, self.seat, diagram_of(prompt.position), terminal.style)
        prompt.show()
        if prompt.last:
            terminal.say(f"Last move: {prompt.last}")
        while True:
            left = "" if clock.left is None else f" ({clock.left:.0f} s left)"
            terminal.prompt(f"{self.name}, {side}, to move{left}:")
            try:
                line = await self.keyboard.line(None if clock.deadline is None else clock.deadline - (now() - began))
            except asyncio.TimeoutError:
                terminal.show([""])
                raise Fault(Termination.TIME, " loses on time") from None
            if line is None:
                raise Fault(Termination.DISCONNECT, " disconnects")
            move = prompt.obey(line.strip())
            if move is not None:
                return Answer(prompt.position.notation(move), now() - began)
