"""connect4_tables.py: the published counts of nodes by one command, and what it says if they fail."""

from __future__ import annotations

import csv
import subprocess
import sys
from pathlib import Path

import pytest
from script_process import SCRIPTS, run_here


def test_every_count_comes_out_and_all_is_written(tmp_path: Path) -> None:
    """With the times of building trees, up to the depth that is asked for."""
    words = ("--rounds", 1, "--trees", 2, "--csv", tmp_path / "table.csv", "--plots", tmp_path / "plots")
    assert max(map(len, run_here("connect4_tables", *words).splitlines())) <= 80
    with (tmp_path / "table.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 24
    assert [row["nodes"] for row in rows] == [row["published_nodes"] for row in rows]
    assert all(float(row["time_ms"]) > 0 for row in rows)
    assert [float(row["tree_time_ms"] or 0) > 0 for row in rows] == [number % 8 < 2 for number in range(24)]
    for plot in ("connect4_nodes", "connect4_times"):
        assert (tmp_path / "plots" / f"{plot}.png").read_bytes().startswith(b"\x89PNG")
        assert "</svg>" in (tmp_path / "plots" / f"{plot}.svg").read_text()


def test_a_wrong_count_is_said_loudly(tmp_path: Path) -> None:
    changed = tmp_path / "connect4_tables.py"
    changed.write_text(SCRIPTS["connect4_tables"].read_text().replace("8, 47, 224", "8, 48, 224"))
    done = subprocess.run(
        [sys.executable, changed, "--deepest", "2", "--rounds", "1"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr == "connect4_tables.py: MISMATCH: alphabeta, K = 2: 47 nodes, published are 48\n"
    assert done.stdout.count("MISMATCH") == 1


def test_without_matplotlib_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    said = run_here("connect4_tables", "--plots", tmp_path, "--deepest", 1, status=2)
    assert "pip install" in said and said.count("\n") == 1


def test_what_makes_no_sense_is_one_line() -> None:
    nowhere = "/no such folder/table.csv"
    for words, reason in (
        (("--trees", 7), "--trees is 0 to 6"),
        (("--deepest", 1, "--csv", nowhere), f"{nowhere}: No such file or directory"),
    ):
        said = run_here("connect4_tables", *words, status=2)
        assert said.splitlines()[-1].endswith(reason) and "Traceback" not in said
