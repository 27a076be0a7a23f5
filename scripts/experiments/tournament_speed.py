#!/usr/bin/env python3
"""How fast is PVS, compared with other engines and with more threads? Nodes a second, and time to a depth.

Run it on an idle machine. Each round asks every engine in turn, so that changes in its speed affect all alike. Figures
are medians. Here and in those engines, every move made is a node, quiescence included. Nodes alone reward a cheap
evaluation, so the time to a depth is also shown, although a depth means different things in two engines.

    python scripts/experiments/tournament_speed.py --rounds 5 --seconds 5
"""

from __future__ import annotations

import argparse
import time
from contextlib import ExitStack
from dataclasses import dataclass
from statistics import median

import chess
import chess.engine
from common.positions import middlegame
from common.table import Cell, Table
from oddsfish.matches.experiment import find, own_engine, read_command
from oddsfish.protocols.commands.arguments import number

THREADS = (1, 2)


@dataclass(frozen=True)
class Anchor:
    """An engine to compare with: its name and its program."""

    name: str
    program: str


ANCHORS = (Anchor("Ethereal", "ethereal-chess"), Anchor("Stockfish", "stockfish"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default=own_engine(), help="its command (default: the one that is installed)")
    parser.add_argument("--rounds", type=number(1), default=5, metavar="N", help="default: %(default)s")
    parser.add_argument("--seconds", type=float, default=5, help="of each search (default: %(default)s)")
    parser.add_argument("--depth", type=number(1), default=16, metavar="N", help="plies (default: %(default)s)")
    parser.add_argument("--positions", type=number(1), default=10, metavar="N", help="beside the start position")
    parser.add_argument("--hash", type=number(1), default=64, metavar="MB", help="of all (default: %(default)s)")
    arguments = parser.parse_args()
    commands = {"Oddsfish": read_command(parser, arguments.engine)}
    for anchor in ANCHORS:
        if (place := find(anchor.program)) is None:
            print(f"Not installed, and left out: {anchor.program}", flush=True)
        else:
            commands[anchor.name] = [place]
    boards = [chess.Board()] + [chess.Board(middlegame(1, place).fen()) for place in range(arguments.positions)]
    with ExitStack() as stack:
        engines = {
            (name, threads): stack.enter_context(start(parser, command))
            for name, command in commands.items()
            for threads in THREADS
        }
        for (_, threads), engine in engines.items():
            engine.configure({"Threads": threads, "Hash": arguments.hash})
        print(*(f"{table}\n" for table in measure(engines, boards, arguments)), sep="\n")
    return 0


def start(parser: argparse.ArgumentParser, command: list[str]) -> chess.engine.SimpleEngine:
    try:
        return chess.engine.SimpleEngine.popen_uci(command)
    except (OSError, chess.engine.EngineError, TimeoutError) as error:
        reason = (isinstance(error, OSError) and error.strerror) or error
        parser.error(f"{command[0]} cannot be started: {reason}")


Engines = dict[tuple[str, int], chess.engine.SimpleEngine]


def measure(engines: Engines, boards: list[chess.Board], arguments: argparse.Namespace) -> list[Table]:
    speeds: dict[tuple[str, int], list[list[float]]] = {key: [[], []] for key in engines}
    times: dict[tuple[str, int], list[float]] = {key: [] for key in engines}
    for _ in range(arguments.rounds):
        for key, engine in engines.items():
            speeds[key][0].append(speed(engine, boards[0], arguments.seconds))
            shorter = arguments.seconds / max(1, len(boards) - 1)
            speeds[key][1].append(median(speed(engine, board, shorter) for board in boards[1:] or boards))
            times[key].append(sum(time_to(engine, board, arguments.depth) for board in boards))
    rows: list[tuple[Cell, ...]] = []
    for key in engines:
        name, threads = key
        first, others = (median(found) / 1e6 for found in speeds[key])
        one, few = (median(found) / 1e6 for found in speeds[name, 1])
        label = f"{name}, {threads} thread{'s' * (threads > 1)}"
        rows.append((label, first, first / one, others, others / few, median(times[key])))
    title = f"Nodes a second, {arguments.seconds:g} s, and seconds to depth {arguments.depth} of all positions"
    columns = ("engine", "start, M/s", "of one thread's", f"{len(boards) - 1} others, M/s", "of one's", "s to depth")
    found = [Table("speed", title, columns, rows)]
    ours = median(speeds["Oddsfish", 1][0])
    ratios: list[tuple[Cell, ...]] = [
        (f"of {name}'s, start position, one thread", ours / median(speeds[name, 1][0]))
        for name, threads in engines
        if threads == 1 and name != "Oddsfish"
    ]
    return [*found, Table("ratios", "Nodes a second of Oddsfish", ("", "ratio"), ratios)] if ratios else found


def speed(engine: chess.engine.SimpleEngine, board: chess.Board, seconds: float) -> float:
    """Nodes a second by the engine's last report, with an empty table."""
    info = engine.analyse(board, chess.engine.Limit(time=seconds), game=object())
    return info["nodes"] / max(info["time"], 1e-3)


def time_to(engine: chess.engine.SimpleEngine, board: chess.Board, depth: int) -> float:
    began = time.monotonic()
    engine.analyse(board, chess.engine.Limit(depth=depth), game=object())
    return time.monotonic() - began


if __name__ == "__main__":
    raise SystemExit(main())
