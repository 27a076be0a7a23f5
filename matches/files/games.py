"""The games of a file, as they were played: of a match's result file, or of any PGN."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import chess

from ..openings.book import quote_file
from ..openings.movetext import find_games, mainline, read_san, read_start, read_tags
from ..openings.setups import plain_name
from ..record import RESULTS
from ..score.effort import movers
from ..variants import USUAL, chess960
from .header import read_settings
from .journal import read_records
from .text_file import read_text

BOOK = "book"  # the comment of an opening's move, as match runners write it
CLOCK = re.compile(r"\[%clk (\d{1,3}):(\d\d):(\d\d(?:\.\d+)?)\]")  # in a comment: hours, minutes, seconds
PGN = re.compile(r'^\s*\[\w+\s+"|(?<!\S)1\.', re.MULTILINE)  # a tag, or the first move
UNKNOWN = "?"  # the name of a player without one
CHESS960 = "fischerandom"
WRITTEN_960 = ("chess960", "chess 960", CHESS960)  # the Variant of a PGN


@dataclass(frozen=True)
class PlayedGame:
    """number: in a PGN the place of the game, from 1; in a match its number there. rules: of the variant.

    names: of the players, White (player 0) first. start: a FEN, "" for the usual start. moves: as protocols write them.
    seats: the player who chose each move; None if none did, as in an opening. result: 1-0, 0-1, 1/2-1/2, or * if it is
    not given. clocks: the seconds left to the mover after each move, None if they are not known.
    """

    number: int
    names: tuple[str, ...]
    variant: str
    rules: tuple[tuple[str, str], ...]
    start: str
    moves: tuple[str, ...]
    seats: tuple[int | None, ...]
    result: str = "*"
    clocks: tuple[float | None, ...] = ()

    @property
    def movers(self) -> list[str | None]:
        return [None if seat is None else self.names[seat] for seat in self.seats]


def read_games(path: Path) -> list[PlayedGame]:
    """All games that have a move; ValueError, in one line, if one of them is malformed, or if there is none."""
    text = read_text(str(path), "the games")
    if not text.strip():
        raise ValueError(f"{quote_file(str(path))} is empty")
    if text.startswith('{"'):
        games = played(path)
    elif PGN.search(text):
        games = list(collected(text, quote_file(str(path))))
    else:
        raise ValueError(f"{quote_file(str(path))} is neither a PGN nor the result file of a match")
    found = [game for game in games if game.moves]
    if not found:
        raise ValueError(f"{quote_file(str(path))} has no game with a move in it")
    return found


def played(path: Path) -> list[PlayedGame]:
    """The games of a result file, each by its last record. A last line that was cut short is left out."""
    rules = read_settings(path).variant_options
    found = {}
    for record in read_records(path):
        seats = (None if ply.seconds is None else seat for ply, seat in zip(record.plies, movers(record), strict=True))
        moves, clocks = tuple(ply.move for ply in record.plies), tuple(ply.clock for ply in record.plies)
        found[record.number] = PlayedGame(
            record.number, record.names, record.variant, rules, record.start, moves, tuple(seats), record.result, clocks
        )
    return list(found.values())


def collected(text: str, name: str) -> Iterator[PlayedGame]:
    starts = find_games(text)
    for number, (begin, end) in enumerate(pairwise([*starts, len(text)]), 1):
        try:
            yield of_pgn(number, text[begin:end])
        except ValueError as fault:
            line = text.count("\n", 0, begin) + 1
            raise ValueError(f"{name}:{line}: game {number}, {fault}") from None


def of_pgn(number: int, text: str) -> PlayedGame:
    """A game of a PGN; ValueError names the ply. Moves after a draw are allowed: it may not have been claimed."""
    tags, begin = read_tags(text)
    variant = CHESS960 if tags.get("Variant", "").lower() in WRITTEN_960 else USUAL
    moves: list[str] = []
    seats: list[int | None] = []
    clocks: list[float | None] = []
    try:
        start = read_start(tags, chess960(variant))
        fen = start.fen()
        for found in mainline(text, begin):
            if found["san"]:
                seats.append(0 if start.board.turn == chess.WHITE else 1)
                moves.append(read_san(start, found.group()))
                clocks.append(None)
            elif seats and BOOK in found.group().strip("{} ").split(",")[:1]:
                seats[-1] = None
            elif seats and (clock := CLOCK.search(found.group())):
                clocks[-1] = 3600 * int(clock[1]) + 60 * int(clock[2]) + float(clock[3])
    except ValueError as fault:
        raise ValueError(f"ply {len(moves) + 1}: {fault}") from None
    names = tuple(plain_name(tags.get(side, "")) or UNKNOWN for side in ("White", "Black"))
    result = tags.get("Result", "*")
    result = result if result in RESULTS else "*"
    return PlayedGame(number, names, variant, (), fen, tuple(moves), tuple(seats), result, tuple(clocks))
