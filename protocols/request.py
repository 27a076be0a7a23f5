"""The sub-commands of go, read so that a move is owed whatever is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from ..engine.limits import Limits
from ..engine.support.text import shorten, whole_number

UNLIMITED_GO = 1000  # milliseconds for a go without any limit: whoever wants no end says infinite
NULL_MOVE = "0000"  # a client's way to say that it has no move to ask for
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
        """`parse` makes a move of a word, or raises ValueError. sides, numbers, flags: as a Dialect has them."""
        self.numbers: dict[str, int] = {}
        self.flags: set[str] = set()
        self.moves: list[int] = []
        self.faults: list[tuple[str, str]] = []  # each with the word that it is about, if that lacks a number
        self.parse = parse
        self.known_flags = flags
        self.times, self.increments = [f"{side}time" for side in sides], [f"{side}inc" for side in sides]
        # A clock may be overdrawn.
        self.least = {**dict.fromkeys(self.times), **dict.fromkeys(self.increments, 0), **numbers}
        self.rest = list(reversed(words))
        while self.rest:
            self.read(self.rest.pop())
        if "infinite" in self.flags:  # then a limit that nobody can read is none
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
        """All that is wrong, for one line; empty if nothing is. forgiven: with what is done all the same."""
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
        """The limits of whose turn it is; a move is owed soon where they set no end."""
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
