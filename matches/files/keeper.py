"""What a match leaves on disk: its result file, PGN and final positions, whole whenever it is interrupted."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..games.chess_arbiter import ChessArbiter
from ..openings.setups import position
from ..record import Record
from ..settings import CHESS, Match, Opening, Run
from .journal import Journal
from .output import check_output, check_replaceable, open_output, write_all
from .pgn import pgn


class Keeper:
    """Writes each game as it ends: first the result file, which is what a run goes on from, then PGN and EPD."""

    match: Match

    def __init__(self, run: Run) -> None:
        """See that every file can be written, and lock the result file if it is there; nothing is created or changed.

        OSError or ValueError names the file and the reason.
        """
        self.run = run
        self.held: list[Record] = []
        self.pgn: int | None = None
        self.epd: int | None = None
        for name in (run.pgn, run.epd):
            if name:
                check_output(Path(name))
        if run.report:
            check_replaceable(Path(run.report))
        self.journal = Journal(Path(run.results), run.resume) if run.results else None

    @property
    def header(self) -> dict[str, Any] | None:
        """The settings of the match that goes on, None if there is none; ValueError for a file of something else."""
        return self.journal.header() if self.journal else None

    def begin(self, match: Match, header: Mapping[str, Any]) -> None:
        """Open every file; OSError or ValueError if one cannot be written or is of another match."""
        self.match = match
        # First: whoever does not get it has touched nothing.
        if self.journal:
            self.journal.begin(header)
        self.pgn = open_output(Path(self.run.pgn)) if self.run.pgn else None
        self.epd = open_output(Path(self.run.epd)) if self.run.epd else None

    def records(self) -> list[Record]:
        """Every game as it ended last, for a report; those that were not finished only as long as nobody has."""
        records = self.journal.records() if self.journal else self.held
        return list({record.number: record for record in records}.values())

    def recall(self) -> Iterator[Record]:
        """What earlier runs have left, one by one; then the last PGN is completed if its writing was cut short."""
        record = None
        if self.journal:
            for record in self.journal.records():
                yield record
        if record is not None and self.pgn is not None:
            self.complete(record)

    def complete(self, record: Record) -> None:
        """Append what is missing of the last game, and only that: what others may have written stays."""
        if self.unwanted(record):
            return
        text = self.text(record)
        held = Path(self.run.pgn).read_bytes()
        if held.endswith(text):
            return
        for length in range(len(text) - 1, 0, -1):
            if held.endswith(text[:length]):
                break
        else:
            length = 0
        assert self.pgn is not None
        write_all(self.pgn, text[length:])

    def add(self, record: Record) -> None:
        if self.journal:
            self.journal.add(record)
        elif self.run.report:
            self.held.append(record)
        if self.pgn is not None and not self.unwanted(record):
            write_all(self.pgn, self.text(record))
        if self.epd is not None and record.finished:
            write_all(self.epd, final_position(record, self.match).encode() + b"\n")

    def unwanted(self, record: Record) -> bool:
        return self.run.pgn_finished_only and not record.finished

    def text(self, record: Record) -> bytes:
        return pgn(record, self.match, self.run.pgn_minimal).encode()

    def close(self) -> None:
        if self.journal:
            self.journal.close()
        for file in (self.pgn, self.epd):
            if file is not None:
                os.close(file)


def final_position(record: Record, match: Match) -> str:
    """The last position of a game as EPD (in other games than chess: its FEN)."""
    moves = [ply.move for ply in record.plies]
    if record.variant not in CHESS:
        return position(record.variant, match.variant_options, record.start, moves).fen()
    board = ChessArbiter(Opening(record.start), record.variant == "fischerandom")
    for move in moves:
        board.replay(move)
    return board.epd()
