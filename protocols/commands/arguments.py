"""What `oddsfish play`, `tree`, `predictor` and `opponent` have in common: a game, its rules, options, a search."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, NoReturn

from ...engine import games, searches
from ...engine.game import Game
from ...engine.option import Option
from ...engine.options import EVERY, Options, options_for
from ...engine.position import Position
from ...engine.registry.catalogue import offered
from ...engine.support.text import nearest
from ..errors import UsageError


class Parser(argparse.ArgumentParser):
    """A parser whose errors have one line, and which does not wrap its description and epilog."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(formatter_class=argparse.RawDescriptionHelpFormatter, **settings)

    def add_argument(self, *names: Any, **kinds: Any) -> argparse.Action:
        self.known = [*getattr(self, "known", ()), *names]  # argparse adds --help before all else
        try:
            return super().add_argument(*names, **kinds)
        except argparse.ArgumentError as fault:
            raise UsageError(f"{self.prog}: two options are called alike: {fault}") from None

    def add_number(self, name: str, meaning: str, default: int | None = None, least: int = 1) -> None:
        """Add an option for a whole number from `least` on. Its help shows the default."""
        text = meaning if default is None else f"{meaning} (default: {default})".strip()
        self.add_argument(name, type=number(least), default=default, metavar="N", help=text)

    def add_force(self) -> None:
        self.add_argument("--force", action="store_true", help="replace an existing file")

    def error(self, message: str) -> NoReturn:
        strange = message.removeprefix("unrecognized arguments: ").split()[0]
        meant = nearest(strange, self.known) if strange.startswith("--") else ""
        raise UsageError(f"{message}{meant}; see {self.prog} --help")

    def print_help(self, file: Any = None) -> None:
        # Flushed: argparse exits without a check that the text was written.
        print(self.format_help(), end="", file=file, flush=True)


def parse(
    command: str, description: str, add_arguments: Callable[[Parser, Game], None], words: list[str]
) -> tuple[Game, argparse.Namespace]:
    """Parse the words of a command. Return its game and its arguments.

    Each game is a sub-command, with the options of its rules and of searches, and those of `add_arguments`. A game of
    another package is added if it is named. Unknown arguments are errors of the game's own parser, for its help.
    """
    made = Parser(prog=f"oddsfish {command}", description=description)
    made.epilog = f"Run `{made.prog} GAME --help` for the options."
    known = dict(games.shipped())
    if words and not words[0].startswith("-"):
        words[0] = words[0].lower()  # in any case, as elsewhere on the command line
        if words[0] not in known:
            known[words[0]] = find_game(words[0], made.prog)
    added = made.add_subparsers(dest="game", metavar="GAME", required=True, parser_class=Parser)
    parsers: dict[str, Parser] = {}
    for name, game in known.items():
        parser = parsers[name] = added.add_parser(name, help=game.title)
        parser.add_argument("--fen", help=f"starting position: {game.fen_meaning.replace('%', '%%')}")
        for rule in game.rules:
            add_rule(parser, rule)
        add_arguments(parser, game)
        add_options(parser)
    arguments, left = made.parse_known_args(words)
    asked = known[arguments.game]
    for flagged in left:
        name = flagged.partition("=")[0]
        owner = next((game for game in games.shipped().values() if name in map(flag, game.rules)), None)
        if owner is not None:
            raise UsageError(
                f"{name} is a rule of {owner.title}, not of {asked.title}; see {made.prog} {owner.name} --help"
            )
        seats = [f"--{seat.lower()}" for seat in asked.seats]
        if seats[0] in parsers[asked.name].known and any(
            name == f"--{seat.lower()}" for game in games.shipped().values() for seat in game.seats
        ):
            raise UsageError(f"{asked.title} has no {name}: it has {' and '.join(seats)}")
    if left:
        parsers[arguments.game].error(f"unrecognized arguments: {' '.join(left)}")
    return asked, arguments


def find_game(name: str, command: str) -> Game:
    """A game by its name; UsageError if there is none."""
    try:
        return games.find(name)
    except ValueError as fault:
        raise UsageError(f"{fault}; see {command} --help") from None


def examples(game: Game, command: str) -> str:
    """The examples in the help of a command: the plain command, and those of the game."""
    lines = [f"{command} {game.name}", *(line for line in game.examples if line.startswith(command))]
    return "\n".join(["examples:", *(f"  oddsfish {line}" for line in lines)])


def add_rule(parser: Parser, rule: Option) -> None:
    """Add an option for a rule of a game, as in --slip or --rules fullboard."""
    meaning = rule.meaning.replace("%", "%%")
    if rule.kind == "check" and rule.default:
        off = flag(rule).replace("--", "--no-", 1)
        parser.add_argument(off, dest=rule.name, action="store_const", const="false", help=f"turn off: {meaning}")
    elif rule.kind == "check":
        parser.add_argument(flag(rule), dest=rule.name, action="store_const", const="true", help=meaning)
    else:
        known = {choice.lower(): choice for choice in rule.choices}
        values: dict[str, Any] = {"metavar": "N"}
        if rule.kind == "combo":  # in any case; argparse reports a wrong choice
            values = {"choices": rule.choices, "type": lambda text: known.get(text.lower(), text)}
        parser.add_argument(flag(rule), dest=rule.name, help=f"{meaning} (default: {rule.default})", **values)


def flag(rule: Option) -> str:
    """The option of a rule on the command line: --slip-straight for SlipStraight; a UCI_ in front is left out."""
    name = rule.name.removeprefix("UCI_")
    return "--" + "".join(f"-{letter}" if letter.isupper() and i else letter for i, letter in enumerate(name)).lower()


def add_options(parser: Parser) -> None:
    parser.add_argument("--evaluation", metavar="NAME", help="evaluation at the leaves of the search")
    add_set(parser, "set any other option of docs/options.md; may be repeated")


def add_set(parser: Parser, meaning: str) -> None:
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help=meaning)


def number(least: int, most: int | None = None) -> Callable[[str], int]:
    """A parser of whole numbers from `least` on, up to `most` if that is given."""

    def read(text: str) -> int:
        value = int(text)
        if value < least:
            raise argparse.ArgumentTypeError(f"{value} is less than {least}")
        if most is not None and value > most:
            raise argparse.ArgumentTypeError(f"{value} is more than {most}")
        return value

    read.__name__ = "number"  # argparse has it in the error for other texts
    return read


def file_for(what: str, suffixes: Sequence[str]) -> Callable[[str], Path]:
    """A parser of the name of a file to write. what: its content, such as "a tree"."""

    def read(name: str) -> Path:
        path = Path(name)
        if path.suffix not in suffixes:
            raise argparse.ArgumentTypeError(
                f"{what} is written to a file that ends in {', '.join(suffixes)}, not {name!a}"
            )
        return path

    return read


def search_named(text: str) -> str:
    """The name of a search, in any case; UsageError if there is none."""
    try:
        return searches.find(text).name
    except ValueError as fault:
        raise UsageError(str(fault)) from None


def options(arguments: argparse.Namespace, game: Game, rules: bool = True) -> dict[str, str]:
    """The given options, of the rules and of searches. ValueError if one is malformed or does not exist.

    rules: whether the command takes options of the game's rules.
    """
    settings = options_for(game)
    own = offered(game)
    asked = game.rules if rules else ()
    given = {rule.name: value for rule in asked if (value := getattr(arguments, rule.name)) is not None}
    if arguments.evaluation is not None:
        given["Evaluation"] = arguments.evaluation
    for text in arguments.set:
        option, value = set_by(settings, text)
        if option.name not in own and option in EVERY:  # others belong to a search of another package
            raise ValueError(f"{game.title} has no option {option.name}")
        given[option.name] = value
    return given


def set_by(settings: Options, text: str) -> tuple[Option, str]:
    """Set what NAME=VALUE says; ValueError if it is malformed or there is no such option or value."""
    name, equals, value = text.partition("=")
    if not equals:
        raise ValueError(f"--set takes NAME=VALUE, not {text!a}")
    return settings.set(name, value), value


def position(arguments: argparse.Namespace, game: Game, random: Random) -> Position:
    """The first position; a random first card or the like is drawn. ValueError if the FEN or an option is wrong."""
    settings = options_for(game)
    for name, value in options(arguments, game).items():
        settings.set(name, value)
    return game.random_start(arguments.fen, settings, random)
