"""A table of games of people: one game in each line, tabs between the columns, plain or compressed."""

from __future__ import annotations

import gzip
import lzma
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Any

from ...engine.support.regular_file import check_regular
from ...engine.support.text import printable, shorten, whole_number

NEEDED = ("WhiteElo", "BlackElo", "MovesUCI")
LONGEST = 1 << 16  # characters of a line
MOST_ELO = 4000
USUAL_MOVES = 40  # of one player, to measure how fast a game is


@dataclass(frozen=True)
class PeopleGame:
    """elos: of White and Black. moves: in UCI's notation, from the start. source: where it comes from, "" if not said.

    pace: seconds for 40 moves of one player, None if not said. place: in the table, as games.tsv:2.
    """

    elos: tuple[int, int]
    moves: tuple[str, ...]
    source: str = ""
    pace: int | None = None
    place: str = ""


def read(path: Path) -> Iterator[PeopleGame]:
    """The games with both ratings known; ValueError, which names the line, for a malformed table; OSError."""
    if not check_regular(path):
        raise FileNotFoundError(2, "No such file or directory", str(path))
    try:
        with open_packed(path) as file:
            yield from read_lines(path, file)
    except (lzma.LZMAError, gzip.BadGzipFile, zlib.error, EOFError):
        raise ValueError(f"{path} is damaged: it cannot be unpacked") from None


def open_packed(path: Path) -> Any:
    """Open a file to read its content, unpacked if its name ends in .xz or .gz."""
    if path.suffix == ".xz":
        return lzma.open(path, "rb")
    return gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb")


def read_lines(path: Path, file: IO[bytes]) -> Iterator[PeopleGame]:
    lines = TextIOWrapper(file, encoding="utf-8", errors="replace", newline="\n")
    names: list[str] = []
    number = 0
    while line := lines.readline(LONGEST + 1):
        number += 1
        if len(line) > LONGEST:
            raise ValueError(f"{path}:{number} is a line of more than {LONGEST} characters")
        fields = line.rstrip("\r\n").split("\t")
        if number == 1:
            names = fields
            missing = [name for name in NEEDED if name not in names]
            if missing:
                raise ValueError(
                    f"{path}:1 has no column {missing[0]} between tabs: {shorten(printable(line.strip()))}"
                )
            continue
        if len(fields) != len(names):
            raise ValueError(f"{path}:{number} has {len(fields)} fields, not {len(names)}")
        row = dict(zip(names, fields, strict=True))
        elos = (whole_number(row["WhiteElo"]), whole_number(row["BlackElo"]))
        if None in elos:
            continue  # a player without a rating
        white, black = elos
        if not (white and black and white <= MOST_ELO and black <= MOST_ELO):
            raise ValueError(f"{path}:{number}: ratings are from 1 to {MOST_ELO}")
        pace = pace_of(row.get("TimeControl", ""))
        yield PeopleGame(
            (white, black), tuple(row["MovesUCI"].split()), row.get("Source", ""), pace, f"{path}:{number}"
        )
    if number < 2:
        raise ValueError(f"{path} has no games")


def pace_of(text: str) -> int | None:
    """The pace of a time control such as 600+5; None if it is not known."""
    base, plus, increment = text.partition("+")
    seconds, more = whole_number(base), whole_number(increment) if plus else 0
    return None if seconds is None or more is None else seconds + USUAL_MOVES * more
