#!/usr/bin/env python3
"""Positions of chess with a score and a result, for tuning an evaluation: PVS plays against itself at so many nodes.

FILE is made, or gone on with: only whole games are added, and as many as have N positions. Game i hangs on the
settings, the seed and i alone, whatever the number of jobs. docs/positions.md has the format, and how it is read.

    python scripts/generate_positions.py train.positions --positions 1000000 --jobs 4
    python scripts/generate_positions.py train.positions --positions 2000000 --jobs 4     goes on
    python scripts/generate_positions.py train.positions --check                          counts, checksums verified
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from oddsfish.learning.positions.generation import Done, generate
from oddsfish.learning.positions.reader import Reader
from oddsfish.learning.positions.settings import HASH, NODES, Settings
from oddsfish.learning.positions.summary import summarise
from oddsfish.matches.cli.command import EXIT_INTERRUPTED, EXIT_WRONG, explain
from oddsfish.protocols.arguments import number
from oddsfish.protocols.learn.command import pairs
from oddsfish.protocols.learn.summary_text import text
from oddsfish.protocols.progress import Progress

EXIT_NOT_WHOLE = 1
POSITIONS = 1_000_000


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, metavar="FILE", help="made, or gone on with")
    parser.add_argument(
        "--positions", type=number(1), default=POSITIONS, metavar="N", help="at least, in all (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the openings (default: %(default)s)")
    parser.add_argument("--nodes", type=number(1), default=NODES, metavar="N", help="a move (default: %(default)s)")
    parser.add_argument("--jobs", type=number(1), default=1, metavar="N", help="processes; the file stays the same")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=f"of the search or its evaluation, as in Evaluation=SEF; may be repeated (default: Hash={HASH})",
    )
    parser.add_argument("--check", action="store_true", help="write nothing; verify the file, and count what is in it")
    arguments = parser.parse_args()
    try:
        if arguments.check:
            return check(arguments.file)
        settings = Settings(arguments.seed, arguments.nodes, pairs(arguments.option))
        return write(settings, arguments.file, arguments.positions, arguments.jobs)
    except (ValueError, OSError, RuntimeError) as error:
        print(f"generate_positions: {explain(error)}", file=sys.stderr)
        return EXIT_WRONG


def write(settings: Settings, path: Path, positions: int, jobs: int) -> int:
    written = Done(0, 0, 0)

    def report(done: Done) -> None:
        nonlocal written
        written = done
        progress.show(min(done.positions, positions), positions)

    try:
        with Progress("positions") as progress:
            generate(settings, path, positions, jobs, report)
    except KeyboardInterrupt:
        kept = f"{written.positions:,} positions of {written.games:,} games are kept"
        print(f"generate_positions: {kept}; the same command goes on with them", file=sys.stderr)
        return EXIT_INTERRUPTED
    print(f"{path}: {written.positions:,} positions of {written.games:,} games")
    return 0


def check(path: Path) -> int:
    try:
        with Reader(path) as reader, Progress("bytes") as progress:
            size = reader.size
            found = summarise(reader, lambda end: progress.show(min(end, size), size))
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    print("\n".join(text(found)))
    return EXIT_NOT_WHOLE if found.tail else 0


if __name__ == "__main__":
    raise SystemExit(main())
