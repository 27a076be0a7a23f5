"""`oddsfish connect4 solve`: a filter that scores positions."""

from __future__ import annotations

import argparse
import codecs
import io
import time
from collections.abc import Callable, Iterator
from itertools import islice
from typing import BinaryIO, TextIO

from ....position import Win
from ....registry.game_command import Command
from ....support.text import shorten
from .. import move_list
from ..notation import LETTERS
from ..position import Connect4Position
from ..searches.solver.solver import Solver

FULL = -1000  # in place of the score of a column that is full
SELDOM = 0.2  # seconds between two flushes within a batch
AT_ONCE = 32  # positions for each thread that are solved in one call
CHUNK = 1 << 16  # bytes: a longer line is cut into pieces


class Solve(Command):
    """Columns in, scores out."""

    description = """\
Score positions of classic Connect-4, given as arguments, or on standard input, one per line. A position is the columns
that were played, 1 to 7 or a to g from the left. An empty line is the empty board. Each position is printed with its
score: 22 minus the number of discs that the winner will have played. The score is negative if the side to move loses,
and 0 for a draw. An invalid line, or a game that somebody has won, is reported on standard error, and the exit status
is 1."""
    epilog = """\
examples:
  oddsfish solve 4455
  oddsfish solve -a < games.txt"""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument(
            "games", nargs="*", metavar="COLUMNS", help="positions (default: read lines from standard input)"
        )
        parser.add_argument(
            "-a", "--all", action="store_true", help=f"print the score of each column; {FULL} if it is full"
        )
        parser.add_argument("-w", "--weak", action="store_true", help="print 1, 0 or -1: who wins, but not how soon")
        add_solver_arguments(parser)

    def run(self, arguments: argparse.Namespace, source: BinaryIO, out: TextIO, complain: Callable[[str], None]) -> int:
        solver = Solver(arguments.hash, arguments.threads, arguments.book)
        reported = time.monotonic()
        status = 0
        number = 0
        given = [[game.encode(errors="surrogateescape") for game in arguments.games]]
        for lines in given if arguments.games else batches(source):
            pending = iter(lines)
            while some := list(islice(pending, AT_ONCE * arguments.threads if arguments.threads > 1 else 1)):
                games: list[tuple[str, Connect4Position]] = []
                for line in some:
                    number += 1
                    try:
                        games.append(read(line))
                    except ValueError as fault:
                        complain(f"{'argument' if arguments.games else 'line'} {number}: {fault}")
                        status = 1
                for text in answers(solver, games, arguments.all, arguments.weak):
                    out.write(f"{text}\n")
                    if time.monotonic() - reported > SELDOM:
                        reported = time.monotonic()
                        out.flush()
            out.flush()
        return status


def batches(source: BinaryIO) -> Iterator[list[bytes]]:
    """Yield lists of lines without line ends, each with as many as can be read without waiting.

    A byte order mark at the start, which some editors write, is skipped.
    """
    read = source.read1 if isinstance(source, io.BufferedReader) else source.read
    mark = codecs.BOM_UTF8
    rest = b""
    while chunk := read(CHUNK):
        *lines, rest = (rest + chunk).split(b"\n")
        if len(rest) > CHUNK:
            lines.append(rest)
            rest = b""
        if lines:
            lines[0] = lines[0].removeprefix(mark)
            mark = b""
            yield lines
    if rest := rest.removeprefix(mark):
        yield [rest]


def read(line: bytes) -> tuple[str, Connect4Position]:
    """The text of a line and its position; ValueError if it is invalid, or if a side has won."""
    try:
        text = line.decode("ascii").strip()
    except UnicodeDecodeError:
        raise ValueError(f"a line of columns, not {shorten(repr(line))}") from None
    position = move_list.play(text)
    if isinstance(position.ending(), Win):
        raise ValueError("the game is over")
    return text, position


def answers(solver: Solver, games: list[tuple[str, Connect4Position]], every_column: bool, weak: bool) -> Iterator[str]:
    """Yield the output line of each game. A full board is a draw; the solver does not accept it."""
    if every_column:
        for text, position in games:
            scores = solver.scores(position, weak) if position.moves() else [None] * len(LETTERS)
            yield " ".join([text, *(str(FULL if score is None else score) for score in scores)])
    else:
        found = iter(solver.solve_all([position for _, position in games if position.moves()], weak))
        for text, position in games:
            yield f"{text} {next(found) if position.moves() else 0}"


def add_solver_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-t", "--threads", type=int, default=1, metavar="N", help="number of threads (default: %(default)s)"
    )
    parser.add_argument(
        "--hash", type=int, default=64, metavar="MB", help="size of the transposition table (default: %(default)s)"
    )
    parser.add_argument("--no-book", dest="book", action="store_false", help="do not use the book of solved openings")


COMMAND = Solve()
