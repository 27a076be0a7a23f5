"""`oddsfish connect4 annotate`: the value of each move of a game."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import BinaryIO, TextIO

from ....registry.game_command import Command
from ..annotation import annotate, outcome
from ..notation import LETTERS
from ..searches.solver.solver import Solver
from .solve import add_solver_arguments

SIDES = ("red", "yellow")
RESULTS = {1: "won", 0: "drawn", -1: "lost"}
HEADINGS = ("", "side", "move", "before", "after", "best", "")
WIDTHS = (6, 4, 8, 8, 13, 7)  # of all columns but the number


class Annotate(Command):
    """A table of the moves."""

    description = """\
Show the value of the position before and after each move of a game of classic Connect-4, for the player who made the
move. A blunder changes who wins. A slow move wins later than it could, and a hasty move loses sooner than it must. A
score is 22 minus the number of discs that the winner will have played; it is negative if the side to move loses, and 0
for a draw."""
    epilog = """\
example:
  oddsfish connect4 annotate 44444326"""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("moves", metavar="MOVES", help="moves from the empty board: columns, 1 to 7 or a to g")
        add_solver_arguments(parser)

    def run(self, arguments: argparse.Namespace, source: BinaryIO, out: TextIO, complain: Callable[[str], None]) -> int:
        moves = annotate(arguments.moves, Solver(arguments.hash, arguments.threads, arguments.book))
        show(HEADINGS, out)
        for move in moves:
            best = " ".join(LETTERS[column] for column in move.best)
            place = (f"{move.number}.", SIDES[move.player], LETTERS[move.column])
            show((*place, score_text(move.before), score_text(move.after), best, move.verdict), out)
        return 0


def show(cells: tuple[str, ...], out: TextIO) -> None:
    """Write a row, and flush it: the first moves take the longest."""
    number, *others = cells
    padded = " ".join(map(str.ljust, others, WIDTHS))
    out.write(f"{number:>3} {padded}".rstrip() + "\n")
    out.flush()


def score_text(score: int) -> str:
    return f"{score:+d} {RESULTS[outcome(score)]}" if score else RESULTS[0]


COMMAND = Annotate()
