"""Try an installed Oddsfish in less than a minute, with Python's standard library alone. Each wheel must pass it.

    python scripts/platforms/smoke.py
    python scripts/platforms/smoke.py oddsfish

The arguments are the command to try; by default, it is the module of the Python that runs this script. Each check is a
line. The exit status is 1 if one fails.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SECONDS = 60.0  # that a command may take


class Failed(Exception):
    """A check has failed: what was seen instead of what was expected."""


def say(command: list[str], *words: str, given: str = "") -> str:
    """Run the command; return its stdout and stderr. Failed if it fails."""
    done = subprocess.run(
        [*command, *words], input=given, capture_output=True, text=True, encoding="utf-8", timeout=SECONDS, check=False
    )
    if done.returncode or "Traceback" in done.stderr:
        raise Failed(f"exit status {done.returncode}: {(done.stdout + done.stderr)[-300:]!r}")
    return done.stdout + done.stderr


def expect(pattern: str, text: str) -> None:
    if re.search(pattern, text, re.MULTILINE) is None:
        raise Failed(f"no {pattern} in {text[-300:]!r}")


def version(command: list[str]) -> None:
    expect(r"^Oddsfish \d", say(command, "--version"))


def rules(command: list[str]) -> None:
    """Kiwipete, whose count is well known (the Chess Programming Wiki, Perft Results)."""
    fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    expect("4085603", say(command, "perft", "4", fen))


def conversation(command: list[str]) -> None:
    """That of a GUI: the engine finds a mate, and `quit` ends it."""
    mate = "position fen 6k1/5ppp/8/8/8/8/5PPP/1R2R1K1 w - - 0 1"
    text = say(command, given=f"uci\nisready\n{mate}\ngo depth 6\nisready\nquit\n")
    for pattern in (r"^uciok", r"^readyok", r"score mate 2|score mate 1", r"^bestmove (b1b8|e1e8)"):
        expect(pattern, text)


def searches(command: list[str]) -> None:
    """Several searches in one process."""
    names = ("Minimax", "AlphaBeta", "Expectimax", "Risk", "PVS")
    asked = [f"setoption name Search value {name}\nposition startpos moves e2e4\ngo depth 2" for name in names]
    text = say(command, given="\n".join(["uci", *asked, "isready", "quit", ""]))
    if len(re.findall(r"^bestmove ", text, re.MULTILINE)) != len(names):
        raise Failed(f"not {len(names)} moves: {text[-300:]!r}")


def threads(command: list[str]) -> None:
    expect(r"^bestmove ", say(command, given="setoption name Threads value 2\nposition startpos\ngo movetime 500\n"))


def solver(command: list[str]) -> None:
    """A position of Pascal Pons's test sets (blog.gamesolver.org), and its score."""
    expect(r" -1$", say(command, "connect4", "solve", given="2252576253462244111563365343671351441\n"))


def match(command: list[str]) -> None:
    """Processes, locks and files: two games are played and written."""
    player = ["-engine", f"cmd={command[0]}", *(f"arg={word}" for word in command[1:]), "depth=2"]
    with tempfile.TemporaryDirectory() as folder:
        games = Path(folder, "games.pgn")
        say(
            command,
            "match",
            *player,
            "name=A",
            *player,
            "name=B",
            "-each",
            "tc=inf",
            "-games",
            "2",
            "-pgnout",
            str(games),
        )
        if games.read_text(encoding="utf-8").count("[Result ") != 2:
            raise Failed("not two games were written")


CHECKS = (version, rules, conversation, searches, threads, solver, match)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "words", nargs=argparse.REMAINDER, metavar="WORD", help="the command to try (default: this Python's module)"
    )
    command = parser.parse_args().words or [sys.executable, "-m", "oddsfish"]
    failed = False
    for check in CHECKS:
        began = time.perf_counter()
        try:
            check(command)
            said = "ok"
        except (Failed, OSError, subprocess.TimeoutExpired) as failure:
            failed = True
            said = f"FAILED: {failure}"
        print(f"{check.__name__}: {said} ({time.perf_counter() - began:.1f} s)", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
