#!/usr/bin/env python3
"""Solve the openings of Connect-4, and write them as the book that ships with the solver.

All positions after --plies plies are solved; of a position and its mirror image, only one. The value of an earlier
position is that of its best move. The book is checked before it is written: each earlier position must have the value
of its best successor, and a sample of the solved positions is solved again with an empty table. The same command goes
on where it was stopped.

    python scripts/experiments/connect4_book.py --plies 6 --jobs 2
    python scripts/experiments/connect4_book.py --plies 8 --scheduler tcp://host:8786 --jobs 64
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from common.command import make_parser, perform
from common.table import Table
from common.work import Work
from oddsfish.engine.games.connect4 import move_list
from oddsfish.engine.games.connect4.searches.solver.book import SHIPPED, SolverBook, number, to_bytes
from oddsfish.engine.games.connect4.searches.solver.openings import best, openings, solve, verify
from oddsfish.engine.games.connect4.searches.solver.solver import Solver
from oddsfish.engine.support.regular_file import replacing
from oddsfish.protocols.commands.arguments import number as at_least

HASH = 512  # megabytes for each process
DEEPEST = 12


def main() -> int:
    parser = make_parser("connect4_book", __doc__)
    parser.add_argument("--plies", type=at_least(0), default=6, metavar="N", help="default: %(default)s")
    parser.add_argument("--hash", type=at_least(1), default=HASH, metavar="MB", help="of a process (%(default)s)")
    parser.add_argument("--sample", type=at_least(0), default=20, metavar="N", help="solved again (%(default)s)")
    parser.add_argument("--book", type=Path, default=SHIPPED, metavar="FILE", help="to write (default: what ships)")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="of a Dask cluster, which does --jobs pieces at once")
    arguments = parser.parse_args()
    if arguments.plies > DEEPEST:
        parser.error(f"--plies is at most {DEEPEST}: a deeper book has millions of positions")
    settings = {"plies": arguments.plies}
    return perform("connect4_book", arguments, settings, partial(experiment, arguments), str(arguments.plies))


def experiment(arguments: Any, work: Work) -> tuple[list[Table], dict[str, Any]]:
    levels = openings(arguments.plies)
    keys = [["solve", text] for text in levels[-1].values()]
    scores = work.collect(partial(solve, arguments.hash), keys, "positions")
    known = dict(zip(levels[-1], scores, strict=True))
    for level in reversed(levels[:-1]):
        known.update({place: best(text, known.get) for place, text in level.items()})
    written = to_bytes(known, arguments.plies)
    verify(SolverBook(written), levels)
    sample = Random(arguments.seed).sample(keys, min(arguments.sample, len(keys)))
    again = work.collect(partial(solve_again, arguments.hash), [["again", text] for _, text in sample], "again")
    for (_, text), score in zip(sample, again, strict=True):
        if score != known[number(move_list.play(text))]:
            raise ValueError(f"{text} has the score {score}, not {known[number(move_list.play(text))]}")
    with replacing(arguments.book) as part:
        part.write_bytes(written)
    rows = [(f"{ply} plies", len(level)) for ply, level in enumerate(levels)]
    return [Table("book", f"Written to {arguments.book.name}", ("", "positions"), rows)], {}


def solve_again(megabytes: int, key: Sequence[str]) -> int:
    """Solve a position with an empty table and without a book."""
    return Solver(megabytes, book=False).solve(move_list.play(key[-1]))


if __name__ == "__main__":
    raise SystemExit(main())
