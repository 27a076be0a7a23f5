"""The record of a game: every ply with its time and score, how it ended, the seats. Plain values, also as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from ..engine.support.text import LARGEST, shorten, writable


class Termination(str, Enum):
    """Why a game ended. The value is what reports and result files say."""

    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    MATERIAL = "insufficient material"
    REPETITION = "threefold repetition"
    FIFTY = "fifty moves"
    WON = "won"  # by the rules of a game that python-chess does not judge
    DRAWN = "drawn"
    PLAYED = "played out"  # a game for one, which ends with a value
    DRAW_ADJUDICATED = "draw by adjudication"
    RESIGN_ADJUDICATED = "resignation by adjudication"
    MAXMOVES = "move limit"
    CYCLE = "cycle"
    TABLES = "tables"  # endgame tables, which tell the result
    RESIGNED = "resignation"
    TIME = "time"
    ILLEGAL = "illegal move"
    CRASH = "crash"  # the process ended
    DISCONNECT = "disconnect"  # it closed its output but still runs
    HANG = "hang"  # it no longer answers
    FLOOD = "flood"  # it writes more than can be read
    NO_START = "no start"  # it could not be made ready for the game
    UNFINISHED = "unfinished"

    @property
    def fault(self) -> bool:
        """Whether a player has lost by a fault, not by its play."""
        return self in FAULTS

    @property
    def fatal(self) -> bool:
        """Whether the player's process cannot be used any more."""
        return self in FATAL

    @property
    def termination(self) -> str:
        """The Termination tag of a PGN, in Cute Chess's words."""
        return TERMINATIONS.get(self, "normal")


class Oddity(str, Enum):
    """What is odd in an engine's reports of its searches. In messages, the value follows the engine's name."""

    ILLEGAL = "reports an illegal variation"
    PAST_END = "reports a variation that goes on after the end of the game"
    OTHER_MOVE = "reports a variation that does not begin with its move"
    MATES = "contradicts a mate"


RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
FATAL = (Termination.CRASH, Termination.DISCONNECT, Termination.HANG, Termination.FLOOD, Termination.NO_START)
FAULTS = (Termination.TIME, Termination.ILLEGAL, *FATAL)
TERMINATIONS = {  # of games that did not end normally
    **dict.fromkeys(FATAL, "abandoned"),
    Termination.HANG: "stalled connection",
    Termination.TIME: "time forfeit",
    Termination.ILLEGAL: "illegal move",
    Termination.DRAW_ADJUDICATED: "adjudication",
    Termination.RESIGN_ADJUDICATED: "adjudication",
    Termination.MAXMOVES: "adjudication",
    Termination.CYCLE: "adjudication",
    Termination.TABLES: "adjudication",
    Termination.UNFINISHED: "unterminated",
}


@dataclass(frozen=True)
class Ply:
    """One move, by a player or from the opening.

    move: as protocols write it; text: as people read it. seconds: its time, None in the opening.
    clock: seconds left after it, None without a clock. score: in centipawns (hundredths of the game's unit); mate: in
    moves (plies in UGI); both from the mover's view. pieces, choices: pieces on the board and legal moves before it.
    seat: of the mover; None if no player made the move, such as a first card, and in files of older versions.
    """

    move: str
    text: str
    seconds: float | None = None
    clock: float | None = None
    score: int | None = None
    mate: int | None = None
    depth: int | None = None
    nodes: int | None = None
    pieces: int = 0
    choices: int = 0
    seat: int | None = None


@dataclass(frozen=True)
class Record:
    """A game from its first ply to its end.

    number: from 1, in the order of the schedule. pair: of games from one opening, counted from 1; leg: which of its
    games this is, from 1. seats: the places of the players in the match's list, White (player 0) first.
    start: its FEN, "" for the usual start. result: 1-0, 0-1, 1/2-1/2 or *. reason: one sentence. loser: the seat that
    was at fault, 0 or 1, if any.
    utility: the value of a game for one. began: seconds since 1970; seconds: from the first ply to the end. late: the
    seconds by which the move that lost on time was late, None if it did not come by itself. oddities: the findings of
    `-strict`: each with the seat, the Oddity, how often, and the engine's words the first time.
    """

    number: int
    pair: int
    leg: int
    seats: tuple[int, ...]
    names: tuple[str, ...]
    variant: str
    start: str
    plies: tuple[Ply, ...]
    result: str
    ending: Termination
    reason: str
    loser: int | None = None
    utility: float | None = None
    began: float = 0.0
    seconds: float = 0.0
    late: float | None = None
    oddities: tuple[tuple[int, Oddity, int, str], ...] = ()

    @property
    def finished(self) -> bool:
        return self.ending is not Termination.UNFINISHED

    def to_json(self) -> dict[str, Any]:
        return {**vars(self), "ending": self.ending.value, "plies": [list(vars(ply).values()) for ply in self.plies]}

    @classmethod
    def from_json(cls, fields: object) -> Record:
        """The inverse of to_json; ValueError if the fields are no record. Its values may be nonsense: see `check`."""
        if not isinstance(fields, dict):
            raise ValueError("it is no object")
        try:
            values = {**fields, "ending": Termination(fields["ending"])}
            for name in ("seats", "names", "plies"):
                values[name] = tuple(items(fields[name]))
            values["plies"] = tuple(Ply(*items(ply)) for ply in values["plies"])
            values["oddities"] = tuple(read_oddity(*items(each)) for each in items(fields.get("oddities", [])))
            return cls(**values)
        except (KeyError, TypeError) as error:
            raise ValueError(f"it has not the fields of a game: {error}") from None


def read_oddity(seat: Any, kind: Any, count: Any, words: Any) -> tuple[int, Oddity, int, str]:
    return seat, Oddity(kind), count, words


def items(value: object) -> list[Any] | tuple[Any, ...]:
    """A list, unchanged; ValueError for anything else, above all for a text, which has items, too."""
    if not isinstance(value, list | tuple):
        raise ValueError(f"{shorten(repr(value))} is no list")
    return value


WHOLE, ANY = (int,), (int, float)
LONGEST = 1e10  # seconds
SLIGHT = 0.05  # seconds: a smaller delay may be due to the machine, or to how a runner measures
Bound = tuple[tuple[type, ...], float, float, bool]  # types, least, most, and whether None is allowed
RECORD_NUMBERS: dict[str, Bound] = {
    **dict.fromkeys(("number", "pair", "leg"), (WHOLE, 1, LARGEST, False)),
    "loser": (WHOLE, 0, 1, True),
    "utility": (ANY, -LARGEST, LARGEST, True),
    **dict.fromkeys(("began", "seconds"), (ANY, 0, LONGEST, False)),
    "late": (ANY, 0, LONGEST, True),
}
PLY_NUMBERS: dict[str, Bound] = {
    "seconds": (ANY, 0, LONGEST, True),
    "clock": (ANY, -LONGEST, LONGEST, True),
    **dict.fromkeys(("score", "mate", "depth", "nodes"), (WHOLE, -LARGEST, LARGEST, True)),
    **dict.fromkeys(("pieces", "choices"), (WHOLE, 0, 10_000, False)),
    "seat": (WHOLE, 0, 1, True),
}


def check(record: Record) -> None:
    """ValueError if no game can have such a record: a field of the wrong type, a number out of bounds, and the like."""
    texts: tuple[object, ...] = (*record.names, record.variant, record.start, record.reason)
    if not all(map(writable, texts)) or record.result not in RESULTS:
        raise ValueError("malformed texts or result")
    if record.finished == (record.result == "*"):
        raise ValueError(f"{record.ending.value} is no end of a game with the result {record.result}")
    places = (record.loser, *(ply.seat for ply in record.plies), *(seat for seat, *_ in record.oddities))
    for seat, _, count, words in record.oddities:
        whole = type(seat) is type(count) is int
        if not whole or seat < 0 or not 0 < count <= LARGEST or not writable(words):
            raise ValueError("malformed oddities")
    check_numbers(record, RECORD_NUMBERS)
    for ply in record.plies:
        if not (readable(ply.move) and readable(ply.text)):
            raise ValueError("malformed moves")
        check_numbers(ply, PLY_NUMBERS)
    if (
        len(record.seats) not in (1, 2)
        or len(record.names) != len(record.seats)
        or not all(type(seat) is int and seat >= 0 for seat in record.seats)
        or not all(place is None or place < len(record.seats) for place in places)
    ):
        raise ValueError("malformed seats")


def readable(text: object) -> bool:
    return isinstance(text, str) and text != "" and text.isprintable()


def check_numbers(what: Record | Ply, bounds: Mapping[str, Bound]) -> None:
    for name, (types, least, most, none) in bounds.items():
        value = getattr(what, name)
        if not (none if value is None else type(value) in types and least <= value <= most):
            raise ValueError(f"{name} cannot be {shorten(repr(value))}")
