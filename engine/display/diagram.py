"""A drawn position as plain data: what stands where, what is marked, what is said beside it.

Games make diagrams, media draw them: text (diagram_text.py), SVG (diagram_svg.py), the report of a match. No medium
knows a game, and no game a medium.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..position import Position

LAST, CHECK, LINE = MARKS = ("last", "check", "line")  # the last move; a king in check; the winning line
SQUARES, HOLES, CARD = SURFACES = ("squares", "holes", "card")
NAME = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-_")
COLOURS = ("", "bold", "red", "yellow")


@dataclass(frozen=True)
class Symbol:
    """Something that stands in a cell.

    name: what it is, in words. text: as a terminal shows it. ascii: the same where there are no other characters.
    colour: an emphasis that nothing hangs on: red, yellow, bold, or none.
    """

    name: str
    text: str
    ascii: str
    colour: str = ""

    def __post_init__(self) -> None:
        """ValueError if it cannot be drawn."""
        if self.colour not in COLOURS:
            raise ValueError(f"a colour is one of {', '.join(filter(None, COLOURS))}, or none, not {self.colour!r}")


@dataclass(frozen=True)
class Diagram:
    """A position. A cell is a number: row by row from the upper left one, which is 0.

    cells: the key of a symbol for each, "" where nothing stands. symbols: by key. files, ranks: what stands beside
    columns and rows, "" for nothing. surface: of SURFACES. marks: of MARKS, by cell. status: whose turn it is, or how
    the game has ended; captions: what else is to be said. Both without a full stop; {key} is the symbol of that key.
    game: its name, by which its symbols are told from those of others on one page.
    turns: whether it can be looked at from the other side. svg: the symbols as SVG, by key, each drawn in a square of
    100; asked for by those who draw SVG; a symbol without one is drawn as its text.
    A report draws all positions of a match on the board of the first: size and symbols of a game stay the same.
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
        """ValueError if it cannot be drawn."""
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
        return self.cells[number * self.columns : (number + 1) * self.columns]


def turned(diagram: Diagram) -> Diagram:
    """The same, seen from the other side."""
    last = len(diagram.cells) - 1
    return replace(
        diagram,
        cells=diagram.cells[::-1],
        files=diagram.files[::-1],
        ranks=diagram.ranks[::-1],
        marks={last - cell: mark for cell, mark in diagram.marks.items()},
    )


def unpack(placement: str) -> tuple[str, ...]:
    """The cells of the first field of a FEN: rows from the top, divided by /, a number for so many empty cells."""
    cells: list[str] = []
    for letter in placement:
        if letter in "123456789":
            cells += [""] * int(letter)
        elif letter != "/":
            cells.append(letter)
    return tuple(cells)


def diagram_of(position: Position[Any], last: str = "") -> Diagram | None:
    """The diagram of a position, None where its game cannot be drawn; last: as in `Position.diagram`."""
    try:
        return position.diagram(last)
    except NotImplementedError:
        return None
