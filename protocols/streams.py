"""Lines in and out: one locked writer, a reader that survives anything, and a log of both."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator

from ..engine.support.system import AT_ONCE

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from typing import BinaryIO

UTF8_MARK = "\ufeff".encode()
MAX_LINE = 1 << 20  # bytes; the moves of the longest possible game fit in less


def at_once(path: str, flags: int) -> int:
    return os.open(path, flags | AT_ONCE, 0o666)


class Streams:
    """Text lines over two byte streams."""

    def __init__(self, source: BinaryIO, sink: BinaryIO) -> None:
        self.source = source
        self.sink = sink
        self.lock = threading.Lock()
        self.held: list[bytes] = []  # lines that wait for the next one
        self.log: BinaryIO | None = None

    def log_to(self, path: str) -> None:
        """Append every line to a file from now on, to none if the path is empty; OSError if it cannot be opened."""
        # Unbuffered: what a full disk refuses must not stay in a buffer, or Python fails on it again at the end.
        # Opened without waiting: a FIFO that nobody reads is an error.
        log = open(path, "ab", buffering=0, opener=at_once) if path else None  # noqa: SIM115 - stays open
        with self.lock:
            if self.log is not None:
                self.log.close()
            self.log = log

    def note(self, mark: bytes, line: bytes) -> None:
        """Log a line. If the log cannot be written any more, it is given up, so that a game can go on."""
        if self.log is None:
            return
        try:
            self.log.write(mark + line + b"\n")
        except OSError as error:
            self.log = None
            self.sink.write(f"info string error: the log is given up: {error}\n".encode())

    def write(self, *lines: str) -> None:
        with self.lock:
            found = self.held + [line.rstrip().encode() for line in lines]
            self.held = []
            for data in found:
                self.note(b"<< ", data)
            self.sink.write(b"".join([data + b"\n" for data in found]))  # one write, even if output is unbuffered
            self.sink.flush()

    def write_with_next(self, line: str) -> None:
        """Keep a line until the next one is written. The reader then wakes up once for both."""
        with self.lock:
            self.held.append(line.rstrip().encode())

    def read(self) -> Iterator[str]:
        """Yield each line without its end. Lines that are too long or not UTF-8 are skipped, and an error is written.

        A byte order mark before the first line is ignored: some editors write one.
        """
        mark = UTF8_MARK
        while True:
            data = self.source.readline(MAX_LINE)
            if not data:
                return
            if not data.endswith(b"\n") and len(data) >= MAX_LINE:
                while data and not data.endswith(b"\n"):
                    data = self.source.readline(MAX_LINE)
                self.write(f"info string error: a line of more than {MAX_LINE} bytes is ignored")
                continue
            data, mark = data.removeprefix(mark).strip(), b""
            with self.lock:
                self.note(b">> ", data)
            try:
                yield data.decode()
            except UnicodeDecodeError:
                self.write("info string error: a line that is not UTF-8 is ignored")
