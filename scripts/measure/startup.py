"""The time from launch to uciok and readyok, as a multiple of the bare interpreter's: medians, measured in turn."""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from pathlib import Path


def bare(python: str) -> float:
    """Seconds until `python -c pass` has ended."""
    began = time.perf_counter()
    subprocess.run([python, "-c", "pass"], check=True)
    return time.perf_counter() - began


def until(engine: str, command: str, answer: str) -> float:
    """Seconds until the engine, just launched, has answered a command."""
    began = time.perf_counter()
    with subprocess.Popen([engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin and process.stdout
        process.stdin.write(command + "\n")
        process.stdin.flush()
        if not any(line.strip() == answer for line in process.stdout):
            raise SystemExit(f"{engine} ended without {answer}")
        took = time.perf_counter() - began
        process.stdin.close()
        process.wait()
    return took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=50, help="how often each is launched (default: %(default)s)")
    parser.add_argument(
        "--python", default=sys.executable, help="the interpreter that the command oddsfish is installed beside"
    )
    arguments = parser.parse_args()
    engine = str(Path(arguments.python).parent / "oddsfish")
    if not Path(engine).exists():
        parser.error(f"no {engine}; install Oddsfish there, or name another interpreter with --python")
    until(engine, "isready", "readyok")  # once, so that everything is compiled and in the cache
    times = [
        (
            bare(arguments.python),
            until(engine, "uci", "uciok"),
            until(engine, "isready", "readyok"),
        )
        for _ in range(arguments.pairs)
    ]
    base, uciok, readyok = (1000 * statistics.median(column) for column in zip(*times, strict=True))
    print(f"python -c pass: {base:.1f} ms")
    print(f"launch to uciok: {uciok:.1f} ms, {statistics.median(b / a for a, b, _ in times):.2f} times that")
    print(f"launch to readyok: {readyok:.1f} ms, {statistics.median(c / a for a, _, c in times):.2f} times that")


if __name__ == "__main__":
    main()
