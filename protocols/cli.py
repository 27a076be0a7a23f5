"""The command line."""

from __future__ import annotations

import io
import os
import sys
import time
from importlib import import_module
from itertools import chain

from ..engine import games
from ..engine.registry.catalogue import uci_games
from ..engine.registry.found import NoSuchName
from ..engine.support.system import on_closed_pipe
from ..engine.support.text import nearest, printable, shorten, whole_number
from .dialect import Dialect
from .errors import UsageError, failure_text, silence, warn
from .inbox import Inbox
from .streams import Streams
from .uci import Uci

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from ..engine.game import Game

USAGE = """\
usage: oddsfish                       read UCI commands from standard input, or UGI if the first word is ugi
       oddsfish GAME                  read UGI commands for one game: {ugi}
       oddsfish [GAME] bench [DEPTH]  search fixed positions (of {usual}, unless told otherwise) and count nodes
       oddsfish perft DEPTH [FEN]     count the sequences of legal moves in {usual}, for each root move
       oddsfish play GAME ...         play or watch a game: {all}; see play --help
       oddsfish page ...              play, analyse and watch in the browser; see page --help
       oddsfish match ...             play matches between programs, searches and people; see match --help
       oddsfish tree GAME ...         draw the tree of a search; see tree --help
       oddsfish tree-editor ...       edit trees and step through searches in the browser; see tree-editor --help
       oddsfish compare GAME ...      compare searches on one position; see compare --help
       oddsfish predictor ...         make data sets and train models on them; see predictor --help
       oddsfish opponent FILE ...     fit a model of an opponent to recorded games; see opponent --help
       oddsfish review FILE ...       review games: judge each move; see review --help
       oddsfish learn GAME ...        learn an evaluation from self-play; see learn --help
       oddsfish gui-setup [GUI]       print how to add Oddsfish to a GUI; see gui-setup --help
       oddsfish assignment ...        give out exercises, and grade them; see assignment --help
       oddsfish new-game NAME         write the package of a new game; see new-game --help
       oddsfish check-game GAME       check the laws that hold for every game; see check-game --help
{commands}
       oddsfish [GAME] COMMAND        run commands, each in quotes, and exit: oddsfish "go depth 5" d
       oddsfish --version | --help | help [COMMAND]"""

# Commands with modules of their own, imported only when needed. Their `main` gets the words after the command.
BY_MODULE = {
    **{
        name: f"oddsfish.protocols.commands.{name}"
        for name in ("play", "tree", "compare", "predictor", "opponent", "review")
    },
    "tree-editor": "oddsfish.protocols.commands.tree_editor",
    "gui-setup": "oddsfish.protocols.commands.gui_setup",
    "assignment": "oddsfish.protocols.commands.assignment",
    "new-game": "oddsfish.protocols.commands.new_game",
    "check-game": "oddsfish.protocols.commands.check_game",
    "page": "oddsfish.protocols.page.page_command",
    "learn": "oddsfish.protocols.learn.learn_command",
}

DEEPEST_BENCH = 30  # a deeper one would take too long
UNHEARD = 1  # exit statuses
USED_WRONGLY = 2


def main() -> int:
    """Run the command line and return the exit status. An interrupt raises KeyboardInterrupt."""
    words = sys.argv[1:]
    if words[:1] in (["help"], ["--help"], ["-h"]) and len(words) > 1:
        words = ["--help"] if words[1] in ("help", "--help", "-h") else [*words[1:], "--help"]
    if words[:1] == ["match"]:  # it has pipes to players, some of which may be closed, and its own exit statuses
        from ..matches.cli.match_command import main as match

        return match(words[1:])
    on_closed_pipe(ending=True)  # end as soon as nobody reads the output any more
    if sys.stderr is None:  # closed from the start; print would write to standard output instead
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - stays open; pathlib is slow
    source = sys.stdin.buffer if sys.stdin else io.BytesIO()  # None if closed from the start
    if sys.stdout is None:
        warn("oddsfish: standard output is closed")
        return UNHEARD
    out = sys.stdout
    streams = Streams(source, out.buffer)
    status = 0
    try:
        if words:
            status = run(words, streams)
        else:
            if sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty():  # a person, not a client
                warn("Oddsfish waits for UCI or UGI commands; `quit` ends it, `oddsfish help` tells what else it does")
            converse(streams)
        out.flush()
    except UsageError as wrong:
        warn(f"oddsfish: {called(words)}{failure_text(wrong)}")
        return USED_WRONGLY
    except OSError as failure:  # of standard output: those of other files are handled where they are opened
        silence(out.fileno())
        warn(f"oddsfish: standard output cannot be written: {failure.strerror}")
        return UNHEARD
    return status


def called(words: list[str]) -> str:
    """The command that the words begin with, as the beginning of an error message; "" if there is none."""
    if len(words) > 1 and words[0] in games.shipped():
        words = words[1:]
    return f"{words[0]}: " if words[0] in programs() else ""


def converse(streams: Streams) -> None:
    """Obey all lines, in the dialect that the first one selects."""
    opened = streams.read()
    first = next((line for line in opened if line.split()), "")
    inbox_of(dialect_of(first, streams)).run(chain([first], opened))


def inbox_of(dialect: Dialect) -> Inbox:
    """Create an inbox. From now on, `print` in other packages writes to standard error, not into the protocol."""
    sys.stdout = sys.stderr
    return Inbox(dialect)


def dialect_of(line: str, streams: Streams, forgives: bool = True, game: Game | None = None) -> Dialect:
    """UGI if a game is given or the line begins with `ugi`; else UCI."""
    if game is None and line.split()[:1] != ["ugi"]:
        return Uci(streams, forgives)
    from .ugi import Ugi

    return Ugi(streams, forgives, game)


def usage() -> list[str]:
    def listed(names: list[str]) -> str:
        return f"{', '.join(names[:-1])} or {names[-1]}"

    known = games.shipped()
    spoken = listed([name for name, game in known.items() if game.ugi])
    usual = next(iter(uci_games().values())).title
    commands = "\n".join(
        f"{f'       oddsfish {name} {command} ...':<37} {does}; see {command} --help"
        for name, game in known.items()
        for command, does in game.commands.items()
    )
    return USAGE.format(ugi=spoken, all=listed(list(known)), usual=usual, commands=commands).split("\n")


def run(arguments: list[str], streams: Streams) -> int:
    """Run the words of the command line and return the exit status."""
    owner = next((game for game in games.shipped().values() if arguments[0] in game.commands), None)
    if owner is not None:  # the name of the game may be left out
        return command_of(owner, arguments, streams)
    if arguments in (["--help"], ["-h"], ["help"]):
        streams.write(*usage())
    elif asks_for_help(arguments):
        streams.write(*usage_of(arguments[0]))
    elif arguments == ["--version"]:
        from ..engine.about import COMPILER, FLAGS, VERSION

        streams.write(f"Oddsfish {VERSION}", f"Python {sys.version.split()[0]}, {COMPILER}, {FLAGS}")
    elif arguments[0] == "bench":
        bench(next(iter(uci_games().values())), arguments[1:], streams)
    elif arguments[0] == "perft":
        perft(arguments[1:], streams)
    elif arguments[0] in BY_MODULE:
        import_module(BY_MODULE[arguments[0]]).main(arguments[1:])
    elif arguments[0].startswith("-"):
        raise UsageError(f"unknown option {arguments[0]!r}; see oddsfish --help")
    else:
        dialect = dialect_of(arguments[0], streams, forgives=False)
        if arguments[0].strip() and not dialect.split(arguments[0])[0]:
            game = game_of(arguments[0])
            if game is not None:
                return obey_game(game, arguments[1:], streams)
        once(arguments, dialect)
    return 0


def usage_of(word: str) -> list[str]:
    """The usage line of bench or perft; the whole usage for a game."""
    if word not in ("bench", "perft"):
        return usage()
    return [f"usage:{line[6:]}" for line in usage() if word in line[:36].split()]


def command_of(game: Game, words: list[str], streams: Streams) -> int:
    """Run a command that belongs to a game, and return the exit status."""
    from .commands.arguments import Parser

    name, *rest = words
    command = game.command(name)
    parser = Parser(
        prog=f"oddsfish {game.name} {name}",
        description=command.description,
        epilog=command.epilog,
    )
    command.add_arguments(parser)
    arguments = parser.parse_args(rest)

    def complain(text: str) -> None:
        sys.stdout.flush()  # keeps the order if both go to the same place
        warn(f"oddsfish: {name}: {text}")

    try:
        return command.run(arguments, streams.source, sys.stdout, complain)
    except (ValueError, MemoryError) as failure:
        raise UsageError(failure_text(failure)) from None


def asks_for_help(arguments: list[str]) -> bool:
    """Whether they ask for help on bench, perft or a game, which have no help of their own."""
    asked = any(word in ("--help", "-h") for word in arguments[1:])
    if not asked or arguments[0] in ("bench", "perft"):
        return asked
    game = game_of(arguments[0])
    return game is not None and arguments[1] not in game.commands


def game_of(word: str) -> Game | None:
    out, sys.stdout = sys.stdout, sys.stderr  # its package may print
    try:
        return games.find(word)
    except NoSuchName:
        return None
    except ValueError as fault:
        raise UsageError(str(fault)) from None
    finally:
        sys.stdout = out


def obey_game(game: Game, words: list[str], streams: Streams) -> int:
    """Run the words after the name of a game, and return the exit status."""
    if words and words[0] in game.commands:
        return command_of(game, words, streams)
    if words[:1] == ["bench"]:
        bench(game, words[1:], streams)
    elif not game.ugi:
        raise UsageError(f"{game.name} is spoken of in UCI: leave its name out, or `oddsfish play {game.name}`")
    elif words:
        dialect = dialect_of("", streams, forgives=False, game=game)
        once(words, dialect, game)
    else:
        inbox_of(dialect_of("", streams, game=game)).run(streams.read())
    return 0


def bench(game: Game, words: list[str], streams: Streams) -> None:
    """Search every position of a game to a depth. The last line is `N nodes N nps`, even after an interrupt.

    The amount of work is fixed: the node count is a checksum of the search.
    """
    from ..engine.limits import Limits
    from ..engine.options import options_for
    from ..engine.session import Session

    if len(words) > 1:
        raise UsageError("usage: oddsfish [GAME] bench [DEPTH]")
    depth = depth_of(words[0], least=1, most=DEEPEST_BENCH) if words else game.depth
    sys.stdout = sys.stderr  # `print` in other packages must not mix with the counts
    nodes = 0
    began = time.perf_counter()
    fens: tuple[str | None, ...] = game.positions or (None,)
    try:
        for number, fen in enumerate(fens, 1):
            result = Session(game.start(fen, options_for(game))).search(Limits(depth=depth))
            nodes += result.nodes
            streams.write(
                f"{number}/{len(fens)} {result.move} {result.score.centi} {result.nodes} nodes  {fen or 'the start'}"
            )
    finally:
        streams.write(f"{nodes} nodes {int(nodes / (time.perf_counter() - began))} nps")


def lines_of(words: list[str], dialect: Dialect, game: Game | None = None) -> list[str]:
    """One line for each word if any is quoted, as in `d "go depth 5"`, or all are commands; else one line of all.

    UsageError if a line does not begin with a command.
    """
    commands = {*dialect.commands, "quit"}
    quoted = any(len(word.split()) > 1 for word in words) or all(word in commands for word in words)
    lines = words if quoted else [" ".join(words)]
    for line in lines:
        word = next(iter(line.split()), "")
        if word and word not in commands:
            raise UsageError(unknown(line, word, dialect, game))
    return lines


def called_alone() -> list[str]:
    """The words that begin a command line but are no commands of a protocol, as in `oddsfish play ...`."""
    return [*programs(), "match", "help", *games.shipped()]


def programs() -> list[str]:
    """The commands whose names begin their error messages. A match adds its name itself."""
    brought = chain.from_iterable(game.commands for game in games.shipped().values())
    return [*BY_MODULE, "bench", "perft", *brought]


def unknown(line: str, word: str, dialect: Dialect, game: Game | None) -> str:
    """The error message for a line that does not begin with a command."""
    alone = called_alone() if game is None else ["bench", *game.commands]
    if word in alone:
        name = f"{game.name} {word}" if game else word
        return f"{word} is called alone and without quotes: oddsfish {name} ..."
    meant = nearest(word, [*alone, "quit", *dialect.commands])
    if game is not None:
        return f"unknown command of {game.title}: {printable(word)}{meant}"
    return f"unknown command: {printable(line.removesuffix(' --help'))}{meant or '; `oddsfish help` lists all'}"


def once(words: list[str], dialect: Dialect, game: Game | None = None) -> None:
    """Obey one or several commands. A search that would never end is ended at once."""
    lines = "\n".join(lines_of(words, dialect, game)).split("\n")
    dialect.skips = False  # a person wants to know what was not understood
    inbox = inbox_of(dialect)
    try:
        for line in lines:
            if not inbox.take(line):
                return
            inbox.settle()
    finally:
        inbox.end()  # after an interrupt, no search may still write while the interpreter shuts down
    inbox.check()


def perft(arguments: list[str], streams: Streams) -> None:
    if not arguments:
        raise UsageError("usage: oddsfish perft DEPTH [FEN]")
    uci = Uci(streams, forgives=False)
    depth, fen = depth_of(arguments[0], least=0), " ".join(arguments[1:])
    if fen:
        uci.set_up_fen(fen)
    uci.obey("go", ["perft", str(depth)])


def depth_of(text: str, least: int, most: int | None = None) -> int:
    depth = whole_number(text)
    if depth is None or depth < least or (most is not None and depth > most):
        range_ = "on" if most is None else f"to {most}"
        raise UsageError(f"a depth is a number from {least} {range_}, not {shorten(text)!r}")
    return depth
