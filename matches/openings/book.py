"""The openings of a match: positions or games out of a file, in a row or in random order, and random moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from ..cli.words import quote
from ..files.text_file import read_text
from ..random_numbers import permutation, stream, weighted
from ..settings import Opening, Openings
from ..variants import by_library, for_one
from .movetext import Games
from .positions import Positions
from .setups import Setup, random_start, setup

CHECKED = 5000  # openings of a file that are read before the first game; more would keep a match waiting
MOST_TRIES = 20_000  # moves, in search of a random line that does not end the game
NAMED = 5  # openings that are cut short of which a warning says why; the rest is counted


class Bases:
    """The openings of a file in the order of the match, each read when it is asked for."""

    def __init__(self, openings: Openings, source: Games | Positions, order: Sequence[int], count: int) -> None:
        self.openings = openings
        self.source = source
        self.order = order
        self.count = count

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, number: int) -> Opening:
        """ValueError names the line of a malformed one."""
        return self.read(self.index(number))[0]

    def index(self, number: int) -> int:
        """Which one of the file it is, from 0."""
        return self.order[(self.openings.start - 1 + number) % len(self.order)]

    def read(self, index: int) -> tuple[Opening, str]:
        """One of the file, and what ends it too early, if anything does."""
        try:
            return self.source.read(index)
        except ValueError as error:
            raise ValueError(f"{self.where(index)}: {error}{other_format(self.openings)}") from None

    def where(self, index: int) -> str:
        return f"{quote_file(self.openings.file)}:{self.source.line(index)}"

    def check(self) -> list[str]:
        """Read those that come first; a warning for each that is cut short, but of many the first ones alone."""
        warnings: list[str] = []
        cut = 0
        for number in range(min(len(self), CHECKED)):
            index = self.index(number)
            opening, fault = self.read(index)
            cut += bool(fault)
            if fault and cut <= NAMED:
                plies = f"{len(opening.moves)} {'ply' if len(opening.moves) == 1 else 'plies'}"
                warnings.append(f"{self.where(index)}: game {index + 1} is taken for {plies}: {fault}")
        if cut > NAMED:
            left = cut - NAMED
            warnings.append(
                f"{quote_file(self.openings.file)}: {left} more {'game is' if left == 1 else 'games are'} cut short"
            )
        return warnings


class OpeningBook:
    """The openings of a match, by their number from 0; each depends on the seed and on its number alone."""

    def __init__(
        self,
        bases: Bases | Sequence[Opening],
        variant: str,
        rules: Sequence[tuple[str, str]],
        count: int,
        seed: int,
        random_plies: int,
    ) -> None:
        """`bases`: what comes in turn, again from the front after the last; none for the start of the game."""
        self.bases = bases
        self.variant = variant
        self.rules = rules
        self.count = count
        self.seed = seed
        self.random_plies = random_plies
        self.warnings: list[str] = []  # one line each, of openings that are not what their file has

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Opening]:
        return map(self.__getitem__, range(self.count))

    def __getitem__(self, number: int) -> Opening:
        """An opening; IndexError if the match has not so many."""
        if not 0 <= number < self.count:
            raise IndexError(f"opening {number} of {self.count}")
        base = self.base(number)
        if not self.random_plies:
            return base
        start = setup(self.variant, self.rules, base.fen)
        for move in base.moves:
            start.play(move)
        line = random_line(start, self.random_plies, stream(self.seed, number, "plies"))
        return Opening(base.fen, base.moves + line, base.name)

    def base(self, number: int) -> Opening:
        """The same without the random moves."""
        if self.bases:
            return self.bases[number % len(self.bases)]
        return random_start(self.variant, stream(self.seed, number, "start"))


def read_openings(
    openings: Openings | None,
    variant: str,
    variant_options: Sequence[tuple[str, str]],
    count: int,
    seed: int,
    random_plies: int,
) -> OpeningBook:
    """The first `count` openings of a match; ValueError, in one line, if one of them cannot be played.

    Without a file, games begin at the start; of a variant that has several, at one drawn at random. What is needed of
    the file is read and checked here, with a warning for each game that is cut short; of what follows the first 5000 an
    error shows when it is asked for.
    """
    if random_plies and for_one(variant):
        raise ValueError(f"{variant} has no random moves: what chance decides is")
    bases = read_bases(openings, variant, variant_options, count, seed) if openings is not None else ()
    book = OpeningBook(bases, variant, variant_options, count, seed, random_plies)
    if isinstance(bases, Bases):
        book.warnings += bases.check()
    if random_plies:
        check_lines(book, openings.file if openings is not None else "")
    return book


def read_bases(openings: Openings, variant: str, rules: Sequence[tuple[str, str]], count: int, seed: int) -> Bases:
    """As many openings of the file as the match can use, in their order."""
    if openings.format == "pgn" and not by_library(variant):
        raise ValueError(f"games of {variant} have no PGN to be read; take format=epd, a position in each line")
    text = read_text(openings.file, "the openings")
    source: Games | Positions
    source = Games(text, openings.plies, variant) if openings.format == "pgn" else Positions(text, variant, rules)
    if not len(source):
        raise ValueError(f"{openings.file!a} has no {'game' if openings.format == 'pgn' else 'position'} in it")
    if openings.start > len(source):
        raise ValueError(f"{openings.file!a} has {len(source)} openings; start={openings.start} is none of them")
    order = permutation(len(source), stream(seed, "order")) if openings.order == "random" else range(len(source))
    return Bases(openings, source, order, min(count, len(source)))


def other_format(openings: Openings) -> str:
    """The end of an error: what the name of the file says of its format, if that is another one."""
    suffix = Path(openings.file).suffix.lower()
    others = {"epd": (".pgn",), "pgn": (".epd", ".fen")}
    return f"; it was read as format={openings.format}" if suffix in others[openings.format] else ""


def quote_file(name: str) -> str:
    """The name of a file as it stands before a line number."""
    return name if name.isascii() and name.isprintable() else f"{name!a}"


def check_lines(book: OpeningBook, file: str) -> None:
    """ValueError if there are openings after which no random moves can be played. One line from each shows that."""
    for number in range(min(book.count, max(1, len(book.bases)), CHECKED)):
        try:
            book[number]
        except ValueError as error:
            base = book.base(number)
            where = f"{quote_file(file)}: " if file else ""
            raise ValueError(f"{where}opening {number + 1}, {quote(base.fen or 'the start')}: {error}") from None


def random_line(start: Setup, plies: int, random: Random) -> tuple[str, ...]:
    """So many legal moves after those of `start`, none of which ends the game; ValueError if there are none.

    Each move is drawn among all, and chance outcomes with their probabilities; a move that ends the game, or after
    which all lines end too early, is taken back and drawn again among the others.
    """
    line: list[str] = []
    left = [start.choices()]  # after each move, what has not been tried
    tries = 0
    while len(line) < plies:
        if not left[-1]:
            left.pop()
            if not left:
                raise ValueError(f"every line of {plies} plies from there ends the game")
            line.pop()
            start.undo()
            continue
        tries += 1
        if tries > MOST_TRIES:
            raise ValueError(f"no line of {plies} plies was found from there that does not end the game")
        move = left[-1].pop(weighted([chance for _, chance in left[-1]], random))[0]
        start.play(move)
        if start.over():
            start.undo()
            continue
        line.append(move)
        left.append(start.choices() if len(line) < plies else [])
    return tuple(line)
