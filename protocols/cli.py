"""The command line."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Callable
from itertools import chain

from ..engine import games
from ..engine.catalogue import uci_games
from ..engine.found import NoSuchName
from ..engine.text import shorten, whole_number
from .dialect import Dialect
from .inbox import Inbox
from .streams import Streams
from .uci import Uci
from .wrong import Wrong, silence, warn

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from ..engine.game import Game

USAGE = """\
usage: oddsfish                      read commands from standard input: UGI if the first word is ugi, else UCI
       oddsfish GAME                 read UGI commands of a game: {ugi}
       oddsfish [GAME] bench [DEPTH] search a fixed set of positions (of {usual}, unless told), count nodes
       oddsfish perft DEPTH [FEN]    count the sequences of legal moves in {usual}, move by move
       oddsfish play GAME ...        play, or watch: {all}; play --help says more
       oddsfish tree GAME ...        draw the tree of a search; tree --help says more
       oddsfish predictor ...        make data sets, and train models on them; predictor --help says more
       oddsfish opponent FILE ...    fit a model of an opponent to somebody's games; opponent --help says more
{commands}
       oddsfish [GAME] COMMAND       run one command, wait for it, and exit: oddsfish "go depth 5"
       oddsfish --version | --help"""

UNHEARD = 1  # exit statuses
USED_WRONGLY = 2


def main() -> int:
    """Run the command line; the exit status. KeyboardInterrupt at an interrupt."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # whoever read us is gone: nothing is left to say or do
    if sys.stderr is None:  # started with it closed; print would write to standard output instead
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115, PTH123 - stays open; pathlib is slow
    source = sys.stdin.buffer if sys.stdin else io.BytesIO()  # none: we were started with it closed
    if sys.stdout is None:
        return unheard("standard output is closed")
    streams = Streams(source, sys.stdout.buffer)
    status = 0
    try:
        if len(sys.argv) == 1:
            converse(streams)
        else:
            status = run(sys.argv[1:], streams)
        sys.stdout.flush()
    except Wrong as wrong:
        warn(f"oddsfish: {wrong}")
        return USED_WRONGLY
    except OSError as failure:  # on standard output: whoever opens another file says himself what is wrong with it
        silence(sys.stdout.fileno())
        return unheard(f"standard output cannot be written: {failure.strerror}")
    return status


def unheard(reason: str) -> int:
    """Say that nobody can hear us; the exit status."""
    warn(f"oddsfish: {reason}")
    return UNHEARD


def converse(streams: Streams) -> None:
    """Obey every line in the dialect of the first."""
    opened = streams.read()
    first = next((line for line in opened if line.split()), "")
    dialect_of(first, streams).run(chain([first], opened))


def dialect_of(line: str, streams: Streams, complain: Callable[[str], None] | None = None) -> Dialect:
    """UGI for who begins with that word, UCI for everybody else."""
    return speak_ugi(None, streams, complain) if line.split()[:1] == ["ugi"] else Uci(streams, complain)


def speak_ugi(game: Game | None, streams: Streams, complain: Callable[[str], None] | None = None) -> Dialect:
    from .ugi import Ugi  # noqa: PLC0415 - not needed on the way to uciok

    return Ugi(streams, complain, game)


def usage() -> list[str]:
    """The help, with the games that there are."""

    def listed(names: list[str]) -> str:
        return f"{', '.join(names[:-1])} or {names[-1]}"

    known = games.shipped()
    spoken = listed([name for name, game in known.items() if game.ugi])
    usual = next(iter(uci_games().values())).title
    commands = "\n".join(
        f"{f'       oddsfish {name} {command} ...':<37} {does}; {command} --help says more"
        for name, game in known.items()
        for command, does in game.commands.items()
    )
    return USAGE.format(ugi=spoken, all=listed(list(known)), usual=usual, commands=commands).split("\n")


def run(arguments: list[str], streams: Streams) -> int:
    """Do what words ask for; the exit status."""
    owner = next((game for game in games.shipped().values() if arguments[0] in game.commands), None)
    if owner is not None:  # whose name may be left out
        return command_of(owner, arguments, streams)
    if arguments in (["--help"], ["-h"], ["help"]) or asks_for_help(arguments):
        streams.write(*usage())
    elif arguments == ["--version"]:
        from ..engine.about import COMPILER, FLAGS, VERSION  # noqa: PLC0415 - not needed elsewhere

        streams.write(f"Oddsfish {VERSION}", f"Python {sys.version.split()[0]}, {COMPILER}, {FLAGS}")
    elif arguments[0] == "bench":
        bench(next(iter(uci_games().values())), arguments[1:], streams)
    elif arguments[0] == "perft":
        perft(arguments[1:], streams)
    elif arguments[0] == "play":
        from .play import main as play  # noqa: PLC0415 - not needed on the way to uciok

        play(arguments[1:])
    elif arguments[0] == "tree":
        from .tree import main as tree  # noqa: PLC0415 - not needed on the way to uciok

        tree(arguments[1:])
    elif arguments[0] == "predictor":
        from .predictor import main as predictor  # noqa: PLC0415 - not needed on the way to uciok

        predictor(arguments[1:])
    elif arguments[0] == "opponent":
        from .opponent import main as opponent  # noqa: PLC0415 - not needed on the way to uciok

        opponent(arguments[1:])
    elif arguments[0].startswith("-"):
        raise Wrong(f"unknown option {arguments[0]!r}; see oddsfish --help")
    else:
        command = " ".join(arguments)
        dialect = dialect_of(command, streams, complain)
        game = None if dialect.split(arguments[0])[0] else game_of(arguments[0])
        if game is None:
            once(command, dialect)
        elif arguments[1:] and arguments[1] in game.commands:
            return command_of(game, arguments[1:], streams)
        else:
            play_in_ugi(game, arguments[1:], streams)
    return 0


def command_of(game: Game, words: list[str], streams: Streams) -> int:
    """Run a command that a game brings with it; the exit status."""
    from .game_command import main as run_command  # noqa: PLC0415 - not needed on the way to uciok

    return run_command(game, words[0], words[1:], streams.source)


def asks_for_help(arguments: list[str]) -> bool:
    """Of what has no help of its own: bench, perft, a game."""
    asked = any(word in ("--help", "-h") for word in arguments[1:])
    if not asked or arguments[0] in ("bench", "perft"):
        return asked
    game = game_of(arguments[0])
    return game is not None and arguments[1] not in game.commands


def game_of(word: str) -> Game | None:
    """The game that a word names, None if it names none."""
    try:
        return games.find(word)
    except NoSuchName:
        return None
    except ValueError as fault:
        raise Wrong(str(fault)) from None


def play_in_ugi(game: Game, words: list[str], streams: Streams) -> None:
    """What `oddsfish GAME ...` asks for."""
    if words[:1] == ["bench"]:
        bench(game, words[1:], streams)
    elif not game.ugi:
        raise Wrong(f"{game.name} is spoken of in UCI: leave its name out, or `oddsfish play {game.name}`")
    elif words:
        once(" ".join(words), speak_ugi(game, streams, complain))
    else:
        speak_ugi(game, streams).run(streams.read())


def bench(game: Game, words: list[str], streams: Streams) -> None:
    from .bench import bench  # noqa: PLC0415 - not needed on the way to uciok

    if len(words) > 1:
        raise Wrong("usage: oddsfish [GAME] bench [DEPTH]")
    bench(game, depth_of(words[0], least=1) if words else None, streams)


def once(command: str, dialect: Dialect) -> None:
    """Obey a command, or several lines of them; a search without end is ended at once."""
    dialect.skips = False  # a person wants to know what was not understood
    inbox = Inbox(dialect)
    try:
        for line in command.split("\n"):
            if not inbox.take(line):
                return
            inbox.settle()
    finally:
        inbox.end()  # an interrupt must not leave a search that still writes while the interpreter goes
    inbox.check()


def complain(reason: str) -> None:
    raise Wrong(reason)


def perft(arguments: list[str], streams: Streams) -> None:
    if not arguments:
        raise Wrong("usage: oddsfish perft DEPTH [FEN]")
    uci = Uci(streams, complain)
    depth, fen = depth_of(arguments[0], least=0), " ".join(arguments[1:])
    if fen:
        uci.set_up_fen(fen)
    uci.obey(f"go perft {depth}")


def depth_of(text: str, least: int) -> int:
    depth = whole_number(text)
    if depth is None or depth < least:
        raise Wrong(f"a depth is a number from {least} on, not {shorten(text)!r}")
    return depth
