#!/usr/bin/env python3
"""Check the move generator of chess against files of known perft counts.

A file holds lines of the form

    FEN ;D1 20 ;D2 400 ;D3 8902

or, in the form of python-chess's suites, a line `epd FEN` followed by lines `perft 1 20`, `perft 2 400`, and so on.
Blank lines, comments (#) and lines that begin with `id` are skipped. Castling is always read as in Chess960. If king
and rooks stand as usual, its rules are the usual ones. Other castling rights exist only in Chess960.

The exit status is 0 if every count is right, 1 if one is not, 2 if a file cannot be read.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from oddsfish.engine.games.chess.position import ChessPosition

PROGRESS = 5.0  # seconds between two lines of progress

EPD = re.compile(r"([^;]+?)((?:\s*;D\d{1,2}\s+\d+)+)\s*;?\s*", re.ASCII)
COUNT = re.compile(r";D(\d{1,2})\s+(\d+)", re.ASCII)
PERFT = re.compile(r"perft\s+(\d{1,2})\s+(\d+)", re.ASCII)


class FileError(Exception):
    """A perft file that cannot be used, and why."""


@dataclass
class Case:
    """A position and how many sequences of moves of each length start from it."""

    place: str
    fen: str
    counts: dict[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Task:
    """One count to check."""

    case: Case
    depth: int
    nodes: int


def main() -> int:
    arguments = parse_arguments()
    try:
        tasks = list(within([case for path in arguments.files for case in read(path)], arguments.max_nodes))
        if not tasks:
            raise FileError("no count is within --max-nodes")
    except FileError as error:
        print(f"perft.py: {error}", file=sys.stderr)
        return 2
    return 1 if check(tasks) else 0


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="perft files, in either form")
    parser.add_argument(
        "--max-nodes", type=int, metavar="N", help="leave out the depths of a position that have more nodes than this"
    )
    return parser.parse_args()


def read(path: Path) -> list[Case]:
    """The cases of a file; FileError if there are none, or if a line is in no known form."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise FileError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise FileError(f"{path}: not a text file") from error
    cases: list[Case] = []
    for number, line in enumerate(lines, 1):
        read_line(line.partition("#")[0].strip(), f"{path}:{number}", cases)
    if not any(case.counts for case in cases):
        raise FileError(f"{path}: no perft counts")
    return cases


def read_line(line: str, place: str, cases: list[Case]) -> None:
    """Add the case or the count of a line to the cases. FileError if the line is in no known form."""
    if not line or line == "id" or line.startswith("id "):
        return
    if line.startswith("epd "):
        cases.append(Case(place, checked(line.removeprefix("epd ").strip(), place)))
    elif (match := PERFT.fullmatch(line)) and cases:
        cases[-1].counts[int(match[1])] = int(match[2])
    elif match := EPD.fullmatch(line):
        counts = {int(depth): int(nodes) for depth, nodes in COUNT.findall(match[2])}
        cases.append(Case(place, checked(match[1], place), counts))
    else:
        raise FileError(f"{place}: neither `FEN ;D1 20 ...` nor `epd FEN` nor, after it, `perft 1 20`")


def checked(fen: str, place: str) -> str:
    """The FEN; FileError if it is not valid."""
    try:
        ChessPosition(fen, chess960=True)
    except ValueError as error:
        raise FileError(f"{place}: {error}") from error
    return fen


def within(cases: Sequence[Case], max_nodes: int | None) -> Iterator[Task]:
    """Every depth of every case that the limit allows."""
    for case in cases:
        for depth, nodes in sorted(case.counts.items()):
            if max_nodes is None or nodes <= max_nodes:
                yield Task(case, depth, nodes)


def check(tasks: Sequence[Task]) -> int:
    """Check the counts, and print those that are wrong; return how many are wrong."""
    total = sum(task.nodes for task in tasks)
    done = wrong = 0
    began = reported = time.perf_counter()
    for number, task in enumerate(tasks, 1):
        counted = ChessPosition(task.case.fen, chess960=True).count_sequences(task.depth)
        if counted != task.nodes:
            wrong += 1
            print(f"{task.case.place}: depth {task.depth}: {counted}, not {task.nodes}: {task.case.fen}", flush=True)
        done += counted
        now = time.perf_counter()
        if now - reported >= PROGRESS:
            reported = now
            left = (now - began) * max(0, total - done) / max(done, 1)
            print(f"{number} of {len(tasks)} counts, {wrong} wrong, about {left:.0f} s left", flush=True)
    seconds = time.perf_counter() - began
    positions = len({task.case.place for task in tasks})
    print(
        f"{positions} positions, {len(tasks)} counts, {done} nodes, {seconds:.1f} s, "
        f"{done / max(seconds, 1e-9) / 1e6:.0f} M nodes/s, {wrong} wrong",
        flush=True,
    )
    return wrong


if __name__ == "__main__":
    raise SystemExit(main())
