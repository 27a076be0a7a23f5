"""A table of numbers, read from a data set. The last column is predicted from the others, the input columns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from math import isfinite
from pathlib import Path

from ..engine.support.regular_file import check_regular, read_lines
from ..engine.support.text import printable

NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
FEWEST = 30  # rows: too few cannot be split into test rows and five folds
UTF8_MARK = "\ufeff".encode()
LONGEST = 1 << 16  # bytes of a line
MOST = 32  # input columns: the largest number of features of a position


@dataclass(frozen=True)
class Table:
    """names: of the input columns. target: the name of the last column. rows: of the file, the target last."""

    names: tuple[str, ...]
    target: str
    rows: list[tuple[float, ...]]

    def chosen(self, names: tuple[str, ...]) -> Table:
        """The table with only these input columns; ValueError if a name is unknown or occurs twice."""
        for place, name in enumerate(names):
            if name in names[:place]:
                raise ValueError(f"the column {printable(name)} is asked for twice")
            if name not in self.names:
                raise ValueError(f"there is no column {printable(name)}: they are {', '.join(self.names)}")
        places = [self.names.index(name) for name in names]
        return Table(names, self.target, [(*(row[place] for place in places), row[-1]) for row in self.rows])

    @property
    def repeated(self) -> int:
        """The number of rows that are equal to an earlier one."""
        return len(self.rows) - len(set(self.rows))


def read(path: Path) -> Table:
    """The table of a file; ValueError, which names the line, if it is empty or malformed; OSError."""
    check_regular(path)
    try:
        with path.open("rb") as file:
            if file.read(len(UTF8_MARK)) != UTF8_MARK:  # which some editors write first
                file.seek(0)
            lines = read_lines(file, path, LONGEST)
            return read_rows(path, (line.decode("ascii").replace("\r\n", "\n") for line in lines))
    except UnicodeDecodeError:
        raise ValueError(f"{path} is no table: it is not plain text") from None


def read_rows(path: Path, lines: Iterator[str]) -> Table:
    """The same from lines, each with its end of line."""
    first = next(lines, "")
    if not first:
        raise ValueError(f"{path} is empty")
    head = first.removesuffix("\n")
    names = tuple(head.split(","))
    if not all(NAME.fullmatch(name) for name in names) or len(set(names)) < len(names):
        raise ValueError(f"{path}:1 are no names of columns: {printable(head)}")
    if not 2 <= len(names) <= MOST + 1:
        raise ValueError(f"{path}:1 has {len(names)} columns: one to {MOST} that go in, and the one to be predicted")
    rows = []
    for number, line in enumerate(chain([first], lines), 1):
        if not line.endswith("\n"):
            raise ValueError(f"{path}:{number} is cut short: go on with the data set, or take the line away")
        if number > 1:
            rows.append(row(line.removesuffix("\n"), len(names), f"{path}:{number}"))
    if len(rows) < FEWEST:
        raise ValueError(f"{path} has {len(rows)} rows; {FEWEST} at least can be learned from")
    return Table(names[:-1], names[-1], rows)


def row(line: str, width: int, place: str) -> tuple[float, ...]:
    """The numbers of a line; ValueError if a field is no finite number, or if there are not `width` of them."""
    words = line.split(",")
    if len(words) != width:
        raise ValueError(f"{place} has {len(words)} fields, not {width}")
    try:
        numbers = tuple(map(float, words))
    except ValueError:
        raise ValueError(f"{place} has a field that is no number: {printable(line)}") from None
    if not all(map(isfinite, numbers)):
        raise ValueError(f"{place} has a number that is not finite: {printable(line)}")
    return numbers
