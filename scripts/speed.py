"""How fast this machine's build is, beside Stockfish in the same run: perft, and the searches on chess and Connect-4.

Run it on an idle machine. Each figure is the median of several rounds; a round measures everything once, in turn, so
that a machine whose speed drifts treats all alike. Stockfish's `go perft` is the yardstick: a ratio says more than
nodes per second do.
"""

from __future__ import annotations

import argparse
import platform
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from oddsfish.engine import ChessPosition, Connect4Position, Limits, analyse
from oddsfish.engine.about import COMPILER, FLAGS, VERSION

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
ALPHABETA_RATIO = 8 * 7.2 / 310  # eight times what OpenSpiel's alpha-beta in C++ has done where Stockfish did 310


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
    nodes = position.count_sequences(depth)
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
    parser.add_argument("--rounds", type=int, default=5, help="how often everything is measured (default 5)")
    arguments = parser.parse_args()
    if arguments.rounds < 1:
        parser.error("--rounds is 1 or more")
    if arguments.stockfish is None or shutil.which(arguments.stockfish) is None:
        parser.error("no Stockfish found; install it, or name it with --stockfish")
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
    print(f"| measured | Oddsfish, M nodes/s | {stockfish} perft, M nodes/s | ratio | wanted |")
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
