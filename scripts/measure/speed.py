"""How fast is this build, compared with Stockfish's perft or with another build? It measures perft and searches.

Run it on an idle machine. A round measures everything once, in turn, so that changes in the machine's speed affect all
alike. With Stockfish, each figure is the median of several rounds. It is compared with `go perft` of Stockfish in the
same run, as a ratio says more than nodes per second.

--against PYTHON is the interpreter of an environment in which another build is installed. In each round, two new
processes, one of each build, measure the same in turn, in seconds of processor time. What counts is the ratio of two
consecutive measures. This build is slower if the 95 % interval of the median ratio lies below 0.98. Then the exit
status is 1.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, log
from pathlib import Path
from statistics import median
from typing import Any

from oddsfish.engine import ChessPosition, Connect4Position, HiloPosition, Limits, PythonPosition, Win, analyse
from oddsfish.engine.about import COMPILER, FLAGS, VERSION
from oddsfish.engine.about import __file__ as about_file

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
MIDDLEGAME = "r1bqkbnr/ppp2ppp/2np4/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4"
PERFT_RATIO = 1.6  # wanted, of Stockfish's speed in the same position
SEARCH_RATIO = 50 / 310  # wanted, of Stockfish's speed in the start position
SEARCH_DEPTH = 5
# Connect-4 from the empty board; wanted, of Stockfish's speed in the start position.
CONNECT4_DEPTH = 8
CONNECT4_TIMES = 8  # in a row: one alone takes too little time to be measured well
WINDOWS_RATIO = 90 / 310  # with both terms of the evaluation, to a full board
FOUR_RATIO = 150 / 310  # with the test for four in a row alone
ALPHABETA_DEPTH = 12
ALPHABETA_RATIO = 8 * 7.2 / 310  # eight times OpenSpiel's alpha-beta in C++, with 7.2 M nodes/s where Stockfish had 310

# Beside another build.
ROUNDS = 5
ROUNDS_AGAINST = 15
FALL = 0.98  # a ratio below this is a fall; smaller changes come from how code happens to lie in memory
TARGET = 0.15  # the approximate seconds of one measurement
CONFIDENCE = 0.95
RESAMPLES = 4_000
HILO_DRAWS = 4


class Stockfish:
    """A running Stockfish, asked for perft only."""

    def __init__(self, command: str) -> None:
        self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.name = self.ask("uci", "id name ").removeprefix("id name ").strip()

    def ask(self, command: str, answer: str) -> str:
        if self.process.stdin is None or self.process.stdout is None:
            raise RuntimeError("no pipes")
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            if line.startswith(answer):
                return line
        raise SystemExit("speed: Stockfish ended without an answer")

    def perft(self, fen: str, depth: int) -> float:
        """Leaf nodes a second."""
        self.ask(f"position fen {fen}\nisready", "readyok")
        began = time.perf_counter()
        nodes = int(self.ask(f"go perft {depth}", "Nodes searched").split()[-1])
        return nodes / (time.perf_counter() - began)

    def close(self) -> None:
        self.process.communicate("quit\n")


def perft(fen: str, depth: int) -> float:
    """Leaf nodes a second."""
    position = ChessPosition(fen)
    began = time.perf_counter()
    nodes: int = position.count_sequences(depth)
    return nodes / (time.perf_counter() - began)


def search(name: str) -> float:
    """Nodes a second, leaves included."""
    result = analyse(ChessPosition(MIDDLEGAME), name, Limits(depth=SEARCH_DEPTH), {"Evaluation": "Simplified"})
    return result.nodes / result.seconds


def connect4(name: str, depth: int, rules: str, evaluation: str) -> float:
    """Nodes a second, leaves included."""
    limits = Limits(depth=depth)
    order = "left-to-right" if name == "Minimax" else "Auto"  # as in the programs that it is compared with
    options = {"Evaluation": evaluation, "Deepening": "false", "MoveOrder": order}
    results = [analyse(Connect4Position(rules=rules), name, limits, options) for _ in range(CONNECT4_TIMES)]
    return sum(result.nodes for result in results) / sum(result.seconds for result in results)


class TicTacToe(PythonPosition[int]):
    """A game in plain Python, to measure the calls from the compiled search to Python and back."""

    ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

    def __init__(self) -> None:
        self.board: list[int | None] = [None] * 9
        self.played: list[int] = []

    def moves(self) -> list[int]:
        return [square for square, disc in enumerate(self.board) if disc is None]

    def play(self, move: int) -> None:
        self.board[move] = self.player()
        self.played.append(move)

    def undo(self) -> None:
        self.board[self.played.pop()] = None

    def player(self) -> int:
        return len(self.played) % 2

    def ending(self) -> Win | float | None:
        for one, two, three in self.ROWS:
            if self.board[one] is not None and self.board[one] == self.board[two] == self.board[three]:
                return Win(1 - self.player())
        return 0.0 if len(self.played) == len(self.board) else None


# What is measured in both builds. It has long been public, so that old builds have it, too.


def chess_search(name: str, depth: int, **options: bool) -> Callable[[], object]:
    return lambda: analyse(
        ChessPosition(MIDDLEGAME), name, Limits(depth=depth), {"Evaluation": "Simplified", **options}
    )


def connect4_search(name: str, depth: int, evaluation: str, **rules: Any) -> Callable[[], object]:
    options = {"Evaluation": evaluation, "Deepening": "false"}
    return lambda: analyse(Connect4Position(**rules), name, Limits(depth=depth), options)


COMPARED: dict[str, Callable[[], object]] = {
    "perft 5, start position": lambda: ChessPosition(START).count_sequences(5),
    "perft 4, Kiwipete": lambda: ChessPosition(KIWIPETE).count_sequences(4),
    "Minimax, chess": chess_search("Minimax", 4),
    "Expectimax, chess": chess_search("Expectimax", 4),
    "AlphaBeta, chess": chess_search("AlphaBeta", 6),
    "AlphaBeta with Table, chess": chess_search("AlphaBeta", 6, Table=True),
    "Minimax, Connect-4, windows": connect4_search("Minimax", 7, "Windows", rules="fullboard"),
    "Minimax, Connect-4, four in a row": connect4_search("Minimax", 7, "Fours"),
    "AlphaBeta, Connect-4, four in a row": connect4_search("AlphaBeta", 11, "Fours"),
    "Expectimax, Connect-4, slip": connect4_search("Expectimax", 4, "Windows", weights=(1, 3, 1)),
    "Expectimax, HiLo": lambda: analyse(HiloPosition(7, draws=HILO_DRAWS), "Expectimax", Limits(depth=HILO_DRAWS)),
    "Minimax, tic-tac-toe in Python": lambda: analyse(TicTacToe(), "Minimax", Limits(depth=5)),
    "analyse at depth 1, chess": chess_search("Minimax", 1),
}


def timed(name: str, times: int) -> float:
    """Seconds of processor time for `times` calls in a row. Other programs on this machine hardly affect it."""
    call = COMPARED[name]
    began = time.process_time()
    for _ in range(times):
        call()
    return time.process_time() - began


def work() -> int:
    """Print what this build is. Then measure what each line of stdin asks for, until stdin ends."""
    print(f"{VERSION} ({COMPILER}, {FLAGS}), {Path(about_file).parent}", flush=True)
    for line in sys.stdin:
        name, times = json.loads(line)
        print(timed(name, times), flush=True)
    return 0


class Build:
    """A build that is measured: a running process of its interpreter."""

    def __init__(self, python: str) -> None:
        command = [python, str(Path(__file__).resolve()), "--worker"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.name = self.process.stdout.readline().strip() if self.process.stdout else ""
        if not self.name:
            raise SystemExit(f"speed: {python} has no build that can be measured")

    def measure(self, name: str, times: int) -> float:
        if self.process.stdin is None or self.process.stdout is None:
            raise RuntimeError("no pipes")
        print(json.dumps([name, times]), file=self.process.stdin, flush=True)
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit(f"speed: {self.name} ended while it was measured at {name}")
        return float(answer)

    def close(self) -> None:
        self.process.communicate()


@dataclass(frozen=True)
class Ratio:
    """The speed of ours, if theirs is 1: a median and its interval."""

    middle: float
    low: float
    high: float

    @property
    def verdict(self) -> str:
        return "slower" if self.high < FALL else "faster" if self.low > 1 / FALL else ""


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> Ratio:
    """The median ratio of paired times, with its bootstrap interval. One disturbed round hardly changes a median."""
    logs = [log(their / our) for our, their in zip(ours, theirs, strict=True)]
    chooser = random.Random(len(logs))  # the same times always give the same interval
    medians = sorted(median(chooser.choices(logs, k=len(logs))) for _ in range(RESAMPLES))
    cut = round((1 - CONFIDENCE) / 2 * RESAMPLES)
    return Ratio(exp(median(logs)), exp(medians[cut]), exp(medians[-1 - cut]))


def compare(python: str, rounds: int) -> int:
    """Measure this build and another in turn; return 1 if this one is slower anywhere."""
    ours = Build(sys.executable)
    times = {name: max(1, round(TARGET / ours.measure(name, 1))) for name in COMPARED}  # as often in a row for both
    ours.close()
    names = ("", "")
    seen: dict[str, tuple[list[float], list[float]]] = {name: ([], []) for name in COMPARED}
    began = time.monotonic()
    for number in range(rounds):
        left = f", {(time.monotonic() - began) / number * (rounds - number):.0f} s left" if number else ""
        print(f"round {number + 1} of {rounds}{left}", file=sys.stderr, flush=True)
        # New processes: the memory layout of a process would favour one build as long as the process lives.
        ours, theirs = Build(sys.executable), Build(python)
        for name in COMPARED:
            pair = [(ours, seen[name][0]), (theirs, seen[name][1])]
            for build, values in pair if number % 2 == 0 else pair[::-1]:  # neither is always the first
                values.append(build.measure(name, times[name]))
        names = (ours.name, theirs.name)
        ours.close()
        theirs.close()
    print("ours: {}\ntheirs: {}\n".format(*names))
    ratios = {name: ratio(*values) for name, values in seen.items()}
    print("| measured | ours, ms | theirs, ms | speed, theirs being 1 | 95 % interval | |")
    print("|---|---:|---:|---:|---:|---|")
    for name, found in ratios.items():
        middle = [f"{median(values) / times[name] * 1000:.3g}" for values in seen[name]]
        interval = f"{found.low:.3f} to {found.high:.3f}"
        print(f"| {name} | {' | '.join(middle)} | {found.middle:.3f} | {interval} | {found.verdict} |")
    slower = [name for name, found in ratios.items() if found.verdict == "slower"]
    print(f"\nslower: {', '.join(slower) or 'nothing'}")
    return 1 if slower else 0


def find_stockfish() -> str | None:
    return shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")


def processor() -> str:
    info = Path("/proc/cpuinfo")
    for line in info.read_text().splitlines() if info.exists() else ():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stockfish", default=find_stockfish(), help="its command (default: found on the PATH)")
    parser.add_argument("--rounds", type=int, help=f"how often (default {ROUNDS}, {ROUNDS_AGAINST} with --against)")
    parser.add_argument("--against", metavar="PYTHON", help="the interpreter that has another build")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)  # what --against starts
    arguments = parser.parse_args()
    if arguments.worker:
        return work()
    if arguments.rounds is None:
        arguments.rounds = ROUNDS_AGAINST if arguments.against else ROUNDS
    if arguments.rounds < 1:
        parser.error("--rounds is 1 or more")
    if arguments.against:
        if shutil.which(arguments.against) is None:
            parser.error(f"no interpreter {arguments.against}")
        return compare(arguments.against, arguments.rounds)
    if arguments.stockfish is None or shutil.which(arguments.stockfish) is None:
        parser.error(
            f"there is no program {arguments.stockfish or 'stockfish'}: install Stockfish, or name it with --stockfish"
        )
    stockfish = Stockfish(arguments.stockfish)
    measures: dict[str, Callable[[], float]] = {
        "stockfish start": lambda: stockfish.perft(START, 6),
        "perft start": lambda: perft(START, 6),
        "stockfish kiwipete": lambda: stockfish.perft(KIWIPETE, 5),
        "perft kiwipete": lambda: perft(KIWIPETE, 5),
        "minimax": lambda: search("Minimax"),
        "expectimax": lambda: search("Expectimax"),
        "windows": lambda: connect4("Minimax", CONNECT4_DEPTH, "fullboard", "Windows"),
        "four": lambda: connect4("Minimax", CONNECT4_DEPTH, "classic", "Fours"),
        "connect4 alphabeta": lambda: connect4("AlphaBeta", ALPHABETA_DEPTH, "classic", "Fours"),
    }
    seen: dict[str, list[float]] = {name: [] for name in measures}
    for number in range(1, arguments.rounds + 1):
        print(f"round {number} of {arguments.rounds}", file=sys.stderr, flush=True)
        for name, measure in measures.items():
            seen[name].append(measure() / 1e6)
    stockfish.close()
    report(stockfish.name, {name: median(values) for name, values in seen.items()})
    return 0


def report(stockfish: str, speed: dict[str, float]) -> None:
    print(f"Oddsfish {VERSION} ({COMPILER}, {FLAGS}), Python {platform.python_version()}, {processor()}\n")
    print(f"| measured | Oddsfish, M nodes/s | {stockfish} perft, M nodes/s | ratio | goal |")
    print("|---|---:|---:|---:|---:|")
    rows = (
        ("perft 6, start position", "perft start", "stockfish start", PERFT_RATIO),
        ("perft 5, Kiwipete", "perft kiwipete", "stockfish kiwipete", PERFT_RATIO),
        (f"Minimax, Simplified, depth {SEARCH_DEPTH}", "minimax", "stockfish start", SEARCH_RATIO),
        (f"Expectimax, Simplified, depth {SEARCH_DEPTH}", "expectimax", "stockfish start", SEARCH_RATIO),
        (f"Connect-4, Minimax, windows, depth {CONNECT4_DEPTH}", "windows", "stockfish start", WINDOWS_RATIO),
        (f"Connect-4, Minimax, four in a row, depth {CONNECT4_DEPTH}", "four", "stockfish start", FOUR_RATIO),
        (
            f"Connect-4, AlphaBeta, four in a row, depth {ALPHABETA_DEPTH}",
            "connect4 alphabeta",
            "stockfish start",
            ALPHABETA_RATIO,
        ),
    )
    for title, ours, theirs, wanted in rows:
        ratio = speed[ours] / speed[theirs]
        print(f"| {title} | {speed[ours]:.0f} | {speed[theirs]:.0f} | {ratio:.3g} | {wanted:.3g} |")


if __name__ == "__main__":
    raise SystemExit(main())
