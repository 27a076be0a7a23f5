"""Run a match and watch its processes: CPU of the runner for each move, cores left to the engines, leaks.

Everything after -- is the command line of scripts/match.py. Linux only: it reads /proc.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from oddsfish.matches.score.figures import percent

MATCH = str(Path(__file__).resolve().parents[1] / "match.py")
TICKS = os.sysconf("SC_CLK_TCK")  # of CPU time, in a second
PAGE = os.sysconf("SC_PAGE_SIZE")
PERIOD = 1.0  # seconds from one look to the next


@dataclass
class Process:
    """One process as it was last seen: CPU in seconds, memory in bytes, open files."""

    parent: int
    session: int
    cpu: float
    memory: int
    files: int


def look() -> dict[int, Process]:
    """Every process of this machine."""
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = folder.joinpath("stat").read_text().rpartition(")")[2].split()
                files = len(list(folder.joinpath("fd").iterdir()))
            except OSError:
                continue  # it has ended meanwhile
            cpu = (int(fields[11]) + int(fields[12])) / TICKS
            found[int(folder.name)] = Process(int(fields[1]), int(fields[3]), cpu, int(fields[21]) * PAGE, files)
    return found


def family(processes: dict[int, Process], ancestor: int) -> dict[int, Process]:
    """A process and all that descend from it."""
    found = {ancestor} & processes.keys()
    while more := {pid for pid, each in processes.items() if each.parent in found} - found:
        found |= more
    return {pid: processes[pid] for pid in found}


@dataclass
class Watch:
    """What was seen of a match. The runner's processes share its session, each engine has one of its own."""

    places: int
    runner: int = 0
    session: int = 0
    under_way: int = 0
    moves: int = 0
    games: int = 0
    faults: list[str] = field(default_factory=list)
    cpu: dict[int, float] = field(default_factory=dict)  # of each process, the last that was seen
    engines: set[int] = field(default_factory=set)
    memory: list[int] = field(default_factory=list)  # of the runner's processes, look by look
    files: list[int] = field(default_factory=list)
    most: int = 0  # processes at once
    full: float = 0.0  # seconds in which all places were taken
    used: float = 0.0  # CPU seconds of the engines in them

    def take(self) -> float:
        """Look at all processes once. Return the CPU seconds of all engines since the last look."""
        seen = family(look(), self.runner)
        own = {pid for pid, each in seen.items() if each.session == self.session}
        self.engines |= seen.keys() - own
        used = sum(seen[pid].cpu - self.cpu.get(pid, 0.0) for pid in seen.keys() - own)
        self.cpu |= {pid: each.cpu for pid, each in seen.items()}
        self.memory.append(sum(seen[pid].memory for pid in own))
        self.files.append(sum(seen[pid].files for pid in own))
        self.most = max(self.most, len(seen))
        return used

    def heed(self, line: str) -> None:
        """Note what a line of the runner's output says."""
        if line.startswith("Started game"):
            self.under_way += 1
        elif line.startswith("Finished game"):
            self.under_way -= 1
            self.games += 1
        elif found := re.search(r": (\d+) moves, ", line):
            self.moves += int(found[1])
        elif re.search(r" lost \d+ by ", line):
            self.faults.append(line)

    def run(self, words: Sequence[str]) -> int:
        """Play the match; return the exit status of the runner."""
        with subprocess.Popen([sys.executable, MATCH, *words], stdout=subprocess.PIPE, text=True) as runner:
            self.runner, self.session = runner.pid, os.getsid(runner.pid)
            reader = threading.Thread(target=self.listen, args=(runner,))
            reader.start()
            last = time.monotonic()
            while runner.poll() is None:
                time.sleep(PERIOD)
                was_full = self.under_way == self.places
                used, now = self.take(), time.monotonic()
                if was_full and self.under_way == self.places:
                    self.full += now - last
                    self.used += used
                last = now
            reader.join()
        return runner.returncode

    def listen(self, runner: subprocess.Popen[str]) -> None:
        assert runner.stdout
        for line in runner.stdout:
            self.heed(line.rstrip())
            if not line.startswith(("Started", "Finished game", "Score of")):
                print(line, end="", flush=True)

    def report(self) -> list[str]:
        cost = sum(cpu for pid, cpu in self.cpu.items() if pid not in self.engines)
        quarter = max(1, len(self.memory) // 4)
        left = [pid for pid in self.engines if Path("/proc", str(pid)).exists()]
        share = self.used / (self.full * self.places) if self.full else None
        return [
            f"games: {self.games}, moves: {self.moves}, faults: {'; '.join(self.faults) or 'none'}",
            f"CPU of the runner: {cost:.2f} s, {1000 * cost / max(1, self.moves):.3f} ms a move",
            f"share of {self.places} cores used by the engines while {self.places} games were under way: "
            f"{percent(share, digits=2)} ({self.full:.0f} s)",
            f"memory of the runner: {peak(self.memory[quarter : 2 * quarter]) / 2**20:.1f} MiB at most in the second "
            f"quarter of the time, {peak(self.memory[-quarter:]) / 2**20:.1f} MiB in the last",
            f"open files of the runner: {peak(self.files[quarter : 2 * quarter])}, then {peak(self.files[-quarter:])}",
            f"processes at once: {self.most}; engine processes in all: {len(self.engines)}, left over: {len(left)}",
        ]


def peak(values: Sequence[int]) -> int:
    return max(values, default=0)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--places", type=int, default=2, help="games at once, as in -concurrency (default: %(default)s)"
    )
    parser.add_argument("words", nargs=argparse.REMAINDER, help="-- and the command line of scripts/match.py")
    arguments = parser.parse_args()
    watch = Watch(arguments.places)
    words = [word for word in arguments.words if word != "--"]
    status = watch.run([*words, "-concurrency", str(arguments.places)])
    print("\n".join(watch.report()))
    return status


if __name__ == "__main__":
    raise SystemExit(main())
