"""The openings of a match: positions or games of a file, in its order or in random order, and random moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from ..cli.words import quote
from ..files.text_file import read_text, text_suffix
from ..random_numbers import permutation, stream, weighted
from ..settings import Opening, Openings
from ..variants import by_library, for_one
from .movetext import Games
from .positions import Positions
from .setups import Setup, random_start, setup

CHECKED = 5000  # openings of a file that are read before the first game; more would keep a match waiting
MOST_TRIES = 20_000  # moves, in search of a random line that does not end the game
NAMED = 5  # warnings of openings that are cut short; further ones are only counted


class OpeningBook:
    """The openings of a match, by their number from 0. Each depends only on the seed and on its number.

    Openings of a file come in turn; the last is followed by the first. Without a file, games begin at the start.
    """

    def __init__(
        self,
        openings: Openings | None,
        variant: str,
        rules: Sequence[tuple[str, str]],
        count: int,
        seed: int,
        random_plies: int,
    ) -> None:
        """ValueError, in one line, if the file cannot be read."""
        self.openings = openings
        self.variant = variant
        self.rules = rules
        self.count = count
        self.seed = seed
        self.random_plies = random_plies
        self.source = read_source(openings, variant, rules) if openings else None
        self.order: Sequence[int] = range(len(self.source) if self.source else 0)
        if openings and openings.order == "random":
            self.order = permutation(len(self.order), stream(seed, "order"))
        self.warnings: list[str] = []  # one line each, about openings that are shorter than in the file

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Opening]:
        return map(self.__getitem__, range(self.count))

    def __getitem__(self, number: int) -> Opening:
        """An opening; IndexError if the match does not have this many, ValueError if it cannot be played."""
        if not 0 <= number < self.count:
            raise IndexError(f"opening {number} of {self.count}")
        base = self.base(number)[0]
        if not self.random_plies:
            return base
        start = setup(self.variant, self.rules, base.fen)
        for move in base.moves:
            start.play(move)
        line = random_line(start, self.random_plies, stream(self.seed, number, "plies"))
        return Opening(base.fen, base.moves + line, base.name)

    def base(self, number: int) -> tuple[Opening, str]:
        """An opening without its random moves, and a warning if it is cut short, else ""; ValueError names the line."""
        if self.openings is None or self.source is None:
            return random_start(self.variant, stream(self.seed, number, "start")), ""
        index = self.order[(self.openings.start - 1 + number) % len(self.order)]
        file = quote_file(self.openings.file)
        try:
            opening, fault = self.source.read(index)
        except ValueError as error:
            raise ValueError(f"{file}:{self.source.line(index)}: {error}{other_format(self.openings)}") from None
        if fault:
            plies = f"{len(opening.moves)} {'ply' if len(opening.moves) == 1 else 'plies'}"
            fault = f"{file}:{self.source.line(index)}: game {index + 1} is taken for {plies}: {fault}"
        return opening, fault

    def check(self) -> None:
        """Read the first openings; ValueError if one cannot be played, or no random moves can follow it."""
        file = quote_file(self.openings.file) if self.openings else ""
        first = range(min(self.count, len(self.order) or 1, CHECKED))
        warnings = [warning for number in first if (warning := self.base(number)[1])]
        self.warnings = warnings[:NAMED]
        if left := len(warnings[NAMED:]):
            self.warnings.append(f"{file}: {left} more {'game is' if left == 1 else 'games are'} cut short")
        for number in first if self.random_plies else ():
            try:
                self[number]
            except ValueError as error:
                start = quote(self.base(number)[0].fen or "the start")
                raise ValueError(f"{file}{': ' if file else ''}opening {number + 1}, {start}: {error}") from None


def read_openings(
    openings: Openings | None,
    variant: str,
    variant_options: Sequence[tuple[str, str]],
    count: int,
    seed: int,
    random_plies: int,
) -> OpeningBook:
    """The first `count` openings of a match; ValueError, in one line, if one of them cannot be played.

    Without a file, games begin at the start, or at a random one if the variant has several. The first 5000 openings are
    read and checked here, with a warning for each game that is cut short, or for the first ones if there are many. An
    error in a later opening is raised when the opening is needed.
    """
    if random_plies and for_one(variant):
        raise ValueError(f"{variant} has no random moves: what chance decides is")
    book = OpeningBook(openings, variant, variant_options, count, seed, random_plies)
    book.check()
    return book


def read_source(openings: Openings, variant: str, rules: Sequence[tuple[str, str]]) -> Games | Positions:
    """All openings of the file; ValueError, in one line, if it cannot be read or has too few."""
    as_games = openings.format == "pgn"
    if as_games and not by_library(variant):
        raise ValueError(f"games of {variant} have no PGN to be read; take format=epd, a position in each line")
    text = read_text(openings.file, "the openings")
    source = Games(text, openings.plies, variant) if as_games else Positions(text, variant, rules)
    if not len(source):
        raise ValueError(f"{openings.file!a} has no {'game' if as_games else 'position'} in it")
    if openings.start > len(source):
        raise ValueError(f"{openings.file!a} has {len(source)} openings; start={openings.start} is none of them")
    return source


def other_format(openings: Openings) -> str:
    """The end of an error: the format that was read, if the name of the file suggests another one."""
    suffix = text_suffix(openings.file)
    others = {"epd": (".pgn",), "pgn": (".epd", ".fen")}
    return f"; it was read as format={openings.format}" if suffix in others[openings.format] else ""


def quote_file(name: str) -> str:
    """The name of a file as it stands before a line number."""
    return name if name.isascii() and name.isprintable() else f"{name!a}"


def random_line(start: Setup, plies: int, random: Random) -> tuple[str, ...]:
    """`plies` legal moves after those of `start`, none of which ends the game; ValueError if none are found.

    Each move is drawn among all legal ones, and chance outcomes with their probabilities. A move is taken back and
    drawn again among the others if it ends the game, or if all lines after it end too early.
    """
    line: list[str] = []
    left = [start.choices()]  # the moves that have not been tried yet, for each ply
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
