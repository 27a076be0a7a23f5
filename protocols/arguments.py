"""What `oddsfish play` and `oddsfish tree` have in common on the command line: a game, its rules, and a search."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, NoReturn

from ..engine.game import Position
from ..engine.options import Options
from ..engine.searches import SEARCHES
from .games import FIRST_CARDS, UCI_GAMES, UGI_GAMES, deal
from .wrong import Wrong

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

TITLES = {"connect4": "Connect-4", "hilo": "HiLo, a card game", "chess": "chess"}
FENS = {
    "connect4": "rows from the top, r or y to move, the number of the move",
    "hilo": 'the card, the utility, the draws left, as in "5 1 4"',
    "chess": "Forsyth-Edwards Notation",
}
GAMES = {**UGI_GAMES, **UCI_GAMES}
Raw = argparse.RawDescriptionHelpFormatter


class Parser(argparse.ArgumentParser):
    """One that complains in one line, and knows a game in any case, as the rest of the command line does."""

    def parse(self, arguments: list[str]) -> argparse.Namespace:
        """Take them apart; Wrong if they make no sense. A game comes first."""
        if arguments and arguments[0].lower() in TITLES:
            arguments = [arguments[0].lower(), *arguments[1:]]
        return self.parse_args(arguments)

    def error(self, message: str) -> NoReturn:
        raise Wrong(f"{message}; see {self.prog} --help")

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        if file is None:
            # At once: argparse leaves without looking whether it came out.
            print(self.format_help(), end="", flush=True)
        else:
            super().print_help(file)


def add_games(parser: Parser) -> dict[str, Parser]:
    """A sub-command for each game, with the options of its rules."""
    games = parser.add_subparsers(dest="game", metavar="GAME", required=True, parser_class=Parser)
    parsers: dict[str, Parser] = {name: games.add_parser(name, help=title) for name, title in TITLES.items()}
    for name, meaning in FENS.items():
        parsers[name].add_argument("--fen", help=f"the position to begin with: {meaning}")
    rules = parsers["connect4"]
    rules.add_argument(
        "--rules",
        choices=("classic", "fullboard"),
        default="classic",
        help="the first four in a row wins (the default), or whoever has more of them on the full board",
    )
    rules.add_argument("--slip", action="store_true", help="discs may slip: see SlipStraight in docs/options.md")
    return parsers


def add_options(parser: Parser) -> None:
    """The options of searches."""
    parser.add_argument("--evaluation", metavar="NAME", help="what a position is worth where a search ends")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="any other option of docs/options.md; may be repeated",
    )


def number(least: int) -> Callable[[str], int]:
    """A reader of whole numbers from `least` on."""

    def read(text: str) -> int:
        value = int(text)
        if value < least:
            raise argparse.ArgumentTypeError(f"{value} is less than {least}")
        return value

    read.__name__ = "number"  # what argparse calls a text that is none
    return read


def search_named(text: str) -> str:
    """The name of a search, in any case; Wrong if there is none."""
    for name in SEARCHES:
        if name.lower() == text.lower():
            return name
    raise Wrong(f"a search is one of {', '.join(SEARCHES)}, not {text!a}")


def options(arguments: argparse.Namespace) -> dict[str, str]:
    """The options that were given, of the rules and of searches; ValueError if one is malformed or does not exist."""
    given = {}
    if arguments.game == "connect4":
        given = {"Rules": arguments.rules, "Slip": str(arguments.slip)}
    if arguments.evaluation is not None:
        given["Evaluation"] = arguments.evaluation
    settings = Options()
    for text in arguments.set:
        name, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"--set takes NAME=VALUE, not {text!a}")
        given[settings.set(name, value).name] = value
    return given


def position(arguments: argparse.Namespace, random: Random) -> Position:
    """The position to begin with; ValueError if it makes no sense."""
    settings = Options()
    for name, value in options(arguments).items():
        settings.set(name, value)
    fen = arguments.fen
    if arguments.game == "hilo" and fen is None:
        fen = deal(str(random.choice(FIRST_CARDS)))
    return GAMES[arguments.game].start(fen, settings)
