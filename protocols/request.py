"""The sub-commands of `go`. Errors in them are reported, but do not prevent a move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from ..engine.limits import Limits
from ..engine.support.text import shorten, whole_number

UNLIMITED_GO = 1000  # milliseconds for a `go` without any limit; a search without an end needs `infinite`
NULL_MOVE = "0000"  # sent by clients that have no move to ask for
SHOWN = 3  # complaints about one line


class Request:
    """One go command: its numbers, flags and root moves, and what is wrong with it."""

    def __init__(
        self,
        words: list[str],
        parse: Callable[[str], int],
        sides: tuple[str, str],
        numbers: Mapping[str, int],
        flags: tuple[str, ...],
    ) -> None:
        """parse: turns a word into a move, or raises ValueError. sides, numbers, flags: as in Dialect."""
        self.numbers: dict[str, int] = {}
        self.flags: set[str] = set()
        self.moves: list[int] = []
        self.faults: list[tuple[str, str]] = []  # texts, each with the word whose number is wrong, or ""
        self.parse = parse
        self.known_flags = flags
        self.times, self.increments = [f"{side}time" for side in sides], [f"{side}inc" for side in sides]
        # A clock has no least value: its time may have run out.
        self.least = {**dict.fromkeys(self.times), **dict.fromkeys(self.increments, 0), **numbers}
        self.rest = list(reversed(words))
        while self.rest:
            self.read(self.rest.pop())
        if "infinite" in self.flags:  # then a limit with a wrong number is dropped
            for _, word in self.faults:
                self.numbers.pop(word, None)

    def read(self, word: str) -> None:
        if word in self.known_flags:
            self.flags.add(word)
        elif word in self.least:
            self.numbers[word] = self.read_number(word, "" if self.at_keyword() else self.rest.pop())
        elif word == "searchmoves":
            while not self.at_keyword():
                text = self.rest.pop()
                try:
                    if text != NULL_MOVE:
                        self.moves.append(self.parse(text))
                except ValueError:
                    self.faults.append((f"illegal searchmove {shorten(text)!r}", ""))
        else:
            self.faults.append((f"unknown word {shorten(word)!r}", ""))

    def at_keyword(self) -> bool:
        return not self.rest or self.rest[-1] in {*self.least, *self.known_flags, "searchmoves"}

    def read_number(self, word: str, text: str) -> int:
        least = self.least[word]
        number = whole_number(text)
        if number is not None and (least is None or number >= least):
            return number
        wanted = "a number" if number is None else f"at least {least}"
        self.faults.append((f"{word} needs {wanted}, not {shorten(text)!r}", word))
        return least or 0

    def complaint(self, forgiven: bool) -> str:
        """The errors in one line; "" if there are none. forgiven: whether to add what is done instead."""
        more = len(self.faults) - SHOWN
        shown = []
        for fault, word in self.faults[:SHOWN]:
            done = f"{self.numbers[word]} is taken" if word in self.numbers else "ignored"
            shown.append(f"{fault}: {done}" if forgiven else fault)
        return "; ".join(shown) + (f"; and {more} more" if more > 0 else "")

    @property
    def perft(self) -> int | None:
        return self.numbers.get("perft")

    def limits_of(self, player: int) -> Limits:
        """The limits for a search by this player. If they set no end, its movetime is UNLIMITED_GO."""
        number = self.numbers.get
        (first, second), (plus, other) = self.times, self.increments
        limits = Limits(
            depth=number("depth"),
            nodes=number("nodes"),
            mate=number("mate"),
            movetime=number("movetime"),
            times=(number(first), number(second)),
            increments=(number(plus, 0), number(other, 0)),
            movestogo=number("movestogo") or None,
            infinite="infinite" in self.flags,
            ponder="ponder" in self.flags,
            moves=tuple(self.moves),
        )
        return limits if limits.end(player) else replace(limits, movetime=UNLIMITED_GO)
