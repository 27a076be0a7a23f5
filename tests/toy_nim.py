"""A game in plain Python, for the tests of how games are found: whoever takes the last match of a heap wins.

As `toy_nim.py` it is a module of another package; as files of a folder below `engine/games/` it is one of ours.
"""

from __future__ import annotations

from collections.abc import Mapping

from oddsfish.engine.display.diagram import LAST, Diagram, Symbol
from oddsfish.engine.game import Game, Variant
from oddsfish.engine.option import Option, Value
from oddsfish.engine.position import Position, Win
from oddsfish.engine.python_position import PythonPosition
from oddsfish.engine.registry.game_words import Words

MOST = 12


class NimPosition(PythonPosition[int]):
    """A heap of matches; a move takes 1 to `most` of them."""

    game = "nim"

    def __init__(self, left: int, turn: int = 0, most: int = 3) -> None:
        super().__init__()
        self.left, self.turn, self.most = left, turn, most
        self.taken: list[int] = []

    def moves(self) -> list[int]:
        return list(range(1, min(self.most, self.left) + 1))

    def play(self, move: int | str) -> None:
        move = int(move)
        if move not in self.moves():
            raise ValueError(f"illegal move: {move}")
        self.left -= move
        self.taken.append(move)

    def undo(self) -> None:
        self.left += self.taken.pop()

    def player(self) -> int:
        return (self.turn + len(self.taken)) % 2

    def ending(self) -> Win | None:
        return None if self.left else Win(1 - self.player())

    def fen(self) -> str:
        return f"{self.left} {'ab'[self.player()]}"

    def diagram(self, last: str = "") -> Diagram:
        marks = {self.left - 1: LAST} if last and self.left else {}
        status = "over" if self.ending() else f"{GAME.seats[self.player()]} to move"
        cells = ("|",) * self.left + ("",) * (MOST - self.left)
        return Diagram(
            MOST, 1, cells, {"|": Symbol("match", "|", "|")}, marks=marks, status=status, svg=lambda: {"|": "<path/>"}
        )


class NimWords(Words):
    moves = "how many matches you take"

    def reason(self, position: Position[int]) -> str:
        return "the last match is taken"


class Nim(Game):
    name = "nim"
    title = "nim"
    fen_meaning = "the matches and who is to move, as in 12 a"
    fen_form = r"[0-9]+ [ab]$"
    seats = ("Ann", "Bob")
    position = "NimPosition"
    variants = (Variant("nim", "a heap of matches, over UGI"),)
    rules = (Option("MostTaken", "spin", 3, "how many one may take", "all, in nim", low=2, high=5),)
    positions = ("12 a", "7 b")

    def start(self, fen: str | None, options: Mapping[str, Value]) -> NimPosition:
        left, turn = (fen or f"{MOST} a").split()
        if not left.isdigit() or not 0 < int(left) <= MOST or turn not in ("a", "b"):
            raise ValueError(f"no heap: {fen}")
        return NimPosition(int(left), "ab".index(turn), int(options["MostTaken"]))

    @property
    def words(self) -> Words:
        return NimWords(self)


GAME = Nim()
