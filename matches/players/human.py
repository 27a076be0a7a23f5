"""A person at the keyboard."""

from __future__ import annotations

import asyncio
import contextlib
import io
import sys
import threading
from collections.abc import Sequence
from textwrap import wrap

from ...engine.diagram import Diagram
from ...engine.diagram_text import Style, text_rows
from ..openings.setups import printable
from ..playing.arbiter import Arbiter
from ..playing.clock import Clock
from ..record import Ending
from ..settings import Fixture
from ..variants import game_of, position
from ..views.board import badge, diagram
from .fault import Fault
from .player import Answer, Player

WORDS = {
    "moves": "every legal move",
    "board": "show the board again",
    "fen": "the position as text",
    "resign": "give up this game",
    "help": "this list",
}
NARROW = 40  # columns that every terminal has
END_OF_INPUT = ""  # every line that is typed has an end


class Keyboard:
    """Standard input, line by line, for all the people at it."""

    def __init__(self) -> None:
        self.lines: asyncio.Queue[str] | None = None  # from the first question on
        self.ended = False  # no more will be typed

    def listen(self, lines: asyncio.Queue[str], loop: asyncio.AbstractEventLoop) -> None:
        """In a thread of its own, a daemon: nobody can wait for somebody who may never type again."""
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        with contextlib.suppress(RuntimeError):  # the match is over and its loop closed
            for line in sys.stdin or ():  # None if it was closed before we began
                loop.call_soon_threadsafe(lines.put_nowait, line)
            loop.call_soon_threadsafe(lines.put_nowait, END_OF_INPUT)

    async def line(self, patience: float | None) -> str | None:
        """What is typed next, None if nothing can be any more; asyncio.TimeoutError."""
        if self.ended:
            return None
        if self.lines is None:
            self.lines = asyncio.Queue()
            threading.Thread(target=self.listen, args=(self.lines, asyncio.get_running_loop()), daemon=True).start()
        typed = await asyncio.wait_for(self.lines.get(), patience)
        self.ended = typed == END_OF_INPUT
        return None if self.ended else typed


class HumanPlayer(Player):
    """Is shown the board and asked for moves on standard input; what is no legal move is asked again."""

    keyboard = Keyboard()

    def __init__(self, name: str) -> None:
        self.name = name or "human"

    async def start(self) -> str:
        return self.name

    async def prepare(self, game: Fixture, seat: int) -> None:
        self.seat = seat
        self.game = game
        self.moves = game_of(game.variant).words.moves

    async def move(self, arbiter: Arbiter, clocks: Sequence[Clock]) -> Answer:
        clock = clocks[arbiter.turn]
        now = asyncio.get_running_loop().time
        began = now()
        style = Style(sys.stdout.encoding.lower().startswith("utf"))
        board = self.board(arbiter)
        side = arbiter.sides[self.seat] + badge(self.game, self.seat, board, style)
        self.show_board(arbiter)
        while True:
            left = "" if clock.left is None else f" ({clock.left:.0f} s left)"
            show([f"{self.name}, {side}, to move{left}: "], end="")
            try:
                line = await self.keyboard.line(None if clock.deadline is None else clock.deadline - (now() - began))
            except asyncio.TimeoutError:
                show([""])
                raise Fault(Ending.TIME, " loses on time") from None
            if line is None:
                raise Fault(Ending.DISCONNECT, " disconnects")
            text = readable(line)
            if text == "resign":
                raise Fault(Ending.GAVE_UP, " resigns")
            if not text or self.obey(text, arbiter):
                continue
            try:
                move = arbiter.read(text)
            except ValueError as error:
                show([f"{error}. Type {self.moves}, or help."])
                continue
            return Answer(move, now() - began)

    def board(self, arbiter: Arbiter) -> Diagram | None:
        return diagram(self.game, arbiter.fen(), arbiter.moves[-1] if arbiter.moves else "")

    def show_board(self, arbiter: Arbiter) -> None:
        style = Style(sys.stdout.encoding.lower().startswith("utf"))
        board = self.board(arbiter)
        show(["", *(text_rows(board, style, status=False) if board is not None else [arbiter.fen()])])
        if arbiter.moves:
            show([f"Last move: {arbiter.moves[-1]}"])

    def obey(self, text: str, arbiter: Arbiter) -> bool:
        """Whether it is one of the words that are no move, and is done."""
        if text == "help":
            show([f"Type {self.moves}, or", *(f"  {word:6}  {meaning}" for word, meaning in WORDS.items())])
        elif text == "moves":
            show(self.legal_moves(arbiter))
        elif text == "board":
            self.show_board(arbiter)
        elif text == "fen":
            show([arbiter.fen()])
        else:
            return False
        return True

    def legal_moves(self, arbiter: Arbiter) -> list[str]:
        """As people write them, in lines that fit any terminal."""
        here = position(self.game.variant, self.game.variant_options, arbiter.fen())
        words = game_of(self.game.variant).words
        return wrap("  ".join(sorted(words.spell(here, move) for move in here.moves())), NARROW)

    async def close(self) -> None:
        """The thread that listens is a daemon."""

    def kill(self) -> None:
        """There is no process."""


def readable(line: str) -> str:
    """What was typed, in characters that every terminal can show again; moves have no others."""
    return printable(line.strip().encode("ascii", "replace").decode())


def show(lines: Sequence[str], end: str = "\n") -> None:
    sys.stdout.write("\n".join(lines) + end)
    sys.stdout.flush()
