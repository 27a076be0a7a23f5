"""`oddsfish play`: play at a terminal, with people and searches in any seat."""

from __future__ import annotations

from argparse import ArgumentTypeError, Namespace
from collections.abc import Mapping
from random import Random, SystemRandom
from typing import Any

from ...engine import searches
from ...engine.game import Game
from ...engine.limits import Limits
from ...engine.options import EVERY, by_name
from ...engine.position import Position
from ...matches.files.saved_game import SavedGame
from ...matches.files.text_file import read_text
from ...matches.views.terminal import Terminal
from ..errors import UsageError, failure_text
from .arguments import Parser, examples, flag, number, options, parse, position, search_named
from .terminal_games import KEY, SearchPlayer, TerminalGames

PERSON, ENGINE = "person", "engine"
MOVETIME = 1000  # milliseconds, unless told otherwise
LONGEST_DELAY = 3600  # seconds
LARGEST = 1 << 24  # bytes of a saved game
EVERY_MOVE = str(by_name(EVERY)["multipv"].high)
PROMPT = (
    "At the prompt, type a move, hint (the value of every move), undo, board, resign, save FILE or quit; "
    "help lists all commands."
)


def main(words: list[str]) -> None:
    """Play the requested games; UsageError if they cannot begin."""
    game, arguments = parse("play", "Play at the terminal.", add_arguments, words)
    terminal = Terminal()
    try:
        settings = options(arguments, game)
        seed = arguments.seed if "Seed" not in settings else int(settings["Seed"])
        if seed is None:
            seed = SystemRandom().randrange(10_000)
        random = Random(seed)
        saved = load(arguments, game)
        rules = (
            dict(saved.rules)
            if saved
            else {rule.name: settings[rule.name] for rule in game.rules if rule.name in settings}
        )
        start = saved.begin() if saved else position(arguments, game, random)
        if arguments.verbose:
            settings["Verbose"] = "true"
        limits = Limits(depth=arguments.depth, movetime=arguments.movetime)
        if arguments.depth is None and arguments.movetime is None:
            limits = Limits(movetime=MOVETIME)
        wanted = [
            getattr(arguments, f"seat{place}") or seated(saved, place) or (ENGINE if place else PERSON)
            for place in range(len(game.seats))
        ]
        seats = [take_seat(text, limits, start, settings) for text in wanted]
        # Hints are not weakened with the opponent, and come from no book.
        analysis = {**settings, "MultiPV": EVERY_MOVE, "UCI_AnalyseMode": "true"}
        adviser = SearchPlayer(searches.strongest(start), limits, start, analysis)
    except (ValueError, OSError) as fault:
        raise UsageError(failure_text(fault)) from None
    except MemoryError:
        raise UsageError("there is not enough memory for tables of this Hash") from None
    places = [start]  # for the first game; each rematch creates its own

    def begin() -> Position[Any]:
        if places:
            return places.pop()
        return saved.begin() if saved and (saved.fen or not game.beginnings()) else position(arguments, game, random)

    if start.chance:
        terminal.say(f"Chance follows --seed {seed}.")
    elif any(seat is not None and seat.draws for seat in seats):
        terminal.say(f"What a search draws by lot follows --seed {seed}.")
    try:
        moves = saved.course if saved else ()
        quiet, pause = arguments.quiet, arguments.delay
        TerminalGames(begin, seats, adviser, game, terminal, random, quiet, pause, rules, moves).run()
    except EOFError:
        terminal.say("Goodbye.")
    except KeyboardInterrupt:
        terminal.show(["", "Goodbye."])
        raise


def seated(saved: SavedGame | None, place: int) -> str:
    """The player of a seat in a saved game, as the command line names it; "" if it is not known."""
    name = saved.names[place] if saved and place < len(saved.names) else ""
    if name.lower() == PERSON:
        return PERSON
    program, _, label = name.partition(" ")
    return label if program == "Oddsfish" and label.partition(":")[0] in searches.shipped() else ""


def take_seat(text: str, limits: Limits, start: Position[Any], settings: Mapping[str, str]) -> SearchPlayer | None:
    """The player of a text: None for `person`, else SEARCH or SEARCH:DEPTH; the strongest search for `engine`."""
    if text.lower() == PERSON:
        return None
    name, colon, depth = text.partition(":")
    if colon and not (depth.isascii() and depth.isdigit() and 1 <= int(depth[:9]) <= 99):
        raise ValueError(f"a depth is 1 to 99, not {depth!a}")
    search = searches.strongest(start) if name.lower() == ENGINE else search_named(name)
    return SearchPlayer(search, Limits(depth=int(depth)) if colon else limits, start, settings)


def load(arguments: Namespace, game: Game) -> SavedGame | None:
    """The saved game to continue, if named. ValueError or OSError if it cannot be read or conflicts with options."""
    if arguments.load is None:
        return None
    given = [flag(rule) for rule in game.rules if getattr(arguments, rule.name) is not None]
    if arguments.fen is not None:
        given.insert(0, "--fen")
    if given:
        raise ValueError(f"a saved game has a position and rules of its own: leave {given[0]} out")
    text = read_text(arguments.load, "the game", LARGEST)
    try:
        return SavedGame.read(text, game)
    except ValueError as fault:
        raise ValueError(f"{arguments.load}: {fault}") from None


def delay(text: str) -> float:
    """Seconds, or KEY; ArgumentTypeError for anything else."""
    if text.lower() == "key":
        return KEY
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= LONGEST_DELAY:
        raise ArgumentTypeError(f"it is a number of seconds, at most {LONGEST_DELAY}, or `key`, not {text!a}")
    return seconds


def add_arguments(parser: Parser, game: Game) -> None:
    parser.epilog = f"{PROMPT}\n\n{examples(game, 'play')}"
    for place, seat in enumerate(game.seats):
        who = ENGINE if place else PERSON
        names = dict.fromkeys([f"--{seat.lower()}", ("--first", "--second")[place]])
        parser.add_argument(
            *names,
            dest=f"seat{place}",
            metavar="WHO",
            help=f"{PERSON}, {ENGINE} (the strongest search), or a search, such as Minimax or AlphaBeta:4 (depth 4)"
            f" (default: {who}, or with --load the player in the saved game)",
        )
    parser.add_number("--depth", "search depth, in decisions")
    parser.add_argument("--movetime", type=number(1), metavar="MS", help=f"milliseconds per move (default: {MOVETIME})")
    parser.add_argument("--seed", type=int, metavar="N", help="random seed (default: a new one)")
    parser.add_argument("--quiet", action="store_true", help="do not show how a search evaluates its move")
    parser.add_argument(
        "--delay",
        type=delay,
        default=0.0,
        metavar="SECONDS",
        help="pause between the moves of two searches; `key` waits for the Enter key (default: none)",
    )
    parser.add_argument("--load", metavar="FILE", help="continue a game that was saved with `save`")
    parser.add_argument(
        "--verbose",
        action="store_true",
        help="before each move of a search, show all its moves with the resulting boards and values",
    )
