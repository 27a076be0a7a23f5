"""The command line."""

from __future__ import annotations

import sys

from .lines import Lines
from .uci import Uci

USAGE = """\
usage: oddsfish                      read UCI commands from standard input
       oddsfish bench [DEPTH]        search a fixed set of positions, count nodes
       oddsfish perft DEPTH [FEN]    count the sequences of legal moves, move by move
       oddsfish COMMAND              run one UCI command, wait for it, and exit: oddsfish "go depth 5"
       oddsfish --version | --help"""


def main() -> int:
    """Run the command line; the exit status."""
    arguments = sys.argv[1:]
    lines = Lines(sys.stdin.buffer, sys.stdout.buffer)
    try:
        if not arguments:
            Uci(lines).run()
            return 0
        return run(arguments, lines)
    except BrokenPipeError:
        sys.stderr.close()  # whoever read us is gone: nothing more to say, and nobody to say it to
        return 1
    except KeyboardInterrupt:
        return 130


def run(arguments: list[str], lines: Lines) -> int:
    if arguments in (["--help"], ["-h"]):
        lines.write(*USAGE.split("\n"))
        return 0
    if arguments == ["--version"]:
        from ..engine.about import COMPILER, FLAGS, VERSION  # noqa: PLC0415

        lines.write(f"Oddsfish {VERSION}", f"Python {sys.version.split()[0]}, {COMPILER}, {FLAGS}")
        return 0
    if arguments[0] == "bench":
        from .bench import bench  # noqa: PLC0415 -- not needed on the way to uciok

        return bench(arguments[1:], lines)
    if arguments[0] == "perft":
        return perft(arguments[1:], lines)
    return once(Uci(lines), " ".join(arguments))


def once(uci: Uci, command: str) -> int:
    """Obey a command, or several lines of them, and wait for each; a search without end is ended at once."""
    failed = False
    report = uci.error

    def error(reason: str) -> None:
        nonlocal failed
        failed = True
        report(reason)

    uci.error = error  # type: ignore[method-assign]
    for line in command.split("\n"):
        if not uci.obey(line):
            break
        if uci.session.limits.infinite or uci.session.limits.ponder:
            uci.session.stop()
        uci.session.wait()
    return int(failed)


def perft(arguments: list[str], lines: Lines) -> int:
    if not arguments or not (arguments[0].isascii() and arguments[0].isdigit()):
        print("usage: oddsfish perft DEPTH [FEN]", file=sys.stderr)
        return 2
    uci = Uci(lines)
    depth, fen = int(arguments[0]), " ".join(arguments[1:])
    if fen:
        try:
            if any(letter in "ABCDEFGHabcdefgh" for letter in fen.split()[2:3] and fen.split()[2]):
                uci.setoption(["name", "UCI_Chess960", "value", "true"])  # Shredder-FEN says so by its letters
            uci.set_up(fen, ())
        except ValueError as error:
            print(f"oddsfish perft: {error}", file=sys.stderr)
            return 2
    uci.perft(depth)
    return 0
