"""The data by which a page replays a game: an empty board, and for each ply the difference of two diagrams, kept short.

A step lists cells with their new content, a letter for a symbol or `.` for nothing, and after a bar the marks:
`52.36a|L52L36`. Cells are numbered as in diagrams.
"""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_letters
from typing import Any

from ...engine.display.diagram import CHECK, LAST, LINE, Diagram, diagram_of
from ...engine.display.diagram_svg import CELL, MARGIN, definitions, frame, height, width
from ...engine.display.diagram_text import Style, caption_rows
from ...engine.position import Position
from ..record import Record
from ..variants import Rules, for_one, game_of, options_of

LETTERS = {LAST: "L", CHECK: "C", LINE: "F"}  # of marks
STYLE = Style()
LARGEST = 1.6  # the most by which a drawing is enlarged: a board of few cells must not become huge


class Replay:
    """The replays of one variant with its rules."""

    def __init__(self, variant: str, rules: Rules) -> None:
        self.game = game_of(variant)
        self.for_one = for_one(variant)
        self.options = options_of(variant, rules)
        beginnings = self.game.beginnings()
        begun = self.game.begin(beginnings[0][0], self.options) if beginnings else self.game.start(None, self.options)
        self.sample = diagram_of(begun)  # the board is drawn from it; None if the game cannot be drawn
        self.symbols = list(self.sample.symbols) if self.sample else []

    def drawing(self) -> str:
        """The content of an <svg> of the empty board: its size, symbols and marks in <defs>, <g> of class `frame`."""
        board = self.sample
        if board is None:
            return ""
        sides = [f'<g class="frame" data-bottom="0">{frame(board)}</g>']
        if board.turns:
            sides.append(f'<g class="frame" data-bottom="1" hidden>{frame(board, turned=True)}</g>')
        # A key may be more than a name of one letter.
        defined = definitions(board, name=lambda _, key: f"piece-{letter(self.symbols.index(key))}")
        style = f'style="max-width: {LARGEST * width(board):.0f}px"'
        return f'{style} viewBox="0 0 {width(board)} {height(board)}"><defs>{defined}</defs>{"".join(sides)}'

    def data(self) -> dict[str, Any]:
        board = self.sample
        found: dict[str, Any] = {"seats": list(self.game.seats), "unit": self.game.score_unit}
        if board is not None:
            found |= {"columns": board.columns, "rows": board.rows, "cell": CELL, "margin": MARGIN}
            found["symbols"] = [board.symbols[key].name for key in self.symbols]
        return found

    def number(self, record: Record) -> int:
        """The number of the first move. What no player decides at the beginning comes before it."""
        if record.start:
            return self.game.number(record.start)
        return 0 if self.game.beginnings() else 1

    def steps(self, record: Record) -> tuple[list[str], list[str]]:
        """The steps, and the captions of each ply. The first step sets up the board before the first ply.

        ValueError if a ply is impossible.
        """
        steps, said = [""], []  # before the first card is dealt, there is no board
        before: Diagram | None = None
        for position, last in self.positions(record):
            after = diagram_of(position, last)
            step = self.step(before, after)
            if last:
                steps.append(step)
                said.append("; ".join(caption_rows(after, STYLE, status=False)) if after else "")
            else:
                steps = [step]
            before = after
        return steps, said

    def positions(self, record: Record) -> Iterator[tuple[Position[Any], str]]:
        """The position before the first ply, if there is one, and after each, with the move that has led there."""
        moves = [ply.move for ply in record.plies]
        if not record.start and self.game.beginnings():
            if not moves:
                return
            first = moves.pop(0)
            position = self.game.begin(first, self.options)
            yield position, first
        else:
            position = self.game.start(record.start or None, self.options)
            yield position, ""
        for move in moves:
            position.play(move)
            yield position, move

    def step(self, before: Diagram | None, after: Diagram | None) -> str:
        if after is None:
            return ""
        if (
            self.sample is None
            or len(after.cells) != len(self.sample.cells)
            or not set(after.symbols) <= set(self.symbols)
        ):
            raise ValueError("its board has other cells or symbols than at the start")
        old = before.cells if before else ("",) * len(after.cells)
        changed = "".join(
            f"{cell}{letter(self.symbols.index(key)) if key else '.'}"
            for cell, key in enumerate(after.cells)
            if key != old[cell]
        )
        return f"{changed}|{''.join(f'{LETTERS[mark]}{cell}' for cell, mark in after.marks.items())}"


def letter(number: int) -> str:
    """The letter of a symbol, by its place; ValueError if there are too many."""
    if number >= len(ascii_letters):
        raise ValueError(f"a report draws {len(ascii_letters)} symbols, and no more")
    return ascii_letters[number]
