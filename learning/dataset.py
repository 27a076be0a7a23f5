"""A data set: a CSV file of rows. They are written game after game; a run continues where an earlier one ended."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from ..engine.support.regular_file import check_regular, read_lines
from ..engine.support.text import LARGEST
from .journal import Journal, parse
from .rows import DatasetSettings, header, play
from .workers import in_order

FORMAT = "oddsfish data 1"
ENTRY = {"rows": int, "size": int, "whole": bool}  # an entry of the journal, written after each game
BARREN = 200  # games in succession without a row: after so many, no row is expected


@dataclass(frozen=True)
class Done:
    """The progress: the rows written, the games that they come from, and the bytes of the file."""

    rows: int
    games: int
    size: int


def journal_of(path: Path) -> Path:
    """The path of the journal of a data set."""
    return path.with_name(path.name + ".journal")


def size_of(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def settings_of(path: Path) -> DatasetSettings:
    """The settings of a data set. path: its journal; ValueError if the file is no such journal."""
    check_regular(path)
    with path.open("rb") as file:
        head = parse(next(read_lines(file, path), b""), path, 1)
    if head.pop("format", None) == FORMAT:
        with suppress(TypeError, AttributeError):
            return DatasetSettings(**head)
    raise ValueError(f"{path} is no journal of a data set")


def generate(
    settings: DatasetSettings, path: Path, rows: int, jobs: int = 1, report: Callable[[Done], None] = lambda done: None
) -> Done:
    """Write a data set of `rows` rows, or continue one. If it is interrupted, the written games are kept.

    Game i depends only on the settings and on i. So the file is the same after any number of interruptions and with any
    number of processes (`jobs`). Surplus rows of the last game are left out. report: called after each game, and once
    before. ValueError if a setting is wrong, or the file is no such data set; OSError if it cannot be written.
    """
    first = header(settings)
    check_regular(path)
    if size_of(path) and not size_of(journal_of(path)):
        raise ValueError(f"{path} is there, and no journal of it: name another file")
    with (
        closing(Journal(journal_of(path), {"format": FORMAT, **vars(settings)})) as journal,
        path.open("r+b" if path.exists() else "x+b") as file,
    ):
        done = mend(file, journal, first, rows)
        report(done)
        with closing(in_order(partial(play, settings), done.games, jobs)) as games:
            barren = 0
            while done.rows < rows:
                found = next(games)
                barren = 0 if found else barren + 1
                if barren == BARREN:
                    raise ValueError(f"{BARREN} games in succession have no row: each ends at once")
                taken = found[: rows - done.rows]
                file.write("".join(f"{row}\n" for row in taken).encode())
                file.flush()
                os.fsync(file.fileno())  # before the journal records it
                done = Done(done.rows + len(taken), done.games + 1, file.tell())
                journal.add({"rows": done.rows, "size": done.size, "whole": len(taken) == len(found)})
                report(done)
        return done


def mend(file: Any, journal: Journal, first: str, rows: int) -> Done:
    """Remove the rows of unfinished games; return the progress. ValueError if the file is no data set of ours."""
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    beginning = f"{first}\n".encode()
    if not beginning.startswith(file.read(len(beginning))):
        raise ValueError(f"{file.name} does not begin with the columns {first}: name another file")
    if not journal.entries:  # the file has no whole game
        size = 0
    kept = 0
    for entry in journal.entries:
        if {name: type(value) for name, value in entry.items()} != ENTRY or not all(
            0 <= entry[name] <= LARGEST for name in ENTRY
        ):
            raise ValueError(f"{journal.path}:{kept + 2} is no entry of a data set")
        # A game whose surplus rows were left out is played again if more rows are wanted.
        if entry["size"] > size or not (entry["whole"] or entry["rows"] >= rows):
            break
        kept += 1
    journal.keep(kept)
    last = journal.entries[-1] if kept else {"rows": 0, "size": len(beginning)}
    file.seek(0)
    if size < len(beginning):
        file.write(beginning)
    file.truncate(last["size"])
    file.seek(last["size"])
    return Done(last["rows"], kept, last["size"])
