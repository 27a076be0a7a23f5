"""Follow a match that another process plays, through its result file: the standings, and the game to show."""

from __future__ import annotations

import os
from collections import deque
from pathlib import Path
from typing import Any, BinaryIO

from ..engine.support.regular_file import check_regular, read_lines
from .files.header import first_line, match_of, parse_header
from .files.journal import is_new, parse_record
from .files.live_file import read_live
from .record import Record
from .score.standings import Standings
from .settings import Fixture, Match, Opening
from .tournament.rounds import seatings_of_file
from .variants import game_of, position
from .views.live_game import LiveGame, live_data

KEPT = 20  # games, the last ones


class FollowedMatch:
    """The content of a result file so far. If another match has replaced the file, it is read from the start.

    records: the last games, the newest one last.
    """

    match: Match
    standings: Standings
    records: deque[Record]

    def __init__(self, path: Path) -> None:
        """ValueError if it is no result file of a match, OSError if there is none."""
        self.path = path
        self.place = 0  # in the file, after the last whole line
        self.file = (0, 0)
        self.head = self.last = b""  # the first line read, and the last one
        self.finished: set[int] = set()  # the games that have ended
        self.look()

    def look(self) -> FollowedMatch:
        """Read what was added since the last time, and return this object. ValueError, OSError."""
        check_regular(self.path)
        with self.path.open("rb") as file:
            there = os.fstat(file.fileno())
            if (there.st_dev, there.st_ino) != self.file or there.st_size < self.place or not self.goes_on(file):
                self.place, self.file = 0, (there.st_dev, there.st_ino)
                self.head = self.last = b""
            if there.st_size > self.place or not self.place:
                file.seek(self.place)
                self.read(file)
        return self

    def goes_on(self, file: BinaryIO) -> bool:
        """Whether the lines read before are still there: another match may have replaced them."""
        head = file.read(len(self.head))
        file.seek(self.place - len(self.last))
        return head == self.head and file.read(len(self.last)) == self.last

    def read(self, file: BinaryIO) -> None:
        """Read all new whole lines."""
        if not self.place:
            head = first_line(file, self.path)
            self.match = match_of(parse_header(head, self.path), self.path)
            self.standings = Standings(self.match.names, self.match.repeat)
            self.records = deque(maxlen=KEPT)
            self.place = len(head)
            self.finished = set()
            self.seatings = self.standings.seatings = seatings_of_file(self.match)
            self.head = self.last = head
        for line in read_lines(file, self.path):
            if not line.endswith(b"\n"):
                break  # it is being written
            try:
                record = parse_record(line, self.match, self.seatings)
            except ValueError as fault:
                raise ValueError(f"{self.path} has a line that {fault}") from None
            if is_new(record, self.finished):
                self.standings.add(record)
                self.seatings.add(record)
                self.records.append(record)
            self.place += len(line)
            self.last = line

    def game(self) -> dict[str, Any] | None:
        """The game to show, as `live_data`: the one that the run shows, else the last one that has ended, else None."""
        live = read_live(self.path)
        if live is not None or not self.records:
            return live
        return live_data(live_game_of(self.records[-1], self.match), 0.0)

    @property
    def total(self) -> int:
        """The games of the whole match, unless an SPRT ends it earlier."""
        return self.seatings.total


def live_game_of(record: Record, match: Match) -> LiveGame:
    """A game at its end."""
    players = tuple(match.engines[seat] for seat in record.seats)
    opening = Opening(record.start)
    variant, rules = record.variant, match.variant_options
    fixture = Fixture(record.number, record.pair, record.leg, record.seats, players, opening, "", variant, rules)
    moves = [ply.move for ply in record.plies]
    last = position(variant, rules, record.start, moves)
    return LiveGame(
        game=fixture,
        ply=len(record.plies),
        fen=last.fen(),
        turn=last.player(),
        sides=game_of(variant).seats,
        last=record.plies[-8:],
        heard=0.0,
        record=record,
    )
