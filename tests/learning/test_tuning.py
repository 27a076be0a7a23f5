"""Tuning: it fits the positions better, and gives the same weights for the same seed."""

from __future__ import annotations

from pathlib import Path

import pytest
from oddsfish.engine.games.chess.evaluations.weights import read
from script_process import run_here
from tuning import Epoch, count, tune


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_the_fit_becomes_better(chess_file: Path, share: float) -> None:
    counts = count(chess_file, 300)
    told: list[Epoch] = []
    first = tune(counts, read(), 4, share, 1, told.append)
    assert [epoch.number for epoch in told] == [0, 1, 2, 3, 4]
    assert told[-1].trained < told[0].trained
    assert first != read()
    assert tune(counts, read(), 4, share, 1) == first


def test_the_command(chess_file: Path, tmp_path: Path) -> None:
    output = tmp_path / "tuned.json"
    run_here("tune", chess_file, output, "--epochs", 2)
    assert len(read(output)) == len(read())
    for words, message in (
        ([chess_file, output], "is there already; --force replaces it"),
        ([output, tmp_path / "new.json"], "tune: "),
        ([tmp_path / "none", tmp_path / "new.json"], "No such file"),
        ([chess_file, tmp_path / "new.json", "--share", "101"], "--share is a percentage, not 101"),
    ):
        said = run_here("tune", *words, status=2)
        assert message in said and said.count("\n") == 1, said
    assert not (tmp_path / "new.json").exists()
