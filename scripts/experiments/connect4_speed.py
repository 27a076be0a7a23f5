#!/usr/bin/env python3
"""How fast is the solver of Connect-4, compared with BitBully? Both run in one process, on one core.

Both solve the same positions, one after the other. For each set of positions, each has a new object, which keeps its
table from position to position. Neither has a book. The times are medians of the rounds, and every score is checked.
Run it on an idle machine, with `pip install bitbully`; without it, only our own times are shown.

Sets are drawn from random games, or read from files of lines `columns score`. As in P. Pons' test sets
(http://blog.gamesolver.org), L1, L2 and L3 have up to 14, 28 and 42 discs, and R1 end within 14 plies with best play.

    python scripts/experiments/connect4_speed.py --rounds 3
    python scripts/experiments/connect4_speed.py --rounds 3 --empty
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from common.table import Cell, Table
from oddsfish.engine import Connect4Position
from oddsfish.engine.games.connect4 import move_list
from oddsfish.engine.games.connect4.searches.solver.solver import Solver
from oddsfish.protocols.commands.arguments import number
from oddsfish.protocols.errors import failure_text

SETS = (("L3 R1", 29, 41), ("L2 R1", 15, 28), ("L1 R1", 8, 14))
SOON = 14  # plies to the end, at most: R1
CELLS = 42


@dataclass(frozen=True)
class Game:
    """Columns, and the score after them."""

    text: str
    score: int


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="*", metavar="FILE", help="lines of columns and a score")
    parser.add_argument(
        "--positions", type=number(1), default=1000, metavar="N", help="of each set drawn (%(default)s)"
    )
    parser.add_argument("--rounds", type=number(1), default=3, metavar="N", help="default: %(default)s")
    parser.add_argument("--hash", type=number(1), default=64, metavar="MB", help="of our table (default: %(default)s)")
    parser.add_argument("--empty", action="store_true", help="the empty board, too: minutes")
    parser.add_argument("--empty-hash", type=number(1), default=512, metavar="MB", help="there (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the sets drawn (default: %(default)s)")
    arguments = parser.parse_args()
    peer = find_peer()
    if peer is None:
        print("Not installed, and left out: bitbully", file=sys.stderr)
    try:
        sets = [(file.name, read(file)) for file in arguments.files]
    except (OSError, ValueError) as fault:
        parser.error(failure_text(fault))
    drawn = () if arguments.files else SETS
    if drawn:
        print("Drawing positions: about a minute for a thousand of each set", file=sys.stderr)
    sets += [(name, draw(least, most, arguments.positions, arguments.seed)) for name, least, most in drawn]
    rows: list[tuple[Cell, ...]] = [row(name, games, arguments.hash, arguments.rounds, peer) for name, games in sets]
    if arguments.empty:
        rows.append(row("empty board", [Game("", 1)], arguments.empty_hash, arguments.rounds, peer))
    ratios = [float(str(cells[-1])) for cells in rows] if peer is not None else []
    headings = ("set", "positions", "MB", "us a position", "BitBully's", "times as fast")
    print(Table("speed", "Connect-4, one thread, no book", headings, rows))
    if ratios:
        print(f"geometric mean: {math.exp(sum(map(math.log, ratios)) / len(ratios)):.1f} times as fast")
    return 0


def row(name: str, games: Sequence[Game], megabytes: int, rounds: int, peer: Peer | None) -> tuple[Cell, ...]:
    """A line of the table: both solve the set in turn, round after round."""
    positions = [move_list.play(game.text) for game in games]
    boards = [peer.board(game.text) for game in games] if peer is not None else []
    ours: list[float] = []
    others: list[float] = []
    for _ in range(rounds):
        ours.append(clock(name, Solver(megabytes, book=False).solve, positions, games))
        if peer is not None:
            others.append(clock(name, peer.solver(), boards, games))
    own, other = (1e6 * median(times) / len(games) if times else math.nan for times in (ours, others))
    return name, len(games), megabytes, f"{own:,.2f}", f"{other:,.2f}", f"{other / own:.2f}"


def clock(name: str, solve: Callable[[Any], int], positions: Sequence[Any], games: Sequence[Game]) -> float:
    """Seconds for the whole set; SystemExit if a score is wrong."""
    began = time.perf_counter()
    scores = [solve(position) for position in positions]
    seconds = time.perf_counter() - began
    for score, game in zip(scores, games, strict=True):
        if score != game.score:
            raise SystemExit(f"{name}: {game.text or 'the empty board'} has the score {game.score}, not {score}")
    return seconds


class Peer:
    """BitBully, as its Python package offers it."""

    def __init__(self, core: Any) -> None:
        self.core = core

    def board(self, text: str) -> Any:
        """A position in the form of BitBully."""
        board = self.core.BoardCore()
        for column in move_list.read(text):
            board.play(column)
        return board

    def solver(self) -> Callable[[Any], int]:
        """The function of a new solver that solves a position."""
        solver = self.core.BitBullyCore()
        return lambda board: int(solver.mtdf(board, 0))


def find_peer() -> Peer | None:
    try:
        from bitbully import bitbully_core
    except ImportError:
        return None
    return Peer(bitbully_core)


def read(file: Path) -> list[Game]:
    """The games of a file. ValueError if a line is not a game, or if there is none."""
    games = []
    for place, line in enumerate(file.read_text(encoding="ascii").splitlines(), 1):
        text, space, score = line.rpartition(" ")
        try:
            if not space:
                raise ValueError("columns and a score, with a space between them")
            move_list.play(text)
            games.append(Game(text, int(score)))
        except ValueError as fault:
            raise ValueError(f"{file}, line {place}: {fault}") from None
    if not games:
        raise ValueError(f"{file} has no position")
    return games


def draw(least: int, most: int, count: int, seed: int) -> list[Game]:
    """Positions of random games, with `least` to `most` discs, that end in 2 to SOON plies with best play."""
    random = Random(f"{seed} {least}")
    solver = Solver(64)
    games: list[Game] = []
    while len(games) < count:
        position = Connect4Position()
        wanted = random.randint(least, most)
        text = ""
        while len(text) < wanted and position.ending() is None:
            column = random.choice(position.moves())
            position.play(column)
            text += str(column + 1)
        if position.ending() is None:
            score = solver.solve(position)
            if 1 < remaining(len(text), score) <= SOON:
                games.append(Game(text, score))
    return games


def remaining(discs: int, score: int) -> int:
    """Plies to the end of the game with best play, by the score."""
    if score == 0:
        return CELLS - discs
    winner = 22 - abs(score)  # discs that the winner will have played
    return 2 * (winner - discs // 2) - 1 if score > 0 else 2 * (winner - (discs + 1) // 2)


if __name__ == "__main__":
    raise SystemExit(main())
