"""What does a move of a match cost in addition to its search? It measures the engine, our runner and fastchess.

Both sides are Oddsfish, with --nodes for each move, and both runners play the same openings. A row has the processor
time of a move, in milliseconds, of all processes together:

- search: the search alone, as the engine times it;
- engine: one engine that searches the same positions through a pipe; minus the search, this is its overhead;
- match, fastchess: a match; minus the engine, this is the overhead of the runner.

With --tc, both runners play by the clock, and losses on time are counted. Run it on an idle machine.

    python scripts/measure/match_speed.py --fastchess ../fastchess/fastchess
    python scripts/measure/match_speed.py --fastchess ../fastchess/fastchess --tc 0.2+0.002 --games 2000
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import chess
import chess.pgn
from oddsfish.engine import ChessPosition, Limits
from oddsfish.engine.session import Session
from oddsfish.engine.support.worker import call
from oddsfish.matches.experiment import own_engine

PLIES = 8  # of each opening, at random
HASH = "8"  # MiB
ASKED = 12  # games whose positions are searched for the rows without a match


@dataclass(frozen=True)
class Played:
    """What a runner did. seconds: on the clock. processor: seconds of all its processes. late: losses on time."""

    games: int
    moves: int
    seconds: float
    processor: float
    late: int


def openings(count: int) -> list[str]:
    """Random positions in which the game goes on."""
    chooser = random.Random(1)
    found: list[str] = []
    while len(found) < count:
        board = chess.Board()
        while board.ply() < PLIES and not board.is_game_over():
            board.push(chooser.choice(list(board.legal_moves)))
        if not board.is_game_over():
            found.append(board.epd())
    return found


def run_match(command: Sequence[str], pgn: Path, where: Path) -> Played:
    """Run a match to its end; SystemExit if it fails."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(command, cwd=where, capture_output=True, text=True, check=False)
    seconds, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise SystemExit(f"match_speed: {command[0]} failed: {(done.stderr or done.stdout).strip()[-300:]}")
    games = moves = late = 0
    with pgn.open() as file:
        while game := chess.pgn.read_game(file):
            games += 1
            moves += sum(1 for _ in game.mainline_moves())
            late += game.headers.get("Termination", "").startswith("time")
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Played(games, moves, seconds, processor, late)


def positions(pgn: Path) -> list[list[str]]:
    """For each move of one side in some games: the FEN of the start, and the moves before it."""
    found = []
    with pgn.open() as file:
        for _ in range(ASKED):
            game = chess.pgn.read_game(file)
            if game is None:
                break
            moves = [move.uci() for move in game.mainline_moves()]
            fen = game.headers.get("FEN", chess.STARTING_FEN)
            found += [[fen, *moves[:ply]] for ply in range(0, len(moves), 2)]
    return found


def time_search(asked: Sequence[Sequence[str]], nodes: int) -> float:
    """The mean time of a search, in milliseconds."""
    session = Session(ChessPosition())
    session.options.set("Hash", HASH)

    def search() -> float:
        total = 0.0
        for fen, *moves in asked:
            position = ChessPosition(fen)
            for move in moves:
                position.play(move)
            session.set_position(position)
            total += session.search(Limits(nodes=nodes), lines=1).seconds
        return total

    # All on one thread with a deep stack, as in an engine. To wake another thread for each search would take longer.
    return 1000 * call(search, session.stop) / len(asked)


def time_engine(command: Sequence[str], asked: Sequence[Sequence[str]], nodes: int) -> float:
    """Milliseconds of processor time that an engine takes for a move, asked through a pipe."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as engine:
        assert engine.stdin is not None and engine.stdout is not None

        def ask(*lines: str, answer: str) -> None:
            assert engine.stdin is not None and engine.stdout is not None
            engine.stdin.write("".join(f"{line}\n" for line in lines))
            engine.stdin.flush()
            while not engine.stdout.readline().startswith(answer):
                pass

        ask("uci", f"setoption name Hash value {HASH}", "isready", answer="readyok")
        before = processor_time(engine.pid)
        for fen, *moves in asked:
            played = f" moves {' '.join(moves)}" if moves else ""
            ask(f"position fen {fen}{played}", f"go nodes {nodes}", answer="bestmove")
        spent = processor_time(engine.pid) - before
        engine.stdin.write("quit\n")
    return 1000 * spent / len(asked)


def processor_time(process: int) -> float:
    """The processor time of a process in seconds, from /proc of Linux."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fastchess", type=Path, help="its program, which you have built")
    parser.add_argument("--games", type=int, default=400, help="of each match, an even number (default: %(default)s)")
    parser.add_argument("--concurrency", type=int, default=2, help="games at the same time (default: %(default)s)")
    limits = parser.add_mutually_exclusive_group()
    limits.add_argument("--nodes", type=int, default=5000, help="for each move (default: %(default)s)")
    limits.add_argument("--tc", help="a time control in place of nodes, such as 0.2+0.002")
    arguments = parser.parse_args()
    control = ["tc=inf", f"nodes={arguments.nodes}"] if arguments.tc is None else [f"tc={arguments.tc}"]
    rounds = arguments.games // 2
    if arguments.fastchess and not arguments.fastchess.is_file():
        parser.error(f"there is no program {arguments.fastchess}")
    if arguments.games < 2 or arguments.games % 2:
        parser.error("--games is an even number from 2 on")
    engine = own_engine()
    if not engine:
        parser.error("no oddsfish is installed beside this Python or on PATH")
    with tempfile.TemporaryDirectory() as folder:
        where = Path(folder)
        (where / "openings.epd").write_text("\n".join(openings(rounds)) + "\n")
        words = [word for name in "AB" for word in ("-engine", f"cmd={engine}", f"name={name}", f"option.Hash={HASH}")]
        words += ["-each", *control, "-rounds", str(rounds), "-games", "2", "-repeat"]
        words += ["-openings", "file=openings.epd", "format=epd", "-concurrency", str(arguments.concurrency)]
        runners = {"match": [sys.executable, "-m", "oddsfish", "match", *words, "-pgnout", "match.pgn"]}
        if arguments.fastchess:
            runners["fastchess"] = [str(arguments.fastchess.absolute()), *words, "-pgnout", "file=fastchess.pgn"]
        print(f"{'':10}{'ms a move':>10}{'games/h':>10}{'games':>8}{'moves':>9}{'late':>6}")
        for name, command in runners.items():
            played = run_match(command, where / f"{name}.pgn", where)
            each, hourly = 1000 * played.processor / played.moves, 3600 * played.games / played.seconds
            print(f"{name:10}{each:10.2f}{hourly:10.0f}{played.games:8}{played.moves:9}{played.late:6}", flush=True)
        if arguments.tc is None:
            asked = positions(where / "match.pgn")
            print(f"{'engine':10}{time_engine([engine], asked, arguments.nodes):10.2f}")
            print(f"{'search':10}{time_search(asked, arguments.nodes):10.2f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
