"""A journal: lines of JSON that record the progress of long work. The first line describes the work."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ..engine.support.json_text import difference, parse_json
from ..engine.support.line_file import LineFile, lock
from ..engine.support.regular_file import MODE, check_regular, read_lines


class Journal(LineFile):
    """Only one run at a time may write it.

    entries: what is done so far. owner: what the user has to name differently to get another journal. called: the names
    of settings in messages, if they differ from those in the head. ValueError if the file is no such journal, of other
    work, or in use; OSError if it cannot be written.
    """

    def __init__(
        self, path: Path, head: Mapping[str, Any], owner: str = "file", called: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        super().__init__(path)
        self.called = called
        self.owner = owner
        try:
            self.entries = self.begin(json.loads(json.dumps(head)))
        except BaseException:
            self.close()
            raise

    def begin(self, head: dict[str, Any]) -> list[dict[str, Any]]:
        """The entries of an earlier run of the same work, without a last line that was cut short."""
        with self.reader() as file:
            lines = read_lines(file, self.path)
            first = next(lines, b"")
            if first.endswith(b"\n"):
                found = parse(first, self.path, 1)
                ours = found.get("format") == head["format"]
            else:
                found, ours = {}, json.dumps(head).encode().startswith(first)  # the head was cut short
            if not ours:
                raise ValueError(f"{self.path} is no journal of ours")
            rest = [line for line in lines if line.endswith(b"\n")]
        if not rest and found != head:  # no work was done
            os.ftruncate(self.file, 0)
            self.add(head)
            return []
        for name, value in head.items():
            if found.get(name) != value:
                what = difference(self.called.get(name, name), found.get(name), value)
                raise ValueError(f"{self.path} is of other work: {what}; name another {self.owner}")
        self.mend()
        return [parse(line, self.path, number) for number, line in enumerate(rest, 2)]

    def keep(self, count: int) -> None:
        """Keep only the first `count` entries."""
        with self.reader() as file:
            os.ftruncate(self.file, sum(map(len, islice(read_lines(file, self.path), count + 1))))
        del self.entries[count:]

    def add(self, entry: Mapping[str, Any]) -> None:
        self.write_line(json.dumps(entry).encode())


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Keep other runs from writing this file and its temporary files; ValueError if another run does."""
    check_regular(path)
    name = sha256(os.fsencode(path.name)).hexdigest()[:16]  # short, for names of the greatest length
    beside = path.with_name(f".{name}.lock")
    file = os.open(beside, os.O_RDWR | os.O_CREAT, MODE)
    try:
        lock(file, path)
        if os.fstat(file).st_nlink == 0:
            raise ValueError(f"{path} is in use by another run")  # that run has just ended; a third may have begun
        try:
            yield
        finally:
            beside.unlink(missing_ok=True)
    finally:
        os.close(file)


def parse(line: bytes, path: Path, number: int) -> dict[str, Any]:
    try:
        found = parse_json(line)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise ValueError(f"{path}:{number} is no line of a journal")
    return found
