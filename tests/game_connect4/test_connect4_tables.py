"""connect4_tables.py: the published counts of nodes by one command, and what it says if they fail."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "experiments" / "connect4_tables.py"


def run(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, SCRIPT, *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        env=os.environ | environment,
    )


def test_every_count_comes_out_and_all_is_written(tmp_path: Path) -> None:
    """With the time of building the tree, as far as it is asked for."""
    done = run("--rounds", 1, "--trees", 2, "--csv", tmp_path / "table.csv", "--plots", tmp_path / "plots")
    assert (done.returncode, done.stderr) == (0, "")
    assert max(map(len, done.stdout.splitlines())) <= 80
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
    changed.write_text(SCRIPT.read_text().replace("8, 47, 224", "8, 48, 224"))
    done = subprocess.run(
        [sys.executable, changed, "--deepest", "2", "--rounds", "1"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr == "connect4_tables.py: MISMATCH: alphabeta, K = 2: 47 nodes, published are 48\n"
    assert done.stdout.count("MISMATCH") == 1


def test_without_matplotlib_it_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "matplotlib.py").write_text("raise ImportError")
    path = os.pathsep.join(filter(None, [str(tmp_path), os.environ.get("PYTHONPATH")]))
    done = run("--plots", tmp_path, "--deepest", 1, PYTHONPATH=path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "pip install" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--trees", 7), "--trees is 0 to 6"),
        (
            ("--deepest", 1, "--csv", "/no such folder/table.csv"),
            "/no such folder/table.csv: No such file or directory",
        ),
    ],
)
def test_what_makes_no_sense_is_one_line(arguments: tuple[object, ...], reason: str) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].endswith(reason)
    assert "Traceback" not in done.stderr
