"""A drawn position as plain data: the symbols in its cells, the marks, and the texts next to it.

Games make diagrams, and media draw them: text (diagram_text.py), SVG (diagram_svg.py), the report of a match. No medium
depends on a game, and no game on a medium.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..position import Position

LAST, CHECK, LINE = MARKS = ("last", "check", "line")  # the last move; a king in check; the winning line
SQUARES, HOLES, CARD, LINES = SURFACES = ("squares", "holes", "card", "lines")
NAME = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-_")
COLOURS = ("", "bold", "red", "yellow")


@dataclass(frozen=True)
class Symbol:
    """A symbol in a cell, such as a piece.

    name: the name of the symbol in words.
    text: how a terminal shows it.
    ascii: the same for terminals without other characters.
    colour: an emphasis that carries no information of its own, so that nothing is lost without colours: "red",
        "yellow", "bold", or "" for none.
    """

    name: str
    text: str
    ascii: str
    colour: str = ""

    def __post_init__(self) -> None:
        """Raise ValueError if the symbol cannot be drawn."""
        if self.colour not in COLOURS:
            raise ValueError(f"a colour is one of {', '.join(filter(None, COLOURS))}, or none, not {self.colour!r}")


@dataclass(frozen=True)
class Diagram:
    """A drawn position. Cells are numbered row by row from the upper left one, which is 0.

    columns, rows: the size.
    cells: for each cell the key of its symbol; "" for an empty cell.
    symbols: the symbols by key.
    files, ranks: the characters next to the columns and the rows, one for each; "" for none.
    surface: one of SURFACES.
    marks: one of MARKS for each marked cell, by cell.
    status: the player to move, or how the game has ended, without a full stop. In `status` and `captions`, {key} is
        replaced by the symbol of that key.
    captions: further texts, without a full stop.
    turns: whether the diagram can be viewed from the other side.
    svg: a function that returns the symbols as SVG, by key, each drawn in a square of 100. It is called only when SVG
        is drawn. A symbol without SVG is drawn as its text.
    game: the name of the game, which keeps its symbols distinct from those of other games on the same page.

    A report draws all positions of a match on the board of the first one: the size and the symbols of a game never
    change. ValueError if the diagram cannot be drawn.
    """

    columns: int
    rows: int
    cells: tuple[str, ...]
    symbols: Mapping[str, Symbol]
    files: str = ""
    ranks: str = ""
    surface: str = SQUARES
    marks: Mapping[int, str] = field(default_factory=dict)
    status: str = ""
    captions: tuple[str, ...] = ()
    turns: bool = False
    svg: Callable[[], Mapping[str, str]] = dict
    game: str = ""

    def __post_init__(self) -> None:
        """Raise ValueError if the diagram cannot be drawn."""
        if self.columns < 1 or self.rows < 1 or len(self.cells) != self.columns * self.rows:
            raise ValueError(f"{self.columns} columns and {self.rows} rows have not {len(self.cells)} cells")
        if not set(self.game.lower()) <= NAME:
            raise ValueError(f"a game's name is letters, digits, - and _, not {self.game!r}")
        if strangers := set(self.cells) - {"", *self.symbols}:
            raise ValueError(f"no symbol is called {min(strangers)!r}")
        for cell, mark in self.marks.items():
            if mark not in MARKS or not 0 <= cell < len(self.cells):
                raise ValueError(f"no mark is called {mark!r}, or no cell has the number {cell}")
        for names, count in ((self.files, self.columns), (self.ranks, self.rows)):
            if names and len(names) != count:
                raise ValueError(f"{names!r} does not name {count} columns or rows")
        if self.surface not in SURFACES:
            raise ValueError(f"a surface is one of {', '.join(SURFACES)}, not {self.surface!r}")

    def row(self, number: int) -> tuple[str, ...]:
        """Return the cells of a row; row 0 is the top row."""
        return self.cells[number * self.columns : (number + 1) * self.columns]


def turned(diagram: Diagram) -> Diagram:
    """Return the same diagram, seen from the other side."""
    last = len(diagram.cells) - 1
    return replace(
        diagram,
        cells=diagram.cells[::-1],
        files=diagram.files[::-1],
        ranks=diagram.ranks[::-1],
        marks={last - cell: mark for cell, mark in diagram.marks.items()},
    )


def unpack(placement: str) -> tuple[str, ...]:
    """Return the cells of the first field of a FEN.

    Rows begin at the top and are divided by /. A digit is a number of empty cells.
    """
    cells: list[str] = []
    for letter in placement:
        if letter in "123456789":
            cells += [""] * int(letter)
        elif letter != "/":
            cells.append(letter)
    return tuple(cells)


def diagram_of(position: Position[Any], last: str = "") -> Diagram | None:
    """Return the diagram of a position; None if its game has no drawing.

    last: as in `Position.diagram`.
    """
    try:
        return position.diagram(last)
    except NotImplementedError:
        return None
