"""Tuning: what fits the positions better, the same for the same seed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from oddsfish.engine.games.chess.evaluations.weights import read
from oddsfish.learning.positions.generation import generate
from oddsfish.learning.positions.generation_settings import GenerationSettings
from tuning import Epoch, count, tune

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="module")
def positions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tuning") / "some.positions"
    generate(GenerationSettings(3, 100, {}), path, 1500)
    return path


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_the_fit_becomes_better(positions: Path, share: float) -> None:
    counts = count(positions, 1500)
    told: list[Epoch] = []
    first = tune(counts, read(), 4, share, 1, told.append)
    assert [epoch.number for epoch in told] == [0, 1, 2, 3, 4]
    assert told[-1].trained < told[0].trained
    assert first != read()
    assert tune(counts, read(), 4, share, 1) == first


def test_the_command(positions: Path, tmp_path: Path) -> None:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, str(ROOT / "scripts" / "fit" / "tune.py"), *words],
            capture_output=True,
            text=True,
            check=False,
        )

    output = tmp_path / "tuned.json"
    done = run(str(positions), str(output), "--epochs", "2")
    assert done.returncode == 0, done.stderr
    assert len(read(output)) == len(read())
    for words, message in (
        ([str(positions), str(output)], "is there already; --force replaces it"),
        ([str(output), str(tmp_path / "new.json")], "tune: "),
        ([str(tmp_path / "none"), str(tmp_path / "new.json")], "No such file"),
        ([str(positions), str(tmp_path / "new.json"), "--share", "101"], "--share is a percentage, not 101"),
    ):
        done = run(*words)
        assert done.returncode == 2
        assert message in done.stderr and done.stderr.count("\n") == 1, done.stderr
    assert not (tmp_path / "new.json").exists()
