"""The match runner as its user sees it: a command line, a process, files; and what it leaves running."""

from __future__ import annotations

import io
import os
import shlex
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import chess.pgn
from fake_engine import processes

ROOT = Path(__file__).resolve().parent.parent
FAKE = ROOT / "tests" / "fake_engine.py"
SCRIPT = ROOT / "scripts" / "match.py"
PATIENCE = 30.0  # seconds for what should end
VANISHING = 8.0  # seconds in which every process of a match that was killed must be gone
TRACKER = 1.0  # seconds that multiprocessing's resource tracker may take to see that its users are gone
PYTHON_ONLY = "-I -S"  # of Python's options: a fake engine needs no packages, and starts sooner without


def fake(*words: str, chess: bool = False) -> str:
    """The args= of a fake engine; chess: whether it plays chess, for which it must find python-chess."""
    return shlex.join([*(() if chess else PYTHON_ONLY.split()), str(FAKE), *words, *(["line=chess"] if chess else [])])


def engine(name: str, *words: str, chess: bool = False) -> list[str]:
    """A fake engine on the command line."""
    return ["-engine", f"cmd={sys.executable}", f"args={fake(*words, chess=chess)}", f"name={name}"]


@dataclass(frozen=True)
class Finished:
    """The exit status and the output of a run of the runner."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


class MatchProcess:
    """A running match. As a context manager it checks that no process is left. piped: the caller reads stdout."""

    def __init__(self, *words: str, where: Path, piped: bool = False) -> None:
        self.mark = f"ODDSFISH_MATCH={uuid.uuid4().hex}"
        name, _, value = self.mark.partition("=")
        self.where = where
        self.out = (where / "stdout.txt").open("w+")
        self.err = (where / "stderr.txt").open("w+")
        self.process = subprocess.Popen(
            [sys.executable, str(SCRIPT), *words],
            cwd=where,
            env={**os.environ, name: value},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE if piped else self.out,
            stderr=self.err,
        )

    def said(self) -> str:
        return Path(self.out.name).read_text()

    def wait_for(self, text: str, times: int = 1, patience: float = PATIENCE) -> None:
        """Wait until a text is in the output so many times."""
        self.wait_until(lambda: self.said().count(text) >= times, text, patience)

    def wait_until(self, happened: Callable[[], bool], what: str, patience: float = PATIENCE) -> None:
        until = time.monotonic() + patience
        while not happened():
            said = self.said() + Path(self.err.name).read_text()
            assert self.process.poll() is None, f"ended without {what!r}: {said}"
            assert time.monotonic() < until, f"no {what!r} within {patience} s: {said}"
            time.sleep(0.005)

    def signal(self, number: int) -> None:
        self.process.send_signal(number)

    def children(self) -> list[int]:
        """Every process of this match but the runner itself."""
        return [number for number in processes(self.mark) if number != self.process.pid]

    def workers(self) -> list[int]:
        return [number for number in self.children() if "spawn_main" in command_line(number)]

    def engines(self) -> list[int]:
        return [number for number in self.children() if str(FAKE) in command_line(number)]

    def finish(self, patience: float = PATIENCE) -> Finished:
        """Wait for its end."""
        status = self.process.wait(patience)
        return Finished(status, self.said(), Path(self.err.name).read_text())

    def left(self, patience: float = 0.0) -> list[str]:
        """The command lines of the processes of this match left after so much time; sooner if there are none."""
        until = time.monotonic() + patience
        while (found := list(processes(self.mark))) and time.monotonic() < until:
            time.sleep(0.02)
        return [command_line(number) for number in found]

    def __enter__(self) -> MatchProcess:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        self.out.close()
        self.err.close()
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
            assert kind is not None, "the runner is still there"
        killed = self.process.returncode == -signal.SIGKILL
        engines = [] if killed else self.engines()
        left = self.left(VANISHING if killed else TRACKER)
        for number in processes(self.mark):
            os.kill(number, signal.SIGKILL)
        assert kind is not None or (engines == [] and left == []), left


def command_line(process: int) -> str:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def run_match(*words: str, where: Path, patience: float = PATIENCE) -> Finished:
    """Run a match to its end; no process may be left."""
    with MatchProcess(*words, where=where) as match:
        return match.finish(patience)


def read_pgn(path: Path) -> list[chess.pgn.Game]:
    """All games of a PGN file, which must have no errors."""
    return parse_pgn(path.read_text(encoding="utf-8"))


def parse_pgn(text: str) -> list[chess.pgn.Game]:
    file = io.StringIO(text)
    games = []
    while (game := chess.pgn.read_game(file)) is not None:
        assert game.errors == [], game.errors
        games.append(game)
    return games


def outline(games: Sequence[chess.pgn.Game]) -> list[tuple[str, ...]]:
    """The parts of every game that a schedule decides: its number and round, its players, its opening."""
    keys = ("GameNumber", "Round", "White", "Black", "FEN")
    return sorted(tuple(game.headers.get(key, "") for key in keys) for game in games)
