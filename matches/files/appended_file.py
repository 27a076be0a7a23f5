"""A file to which a match appends an entry for each game, such as a PGN; other programs may append to it, too."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from ...engine.support.regular_file import open_to_append, open_to_read, read_at, read_lines, write_all
from ..record import Record

RESOLUTION = 0.002  # seconds by which the time in a file may differ from a record's; it is written in milliseconds

Identity = tuple[bytes, float | None]  # the key of an entry, and when its game began, if known


class AppendedFile(ABC):
    """The old content of the file is never changed, whoever wrote it. Missing games of the match are added at its end.

    An entry is a line, identified by its text, unless a subclass says otherwise.
    """

    END = b"\n"  # the end of an entry: line ends

    def __init__(self, path: Path) -> None:
        """OSError or ValueError if the file cannot be written."""
        self.path = path
        self.file = open_to_append(path)
        self.closing = b""  # closes an unfinished last entry, which would swallow any text after it

    def empty(self) -> None:
        """Remove the whole content."""
        os.ftruncate(self.file, 0)

    @abstractmethod
    def wants(self, record: Record) -> bool:
        """Whether a game gets an entry."""

    @abstractmethod
    def text(self, record: Record) -> bytes:
        """The entry of a game, with END after it."""

    def identity(self, record: Record) -> Identity:
        """The identity of the entry of a game, even if another tool or version has written the entry differently."""
        return self.identify(self.text(record))

    def identify(self, entry: bytes) -> Identity:
        """The identity of an entry in the file."""
        return entry.strip(), None

    def entries(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        """Split a file into entries, without loss of a byte. Afterwards, `closing` is what would close the last one."""
        yield from lines

    def add(self, record: Record) -> None:
        if self.wants(record):
            self.append(self.text(record))

    def append(self, text: bytes) -> None:
        write_all(self.file, self.gap() + text)
        self.closing = b""

    def gap(self) -> bytes:
        """What must come between the end of the file and another entry."""
        if self.closing:
            return self.closing + self.END
        size = os.fstat(self.file).st_size
        tail = read_at(self.file, len(self.END), max(0, size - len(self.END)))
        return self.END[len(tail) - len(tail.rstrip(b"\n")) :] if tail else b""

    def complete(self, records: Callable[[], Iterable[Record]]) -> None:
        """Add the missing games. If the last entry is one of them that was cut short, the rest of it is written.

        records: begins anew with each call, so that not all records need to be in memory at once.
        """
        last, count = b"", 0
        found: defaultdict[bytes, list[tuple[int, float | None]]] = defaultdict(list)
        with open_to_read(self.file) as lines:
            for count, last in enumerate(self.entries(read_lines(lines, self.path)), 1):
                key, began = self.identify(last)
                found[key].append((count, began))
        missing: set[int] = set()  # by their places among the records
        ours = False  # whether the last entry is one of our games
        for place, record in enumerate(records()):
            if self.wants(record):
                key, began = self.identity(record)
                entry = take(found.get(key, []), began)
                ours = ours or entry == count
                if entry is None:
                    missing.add(place)
        if ours:
            self.append(b"")
        elif last:
            self.finish(last, missing, records)
        if missing:  # else all games would be read once more
            for _, text in self.texts(records, missing):
                self.append(text)

    def finish(self, last: bytes, missing: set[int], records: Callable[[], Iterable[Record]]) -> None:
        """If the last entry is the beginning of a missing one, write the rest of it."""
        for place, text in self.texts(records, missing):
            if text.startswith(last):
                write_all(self.file, text[len(last) :])
                self.closing = b""
                missing.remove(place)
                return

    def texts(self, records: Callable[[], Iterable[Record]], places: set[int]) -> Iterator[tuple[int, bytes]]:
        """The entries of the records at some places."""
        return ((place, self.text(record)) for place, record in enumerate(records()) if place in places)

    def close(self) -> None:
        os.close(self.file)


def take(entries: list[tuple[int, float | None]], wanted: float | None) -> int | None:
    """Remove and return the first of these entries with this start time, if any. An unknown time fits all."""
    for index, (number, began) in enumerate(entries):
        if began is None or wanted is None or abs(began - wanted) < RESOLUTION:
            del entries[index]
            return number
    return None
