"""Text that fits a terminal of any width: pieces flow into lines like words, bars and tables adapt to the width."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len, set_cell_size
from rich.text import Text

GAP = 3  # columns between two pieces
LEAST_NAME = 12  # columns: a name is cropped to no less, unless all figures but one are left out


def crop(text: str, width: int) -> str:
    if cell_len(text) <= width:
        return text
    dots = ".." if width > 4 else ""
    return set_cell_size(text, max(0, width - len(dots))) + dots


def plain(text: str, encoding: str) -> str:
    """A text of unknown origin, with `?` for what a terminal cannot show and for what would move its cursor."""
    visible = "".join(char if char.isprintable() else "?" for char in text)
    return visible.encode(encoding, "replace").decode(encoding, "replace")


def item(label: str, value: str, style: str = "bold") -> Text:
    return Text.assemble((f"{label} ", "dim"), (value, style))


def flow(pieces: Iterable[Text], width: int) -> list[Text]:
    """The pieces in lines. No piece is broken; one that is longer than a line is cropped."""
    lines: list[Text] = []
    for piece in pieces:
        if lines and lines[-1].cell_len + GAP + piece.cell_len <= width:
            lines[-1].append(" " * GAP).append_text(piece)
        else:
            line = piece.copy()
            line.truncate(width, overflow="crop")
            lines.append(line)
    return lines


def bar(share: float, width: int, unicode: bool) -> Text:
    full, empty = ("━", "─") if unicode else ("#", ".")
    done = min(width, max(0, int(share * width)))
    return Text.assemble((full * done, "green"), (empty * (width - done), "dim"))


def scale(value: float, low: float, high: float, width: int, unicode: bool) -> Text:
    """A bar that grows from zero to a value between two bounds, one below zero and one above."""
    start, end, thin, thick, zero = "├┤─━┼" if unicode else "||.=+"

    def column(of: float) -> int:
        return round((min(high, max(low, of)) - low) / (high - low) * (width - 1))

    origin, tip = column(0.0), column(value)
    first, last = min(origin, tip), max(origin, tip)
    cells = [thick if first <= cell <= last else thin for cell in range(width)]
    cells[0], cells[-1], cells[origin] = start, end, zero
    text = "".join(cells)
    return Text.assemble((text[:first], "dim"), (text[first : last + 1], "bold cyan"), (text[last + 1 :], "dim"))


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> list[Text]:
    """Ranks, names and right-aligned figures. If it is too wide, names are cropped, then the last figures left out."""
    columns = len(heads)
    widths = [max(cell_len(row[column]) for row in (heads, *rows)) for column in range(columns)]
    while columns > 3 and sum(widths[:columns]) + columns - 1 - max(0, widths[1] - LEAST_NAME) > width:
        columns -= 1
    widths[1] = max(1, min(widths[1], width - (sum(widths[:columns]) - widths[1]) - columns + 1))
    lines = []
    for number, row in enumerate((heads, *rows)):
        cells = [cell.rjust(wide) for cell, wide in zip(row[:columns], widths[:columns], strict=True)]
        cells[1] = set_cell_size(crop(row[1], widths[1]), widths[1])
        line = Text(" ".join(cells), "" if number else "dim")
        line.truncate(width, overflow="crop")
        lines.append(line)
    return lines


def beside(left: Sequence[Text], right: Sequence[Text], width: int) -> list[Text]:
    """Two columns. The left one is as wide as it must be, the right one is cropped to fit."""
    wide = max(line.cell_len for line in left)
    lines = []
    for number in range(max(len(left), len(right))):
        line = left[number].copy() if number < len(left) else Text()
        if number < len(right):
            line.append(" " * (wide - line.cell_len + GAP)).append_text(right[number])
        line.truncate(width, overflow="crop")
        lines.append(line)
    return lines
