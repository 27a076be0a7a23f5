"""A file to which a match adds something of each game, and to which others may add as well."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from pathlib import Path

from ...engine.support.regular_file import read_lines
from ..record import Record
from .output import open_output, reader, write_all

RESOLUTION = 0.002  # seconds by which the time in a file may differ from a record's; it is written in milliseconds

Identity = tuple[bytes, float | None]  # what stands in a file, and when that game began if it says so


class Collection(ABC):
    """What is in the file is never changed, whoever wrote it; what is missing of our games is added at its end."""

    END: bytes  # of an entry

    def __init__(self, path: Path) -> None:
        """OSError or ValueError if the file cannot be written."""
        self.path = path
        self.file = open_output(path)
        self.closing = b""  # what ends the last one, in which whatever followed would be lost

    @abstractmethod
    def wants(self, record: Record) -> bool:
        """Whether there is an entry of a game."""

    @abstractmethod
    def text(self, record: Record) -> bytes:
        """The entry of a game, END behind it."""

    @abstractmethod
    def identity(self, record: Record) -> Identity:
        """By which that entry is known, also where another tool, or another version of us, has written it otherwise."""

    @abstractmethod
    def entries(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        """A file, taken apart into entries, all of its bytes."""

    @abstractmethod
    def identify(self, entry: bytes) -> Identity:
        """The identity of what stands in a file."""

    @abstractmethod
    def left_open(self, entry: bytes) -> bytes:
        """What would end an entry in which whatever follows it would be lost."""

    def add(self, record: Record) -> None:
        if self.wants(record):
            self.append(self.text(record))

    def append(self, text: bytes) -> None:
        write_all(self.file, self.gap() + text)
        self.closing = b""

    def gap(self) -> bytes:
        """What must come between the end of the file and another entry."""
        size = os.fstat(self.file).st_size
        if not size:
            return b""
        if self.closing:
            return self.closing + self.END
        begin = max(0, size - len(self.END))
        tail = os.pread(self.file, len(self.END), begin)
        there = next(length for length in range(len(self.END), -1, -1) if tail.endswith(self.END[:length]))
        return self.END[there:]

    def complete(self, records: Callable[[], Iterable[Record]]) -> None:
        """Add what is missing of these games; an entry of ours that was cut short at the end is written to its end.

        records: begins anew with each call, so that not all need to be held at once.
        """
        last = b""
        contents = Contents()
        with reader(self.file) as lines:
            for last in self.entries(read_lines(lines, self.path)):
                contents.put(last, self.identify(last))
        missing = []  # by their places among the records
        ours = False
        for place, record in enumerate(records()):
            if self.wants(record):
                found = contents.take(self.identity(record))
                if found is None and contents.size:
                    found = contents.take((digest(self.text(record)), None))
                if found is None:
                    missing.append(place)
                ours = ours or found == contents.size - 1
        if ours:
            write_all(self.file, self.gap())
        elif last:
            self.finish(last, missing, records)
        for record in choose(records(), missing):
            self.append(self.text(record))

    def finish(self, last: bytes, missing: list[int], records: Callable[[], Iterable[Record]]) -> None:
        """See whether the last entry is the beginning of one that is missing: then write the rest of it."""
        for place, record in zip(missing, choose(records(), missing), strict=True):
            text = self.text(record)
            if text.startswith(last):
                write_all(self.file, text[len(last) :])
                missing.remove(place)
                return
        self.closing = self.left_open(last)

    def close(self) -> None:
        os.close(self.file)


class Contents:
    """The entries of a file, each to be found once: by its identity, or by its very words."""

    def __init__(self) -> None:
        self.size = 0
        self.places: defaultdict[bytes, list[tuple[int, float | None]]] = defaultdict(list)
        self.taken: set[int] = set()

    def put(self, entry: bytes, identity: Identity) -> None:
        key, began = identity
        self.places[key].append((self.size, began))
        self.places[digest(entry)].append((self.size, None))
        self.size += 1

    def take(self, identity: Identity) -> int | None:
        """The place of an entry, from 0, None if there is none (any more). Where no time is known, any will do."""
        key, wanted = identity
        places = self.places.get(key, [])
        while places and places[0][0] in self.taken:
            del places[0]
        for place, began in places:
            alike = began is None or wanted is None or abs(began - wanted) < RESOLUTION
            if alike and place not in self.taken:
                self.taken.add(place)
                return place
        return None


def digest(text: bytes) -> bytes:
    """Stands for a text, whatever space is around it."""
    return blake2b(text.strip(), digest_size=16).digest()


def choose(records: Iterable[Record], places: list[int]) -> Iterator[Record]:
    """Those at some places, in order."""
    wanted = set(places)
    return (record for place, record in enumerate(records) if place in wanted)
