"""What a person may type, at a terminal and in a match: a move, or a command."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from textwrap import wrap
from typing import Any

from ...engine.display.diagram import diagram_of, turned
from ...engine.display.diagram_text import caption_rows, text_rows
from ...engine.game import Game
from ...engine.position import Position
from ...engine.support.text import nearest
from ..record import Termination
from ..views.terminal import Terminal
from .player import Fault

COMMANDS = {
    "hint": "the value of every move",
    "moves": "every legal move",
    "eval": "the evaluation of the position, without a search",
    "tree": "the search tree of the last decision; tree FILE.html writes it for the browser",
    "undo": "take back your last move",
    "board": "show the board again",
    "flip": "show the board from the other side",
    "fen": "the position as text",
    "save": "save FILE: save the game; play --load FILE continues it",
    "new": "start another game on the same side",
    "resign": "give up this game",
    "help": "this list",
    "quit": "leave",
}
WITH_FILE = ("tree", "save")
SHORT = {"?": "help", "exit": "quit"}


class Prompt:
    """Executes typed commands on the position that the player sees. This class has those that are fair in a match."""

    position: Position[Any]
    last = ""  # the move that led to the position, "" if there is none

    def __init__(self, game: Game, terminal: Terminal) -> None:
        self.game = game
        self.words = game.words
        self.terminal = terminal
        self.flipped = False  # whether the player has flipped the board
        self.commands: dict[str, Callable[[str], None]] = {
            "moves": self.list_moves,
            "board": self.show,
            "flip": self.flip,
            "fen": self.show_fen,
            "resign": self.resign,
            "help": self.help,
        }

    @property
    def turned(self) -> bool:
        """Whether the board is seen from player 1's side."""
        return self.flipped

    def obey(self, text: str) -> Any:
        """Return the typed move, or execute the typed command and return None. Anything else gets one clear line."""
        word, _, rest = text.partition(" ")
        word = SHORT.get(word.lower(), word.lower())
        if word in COMMANDS and (not rest or word in WITH_FILE):
            if word in self.commands:
                self.commands[word](rest.strip())
            else:
                self.terminal.say(f"{word} is for `oddsfish play`, not for a match.")
        elif text:
            try:
                return self.words.parse(self.position, text)
            except ValueError as fault:
                meant = nearest(word, self.commands) if len(word) > 2 else ""
                self.terminal.say(f"{fault}{meant or '.'}")
        return None

    def tabulate(self, cells: list[str]) -> None:
        """Show cells in as many columns as fit."""
        width = max(map(len, cells)) + 3
        across = max(1, self.terminal.width // width)
        rows = [cells[i : i + across] for i in range(0, len(cells), across)]
        self.terminal.show(["".join(f"  {cell:{width - 2}}" for cell in row).rstrip() for row in rows])

    def list_moves(self, rest: str) -> None:
        self.tabulate(sorted(self.words.spell(self.position, move) for move in self.position.moves()))

    def show(self, rest: str = "") -> None:
        """Show the position, with all that a player needs to see."""
        diagram = diagram_of(self.position, self.last)
        if diagram is None:
            self.terminal.show(["", f"  {self.position!r}", ""])
            return
        terminal = self.terminal
        captions = caption_rows(diagram, terminal.style, status=False)
        bare = replace(diagram, status="", captions=())
        board = text_rows(turned(bare) if self.turned and diagram.turns else bare, terminal.style)
        below = [row for text in captions for row in wrap(text, terminal.width - 2, subsequent_indent="  ")]
        terminal.show(["", *(f"  {row}" for row in [*board, *below]), ""])

    def flip(self, rest: str) -> None:
        drawn = diagram_of(self.position)
        if drawn is None or not drawn.turns:
            self.terminal.say("This board has one side alone.")
            return
        self.flipped = not self.flipped
        self.show()

    def show_fen(self, rest: str) -> None:
        self.terminal.show([self.position.fen()])

    def resign(self, rest: str) -> None:
        raise Fault(Termination.RESIGNED, " resigns")

    def help(self, rest: str) -> None:
        self.terminal.say(f"Type {self.words.moves}, or")
        width = max(map(len, COMMANDS))
        for name, meaning in COMMANDS.items():
            if name in self.commands:
                text = f"  {name:<{width}}  {meaning}"
                self.terminal.show(wrap(text, self.terminal.width, subsequent_indent=" " * (width + 4)))
