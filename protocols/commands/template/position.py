"""Positions of mygame: take one to three stones from a heap; the player who takes the last stone wins."""

from __future__ import annotations

from oddsfish import Diagram, PythonPosition, Symbol, Win

STONES = 12
SYMBOLS = {"s": Symbol("stone", "●", "o")}


class MyGamePosition(PythonPosition[int]):
    """The stones that are left, and whose turn it is. A move is the number of stones to take."""

    game = "mygame"

    def __init__(self, text: str = f"{STONES} 0") -> None:
        """text: the FEN of a position: stones left, and the player to move (0 or 1). ValueError if it is wrong."""
        fields = text.split()
        if len(fields) != 2 or not fields[0].isdecimal() or fields[1] not in ("0", "1") or int(fields[0]) > STONES:
            raise ValueError(f"{text!r} is no position: it has 0 to {STONES} stones and the player, as 12 0 has")
        self.left = int(fields[0])
        self.turn = int(fields[1])
        self.taken: list[int] = []

    def moves(self) -> list[int]:
        return [take for take in (1, 2, 3) if take <= self.left]

    def play(self, move: int | str) -> None:
        if isinstance(move, str):
            move = self.parse(move)
        self.taken.append(move)
        self.left -= move
        self.turn = 1 - self.turn

    def undo(self) -> None:
        self.left += self.taken.pop()
        self.turn = 1 - self.turn

    def player(self) -> int:
        return self.turn

    def ending(self) -> Win | None:
        """None while the game goes on, else Win(player), Draw(), or a number."""
        return None if self.left else Win(1 - self.turn)

    def value(self) -> float:
        """An estimate of the value of an unfinished game: large if player 0 is better, small if player 1 is."""
        return 0.0

    def repetition_key(self) -> tuple[int, int]:
        """Equal for equal positions, so that searches can use a table."""
        return self.left, self.turn

    def fen(self) -> str:
        return f"{self.left} {self.turn}"

    def diagram(self, last: str = "") -> Diagram:
        """The heap as a row of cells."""
        cells = tuple("s" if number < self.left else "" for number in range(STONES))
        status = f"{self.left} left" if self.left else "No stone is left"
        return Diagram(STONES, 1, cells, SYMBOLS, status=status)
