"""The folder that a student is given, and the command line around it."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from engine_process import here
from oddsfish.classroom import assignments, start
from submissions import folder, patched

NAMES = assignments.names()


def given(tmp_path: Path, name: str, seed: int = 3) -> Path:
    path = tmp_path / name
    status, out, err = here("assignment", "start", name, str(path), "--seed", str(seed))
    assert (status, err) == (0, "") and str(path) in out
    return path


@pytest.mark.parametrize("name", NAMES)
def test_the_visible_tests_are_right(name: str, tmp_path: Path) -> None:
    path = given(tmp_path, name)

    def tested() -> list[str]:
        done = subprocess.run(
            [sys.executable, "test_solution.py"], cwd=path, capture_output=True, text=True, check=True
        )
        return done.stdout.splitlines()

    assert {line.partition(" ")[2] for line in tested()} == {"is not written yet"}
    (path / "solution.py").write_text(patched(name), encoding="utf-8")
    assert {line.partition(": ")[2] for line in tested()} == {"right"}
    (path / "solution.py").write_text(patched(name, seed=4), encoding="utf-8")
    if name in ("hilo", "memoised", "branch_limit"):  # the examples of the others are trees, which have no payouts
        assert any("and not" in line for line in tested())


@pytest.mark.parametrize("name", NAMES)
def test_the_wrapper_plays(name: str, tmp_path: Path) -> None:
    """In a game of Oddsfish, with the correct solution: two moves, one if chance decides them."""
    path = given(tmp_path, name)
    (path / "solution.py").write_text(patched(name), encoding="utf-8")
    assignment = assignments.find(name)
    script = f"""
import sys; sys.path.insert(0, {str(path)!r})
from random import Random
from oddsfish import Limits, games
from oddsfish.engine.options import options_for
import wrapper
game = games.find({assignment.game!r})
position = game.random_start(None, options_for(game, {{}}), Random(1))
search = wrapper.ALGORITHM.create()
for _ in range(2):
    move = search.choose(position.clone(), Limits(depth=1), lambda: False)
    assert move in position.moves(), move
    if position.chance:
        break
    position.play(move)
print("played")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "played\n"), done.stderr


def test_the_notebook_can_be_run(tmp_path: Path) -> None:
    import nbformat
    from nbclient import NotebookClient

    path = given(tmp_path, "hilo")
    notebook: Any = nbformat.read(path / "notebook.ipynb", as_version=4)  # type: ignore[no-untyped-call]
    nbformat.validate(notebook)
    NotebookClient(notebook, timeout=60, resources={"metadata": {"path": str(path)}}).execute()
    printed = "".join(output.get("text", "") for cell in notebook.cells for output in cell.get("outputs", ()))
    assert "chances is not written yet" in printed and "RANKS" in printed


@pytest.mark.parametrize("name", NAMES)
def test_a_seed_gives_other_rules(name: str) -> None:
    found = {seed: start.files(assignments.find(name), seed)["solution.py"] for seed in (1, 2, 3, 1)}
    assert len({*found.values()}) == 3
    for text in found.values():
        compile(text, "solution.py", "exec")
        assert "raise NotImplementedError" in text and all(len(line) < 200 for line in text.split("\n"))


def test_they_are_listed() -> None:
    status, out, err = here("assignment", "list")
    assert (status, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines()] == NAMES and len(NAMES) == 5


def test_a_submission_is_graded(tmp_path: Path) -> None:
    path = given(tmp_path, "hilo")
    status, out, err = here("assignment", "grade", str(path), "--cases", "5")
    assert status == 1 and "0 of 100 points" in out and "it is not written yet" in out
    assert err.count("\n") <= 1  # the warning, where there is no bwrap
    (path / "solution.py").write_text(patched("hilo"), encoding="utf-8")
    result = tmp_path / "results.json"
    status, out, err = here("assignment", "grade", str(path), "--cases", "5", "--gradescope", str(result))
    assert status == 0 and "100 of 100 points" in out
    assert json.loads(result.read_text(encoding="utf-8"))["score"] == 100
    status, out, err = here("assignment", "grade", str(path), "--seed", "4")
    assert status == 1  # the lecturer's seed counts, not the one in the folder


def test_a_class_is_graded_and_resumed(tmp_path: Path) -> None:
    """Each submission once, though the command is called again; one that changed is graded again."""
    folders = [
        folder(tmp_path / "=ann", "hilo", patched("hilo")),
        folder(tmp_path / "bo", "hilo", patched("hilo", ("probability * value", "probability / RANKS * value"))),
        folder(tmp_path / "cy", "hilo", "import os\nos._exit(0)"),
    ]
    table = tmp_path / "grades.csv"
    words = ("assignment", "grade", "--all", *map(str, folders), "--csv", str(table), "--cases", "6", "--jobs", "2")
    status, out, err = here(*words)
    assert status == 1 and "3 of 3 submissions" in err
    with table.open(encoding="utf-8", newline="") as file:
        rows = {Path(row["folder"]).name: row for row in csv.DictReader(file)}
    assert [rows[name]["points"] for name in ("=ann", "cy")] == ["100", "0"] and 0 < float(rows["bo"]["points"]) < 50
    assert "a probability counts twice" in rows["bo"]["likely causes"]
    assert out.splitlines()[1].split()[:2] == ["=ann", "100"] and "The value at the last draw: 2 of 3 fail" in out
    journal = table.with_name("grades.csv.jsonl")
    before = journal.read_bytes()
    status, again, err = here(*words, "--force")
    assert (status, again) == (1, out) and journal.read_bytes() == before
    (folders[2] / "solution.py").write_text(patched("hilo"), encoding="utf-8")
    status, again, err = here(*words)
    assert status == 2 and "--force" in err  # a table that may have been edited is kept
    status, again, err = here(*words, "--force")
    assert journal.read_bytes().count(b"\n") == before.count(b"\n") + 1
    assert again.splitlines()[3].split()[:2] == ["cy", "100"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("start", "hilow", "x"), "no assignment is called hilow; did you mean hilo"),
        (("start", "hilo", "."), ". is not empty: name a new folder"),
        (("start", "hilo"), "FOLDER"),
        (("grade", "nowhere"), "nowhere is no folder"),
        (("grade", "."), "assignment.json cannot be read"),
        (("grade", "bad"), "assignment.json is damaged"),
        (("grade", "odd"), "no assignment is called chess"),
        (("grade", "bad", "odd"), "name one folder, or add --all"),
        (("grade", "--all", "bad"), "add --csv FILE"),
        (("grade", "bad", "--csv", "x.csv"), "add --all"),
        (("grade", "bad", "--assignment", "nim"), "no assignment is called nim"),
        (("mark", "bad"), "invalid choice"),
        ((), "COMMAND"),
    ],
)
def test_what_makes_no_sense_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], said: str
) -> None:
    folder(tmp_path / "bad", "hilo", "")
    (tmp_path / "bad" / "assignment.json").write_text('{"assignment": 1', encoding="utf-8")
    folder(tmp_path / "odd", "chess", "")
    before = sorted(tmp_path.rglob("*"))
    monkeypatch.chdir(tmp_path)
    status, out, err = here("assignment", *words)
    assert (status, out) == (2, "") and said in err.splitlines()[-1]
    assert sorted(tmp_path.rglob("*")) == before
