"""A build for several levels of x86-64: the best is chosen, and all of them compute the same."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import oddsfish
import pytest
from oddsfish.engine.support import processor

PACKAGE = Path(oddsfish.__file__).parent
WORK = (
    ("bench", "4"),
    ("setoption name Evaluation value Tapered", "go depth 8"),
    ("setoption name Search value Expectimax", "go depth 3"),
    ("connect4", "bench"),
)


def run(folder: Path, *words: str) -> str:
    """The output of `oddsfish`, with the package in this folder."""
    command = [sys.executable, "-m", "oddsfish", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout


@pytest.mark.skipif(not (PACKAGE / "engine" / "x86-64-v3").exists(), reason="built for one processor alone")
def test_the_best_level_is_chosen_and_all_compute_the_same(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "oddsfish", ignore=shutil.ignore_patterns("__pycache__"))
    engine = tmp_path / "oddsfish" / "engine"
    found = set()
    for number in range(processor.level(), 2, -1):
        assert re.findall(r"-march=\S+", run(tmp_path, "--version")) == [f"-march=x86-64-v{number}"]
        found.add(work(tmp_path))
        shutil.rmtree(engine / f"x86-64-v{number}")
    assert "-march" not in run(tmp_path, "--version")
    assert found <= {work(tmp_path)}


def work(folder: Path) -> str:
    """The output of searches, without times."""
    return re.sub(r"(?m) (nps|time) \d+| \d+ nps$", "", "\n".join(run(folder, *words) for words in WORK))
