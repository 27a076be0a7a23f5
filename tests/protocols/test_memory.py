"""The table keeps to its budget."""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path

import pytest
from engine_process import EngineProcess

MEGABYTE = 1024  # in the unit of /proc
BESIDES = 60  # MB for all that is not the table
SLACK = 1.1  # times the table


def resident(process: int) -> float:
    """The most memory that a process had in use, in MB."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    assert found
    return int(found[1]) / MEGABYTE


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize(
    ("size", "search", "seconds"),
    [
        (16, "AlphaBeta", 1),
        pytest.param(256, "AlphaBeta", 20, marks=pytest.mark.slow),
        pytest.param(1024, "Minimax", 60, marks=pytest.mark.slow),
        pytest.param(1024, "AlphaBeta", 60, marks=pytest.mark.slow),
        pytest.param(1024, "Expectimax", 60, marks=pytest.mark.slow),
    ],
)
def test_resident_memory_stays_within_the_budget(size: int, search: str, seconds: float) -> None:
    with EngineProcess() as engine:
        engine.send("setoption name Table value true", f"setoption name Hash value {size}")
        engine.send(f"setoption name Search value {search}", "isready")
        engine.expect("readyok$", 10)
        engine.send("go infinite")
        time.sleep(seconds)
        lines = engine.go("stop")
        most = resident(engine.process.pid)
        full = [value for line in lines for value in re.findall(r" hashfull (\d+)", line)][-1]
        print(f"Hash {size} {search}: {most:.0f} MB resident, table {int(full) / 10:.0f} % full")
        assert most < SLACK * size + BESIDES


def test_a_new_size_gives_the_old_memory_back() -> None:
    with EngineProcess() as engine:
        engine.send("setoption name Search value AlphaBeta", "setoption name Table value true")
        for size in (256, 128, 64, 200, 16):
            engine.send(f"setoption name Hash value {size}", "go movetime 200")
            engine.expect("bestmove ")
            engine.send("ucinewgame")
            engine.settle()
        engine.send("setoption name Table value false")
        engine.settle()
        status = Path(f"/proc/{engine.process.pid}/status").read_text()
        assert int(re.findall(r"VmRSS:\s+(\d+) kB", status)[0]) / MEGABYTE < BESIDES
        assert resident(engine.process.pid) < SLACK * 256 + BESIDES
