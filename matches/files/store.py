"""The files of a match: result file, PGN, final positions and report. They stay whole if the match is interrupted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ...engine.support.regular_file import check_regular
from ..record import Record
from ..settings import Match, Run
from .appended_file import AppendedFile
from .epd_file import EpdFile
from .journal import Journal
from .output_path import check_output
from .pgn_file import PgnFile


def refuse_one_for_two(names: Iterable[str]) -> None:
    """ValueError if two names refer to one file, as hard links do."""
    there: dict[tuple[int, int], str] = {}
    for name in names:
        if check_regular(Path(name)):
            found = Path(name).stat()
            other = there.setdefault((found.st_dev, found.st_ino), name)
            if other != name:
                raise ValueError(f"{name} and {other} are one file")


class Store:
    """Writes each game when it ends: first to the result file, from which a run is resumed, then to PGN and EPD."""

    def __init__(self, run: Run) -> None:
        """Check that every file can be written, and lock an existing result file. Nothing is created or changed.

        OSError or ValueError names the file and the reason.
        """
        self.run = run
        self.held: list[Record] = []
        self.appended: list[AppendedFile] = []
        for name in filter(None, (run.pgn, run.epd, run.results)):
            check_output(Path(name))
        if run.report:
            check_output(Path(run.report), anew=True)
        refuse_one_for_two(filter(None, (run.pgn, run.epd, run.report, run.results)))
        self.journal: Journal | None = None
        if run.results and check_regular(Path(run.results)):
            self.journal = Journal(Path(run.results), run.resume)

    @property
    def header(self) -> dict[str, Any] | None:
        """The settings of the match that is resumed, None if there is none; ValueError if the file is of no match."""
        return self.journal.header() if self.journal else None

    def begin(self, match: Match, header: Mapping[str, Any]) -> None:
        """Open every file, and add the earlier games of the match that are missing in it.

        OSError or ValueError if one cannot be written or is of another match.
        """
        # The result file comes first: if it is in use, nothing has been changed.
        if self.run.results and self.journal is None:
            self.journal = Journal(Path(self.run.results), self.run.resume)
        if self.journal:
            self.journal.begin(header)
        goes_on = sum(1 for _ in self.recall()) > 0  # reads all: a malformed game is found before anything is added
        if self.run.pgn:
            pgn = PgnFile(Path(self.run.pgn), match, self.run.pgn_minimal, self.run.pgn_finished_only)
            self.append_to(pgn, anew=self.run.pgn_anew and not goes_on)
        if self.run.epd:
            self.append_to(EpdFile(Path(self.run.epd), match), anew=self.run.epd_anew and not goes_on)

    def append_to(self, file: AppendedFile, anew: bool) -> None:
        """Add a file for the games of the match. anew: whether its content is removed."""
        self.appended.append(file)
        if anew:
            file.empty()
        file.complete(self.recall)

    def recall(self) -> Iterator[Record]:
        return self.journal.records() if self.journal else iter(())

    def records(self) -> list[Record]:
        """The last record of every game, for a report. A game is unfinished only until a run has finished it."""
        records = self.recall() if self.journal else self.held
        return list({record.number: record for record in records}.values())

    def add(self, record: Record) -> None:
        if self.journal:
            self.journal.add(record)
        elif self.run.report:
            self.held.append(record)
        for file in self.appended:
            file.add(record)

    def close(self) -> None:
        for file in self.appended:
            file.close()
        if self.journal:
            self.journal.close()
