"""scripts/measure/speed.py, which compares two builds: its arithmetic, its order, its verdict."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from script_process import SCRIPTS, load

SCRIPT = SCRIPTS["speed"]
NOISE = (1.0, 1.004, 0.997, 1.01, 0.992, 1.001, 0.999, 1.3, 1.002, 0.996, 1.0, 1.005, 0.7, 0.998, 1.003)

speed = load(SCRIPT)


@pytest.mark.parametrize(
    ("factor", "verdict"), [(1.0, ""), (1.01, ""), (1.05, "slower"), (0.95, "faster"), (2.0, "slower")]
)
def test_only_what_is_slower_for_sure_is_called_so(factor: float, verdict: str) -> None:
    theirs = [0.15 * noise for noise in NOISE]
    ours = [0.15 * noise * factor for noise in reversed(NOISE)]
    found = speed.ratio(ours, theirs)
    assert found.low <= found.middle <= found.high
    assert found.middle == pytest.approx(1 / factor, rel=0.01)
    assert found.verdict == verdict
    assert found == speed.ratio(ours, theirs)


def test_two_disturbed_rounds_in_fifteen_change_nothing() -> None:
    found = speed.ratio([0.1] * 13 + [0.3, 0.5], [0.1] * 15)
    assert (found.low, found.middle, found.high) == (1, 1, 1)


class MadeUp:
    """A build that takes as long as it is told to."""

    log: list[str] = []  # noqa: RUF012 -- of all builds, in order

    def __init__(self, python: str) -> None:
        self.name = python
        self.slowness = 1.1 if python == sys.executable else 1.0

    def measure(self, name: str, times: int) -> float:
        if name == "perft 5, start position":
            MadeUp.log.append(self.name)
        return 0.01 * times * (self.slowness if name == "AlphaBeta, chess" else 1.0)

    def close(self) -> None:
        pass


def test_a_fall_is_named_and_fails(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(speed, "Build", MadeUp)
    MadeUp.log.clear()
    assert speed.compare("other", 4) == 1
    printed = capsys.readouterr().out
    assert printed.endswith("slower: AlphaBeta, chess\n")
    assert f"ours: {sys.executable}\ntheirs: other\n" in printed
    ours, theirs = sys.executable, "other"
    assert MadeUp.log == [ours, *[ours, theirs, theirs, ours] * 2]  # settled first, then A B, B A, A B, B A


def test_the_worker_measures_what_it_is_asked() -> None:
    asked = "".join(json.dumps([name, 1]) + "\n" for name in ("perft 4, Kiwipete", "Expectimax, HiLo"))
    done = subprocess.run([sys.executable, SCRIPT, "--worker"], input=asked, capture_output=True, text=True, check=True)
    build, *times = done.stdout.splitlines()
    assert speed.FLAGS in build
    assert len(times) == 2
    assert all(0 < float(seconds) < 60 for seconds in times)


def test_an_interpreter_without_a_build_is_said_so(tmp_path: Path) -> None:
    python = tmp_path / "python"
    python.write_text("#!/bin/sh\nexit 1\n")
    python.chmod(0o755)
    done = subprocess.run(
        [sys.executable, SCRIPT, "--against", python, "--rounds", "1"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == f"speed: {python} has no build that can be measured"
