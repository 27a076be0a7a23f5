"""The result file: the settings of a match, then a line of JSON for each game, each whole on disk before the next."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..record import Record

FORMAT = "oddsfish match 1"
FREE = ("rounds", "sprt", "recover")  # may be others when a match goes on: a longer one is still the same


class Journal:
    """Open for writing at its end. A line that was cut short by the end of a run is taken away when it is opened."""

    def __init__(self, path: Path, header: Mapping[str, Any]) -> None:
        """Go on with a file of the same match, or begin a new one; ValueError if it is of another."""
        self.path = path
        if path.exists() and path.stat().st_size:
            differing(path, header)  # first: what is not ours is left as it is
            mend(path)
        self.file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        if os.fstat(self.file).st_size == 0:
            self.write({"format": FORMAT, **header})

    def add(self, record: Record) -> None:
        self.write(record.to_json())

    def write(self, fields: Mapping[str, Any]) -> None:
        """One call writes a whole line, so that only the machine's own end can cut it."""
        data = json.dumps(fields, separators=(",", ":")).encode() + b"\n"
        write_all(self.file, data)

    def close(self) -> None:
        os.close(self.file)


def write_all(file: int, data: bytes) -> None:
    """os.write may write a part, on a full disk say; the rest must follow or the error be seen."""
    view = memoryview(data)
    while view:
        view = view[os.write(file, view) :]


def mend(path: Path) -> None:
    """Take away what follows the last end of line."""
    with path.open("r+b") as file:
        data = file.read()
        end = data.rfind(b"\n") + 1
        if end != len(data):
            file.truncate(end)


def differing(path: Path, header: Mapping[str, Any]) -> None:
    """ValueError if the file is no result file, or of a match with other settings."""
    found = read_header(path)
    for name, value in header.items():
        if name not in FREE and found.get(name) != json.loads(json.dumps(value)):
            raise ValueError(f"{path} is of another match: {name} was {found.get(name)!r}, not {value!r}")


def read_header(path: Path) -> dict[str, Any]:
    """The settings; ValueError if the file is not ours."""
    try:
        with path.open(encoding="utf-8") as file:
            fields = json.loads(file.readline())
    except (ValueError, OSError) as error:
        raise ValueError(f"{path} is no result file of a match") from error
    if not isinstance(fields, dict) or fields.get("format") != FORMAT:
        raise ValueError(f"{path} is no result file of a match")
    return fields


def read_records(path: Path) -> Iterator[Record]:
    """The games, in the order in which they ended; ValueError names a line that is none."""
    with path.open("rb") as file:
        next(file, None)
        for number, line in enumerate(file, 2):
            if not line.endswith(b"\n"):
                return  # cut short: its game is played again
            try:
                yield Record.from_json(json.loads(line))
            except (ValueError, TypeError, KeyError) as error:
                raise ValueError(f"{path}:{number} is no game") from error
