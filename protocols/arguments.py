"""What `oddsfish play` and `oddsfish tree` have in common on the command line: a game, its rules, and a search."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from random import Random
from typing import Any, NoReturn

from ..engine.game import Position
from ..engine.options import Options
from ..engine.searches import SEARCHES
from .cli import Wrong

SLIP = (3.0, 1.0, 1.0)  # straight, to the left, to the right
FIRST_CARDS = (2, 12)  # between which the first card lies
DRAWS = 4
MOST_AT_STAKE = 1_000_000_000
GAMES = {"connect4": "Connect-4", "hilo": "HiLo, a card game", "chess": "chess"}


Raw = argparse.RawDescriptionHelpFormatter


class Parser(argparse.ArgumentParser):
    """One that complains in one line, as the rest of the command line does."""

    def error(self, message: str) -> NoReturn:
        raise Wrong(f"{message}; see {self.prog} --help")


def add_games(parser: Parser) -> dict[str, Parser]:
    """A sub-command for each game, with the options of its rules."""
    games = parser.add_subparsers(dest="game", metavar="GAME", required=True, parser_class=Parser)
    parsers: dict[str, Parser] = {name: games.add_parser(name, help=title) for name, title in GAMES.items()}
    for name in ("connect4", "chess"):
        parsers[name].add_argument("--fen", help="the position to begin with")
    rules = parsers["connect4"]
    rules.add_argument(
        "--rules", choices=("classic", "fullboard"), default="classic", help="first four wins, or play till it is full"
    )
    rules.add_argument("--slip", action="store_true", help="discs may slip into a column beside")
    rules.add_argument(
        "--weights",
        type=float,
        nargs=3,
        metavar="W",
        help="how likely a disc lands straight, left and right of its aim, with --slip (default: 3 1 1)",
    )
    card = parsers["hilo"]
    card.add_argument("--card", type=int, help="the first card, 1 to 13 (default: drawn, 2 to 12)")
    card.add_argument("--utility", type=float, default=1.0, help="what is at stake (default: 1)")
    card.add_argument("--draws", type=int, default=DRAWS, help=f"draws left (default: {DRAWS})")
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


def position(arguments: argparse.Namespace, random: Random) -> Position[Any]:
    """The position to begin with; ValueError if it makes no sense."""
    from ..engine import ChessPosition, Connect4Position, HiloPosition  # noqa: PLC0415 - found when asked for
    from ..engine.games.connect4.fen import START  # noqa: PLC0415 - not needed by the other games

    if arguments.game == "hilo":
        card = random.randint(*FIRST_CARDS) if arguments.card is None else arguments.card
        if not 0 < arguments.utility <= MOST_AT_STAKE:
            raise ValueError(f"a utility is above 0 and at most {MOST_AT_STAKE:,}, not {arguments.utility}")
        return HiloPosition(card, arguments.utility, arguments.draws)
    if arguments.game == "chess":
        return ChessPosition() if arguments.fen is None else ChessPosition(arguments.fen)
    if arguments.weights and not arguments.slip:
        raise ValueError("--weights are those of --slip")
    weights = (arguments.weights or SLIP) if arguments.slip else None
    return Connect4Position(arguments.fen or START, arguments.rules, weights)


def options(arguments: argparse.Namespace) -> dict[str, str]:
    """The options of searches that were given; ValueError if one is malformed or does not exist."""
    given = {} if arguments.evaluation is None else {"Evaluation": arguments.evaluation}
    for text in arguments.set:
        name, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"--set takes NAME=VALUE, not {text!a}")
        given[name] = value
    settings = Options()
    return {settings.set(name, value).name: value for name, value in given.items()}
