"""A table: shown in a terminal, and written as CSV and Markdown."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

Cell = str | int | float | None  # None: no value


@dataclass(frozen=True)
class Table:
    """A table with words in the first column and numbers in the others. name: of its file. title: one sentence.

    shown: whether it is shown to people; otherwise, it is only written as CSV.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]
    shown: bool = True

    def __str__(self) -> str:
        lines = self.cells()
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join([self.title, *("  ".join(aligned(line, widths)).rstrip() for line in lines)])

    def markdown(self) -> str:
        head, *rows = self.cells()
        rule = ["---", *["---:"] * (len(head) - 1)]
        return "\n".join([f"{self.title}\n", *(f"| {' | '.join(line)} |" for line in (head, rule, *rows))])

    def cells(self) -> list[list[str]]:
        return [list(self.columns), *([show(cell) for cell in row] for row in self.rows)]

    def write_csv(self, folder: Path) -> None:
        """Write the table as CSV, with all digits of its numbers."""
        with (folder / f"{self.name}.csv").open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([self.columns, *self.rows])


def aligned(line: Sequence[str], widths: Sequence[int]) -> list[str]:
    return [line[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True))]


def show(cell: Cell) -> str:
    """A cell as text for people: a number has about three digits."""
    if cell is None:
        return "-"
    if isinstance(cell, str):
        return cell
    if isinstance(cell, int) or abs(cell) >= 1000:
        return f"{cell:,.0f}"
    return f"{cell:.1f}" if abs(cell) >= 10 else f"{cell:.3g}"
