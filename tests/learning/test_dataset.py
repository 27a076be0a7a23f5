"""Data sets: the rows against a slow oracle, and what is refused."""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random
from typing import Any

import pytest
from oddsfish.engine import games, plain
from oddsfish.learning.dataset import generate, journal_of
from oddsfish.learning.rows import DatasetSettings, begin, header, play

SMALL: dict[str, Any] = {"game": "connect4", "options": {}, "depth": 2, "branch": 3, "opening": 3}
BARE = "8/5k2/8/3r4/8/2K5/4R3/8 w - - 60 90"


def settings(**changed: Any) -> DatasetSettings:
    return DatasetSettings(**{**SMALL, **changed})


# The rows.


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"game": "tictactoe", "opening": 1, "depth": 4, "look_ahead": 2},
        {"game": "chess", "options": {"Evaluation": "Material"}, "depth": 2, "branch": 2, "fen": BARE},
        {"options": {"Slip": "true"}, "depth": 1},
    ],
)
def test_rows_are_those_of_the_plain_search(changed: dict[str, Any]) -> None:
    """Each row has the evaluation and the search value of the position before a move, from the side to move's view."""
    made = settings(**changed)
    options = made.configured()
    rows = play(made, 3)
    assert rows
    random = Random("0 3")
    position = begin(made, options, random)
    for _ in range(made.opening):
        position.play(position.sample(random.choice(position.moves()), random))
    found: list[float] = []
    while position.ending() is None:
        sign = 1 if position.player() == 0 else -1
        oracle = plain.BranchLimit(made.branch, made.look_ahead)
        lines = [(move, sign * value) for move, value in oracle.root(position, made.depth)]
        value = max(value for _, value in lines)
        place = {move: number for number, move in enumerate(position.moves())}
        best = min((move for move, other in lines if other == pytest.approx(value, abs=1e-12)), key=lambda m: place[m])
        if abs(value) < 0.99 * position.decisive:  # no forced end
            found += [sign * position.value(), value]
        position.play(position.sample(best, random))
    assert [float(field) for row in rows for field in row.split(",")] == pytest.approx(found)


def test_all_columns_of_chess() -> None:
    made = DatasetSettings("chess", {"Evaluation": "SEF"}, columns=True, depth=1, branch=3)
    names = header(made).split(",")
    assert names[0] == "material" and names[-2:] == ["evaluation", "best_value"] and len(names) == 11
    for row in play(made, 0)[:20]:
        fields = dict(zip(names, row.split(","), strict=True))
        parts = [float(fields[name]) for name in names[:5]]
        assert float(fields["evaluation"]) == parts[0] + parts[1] + parts[2] + parts[3] + parts[4]
        assert [name for name, text in fields.items() if "." not in text] == names[5:9]
    assert header(settings()) == "H_0,H_2"


# What is refused.


def refused(path: Path, **changed: Any) -> str:
    before = {file: file.read_bytes() for file in path.parent.iterdir() if file.is_file()}
    with pytest.raises((ValueError, OSError)) as refusal:
        generate(settings(**changed), path, 50)
    assert before == {file: file.read_bytes() for file in path.parent.iterdir() if file.is_file()}
    assert "\n" not in str(refusal.value)
    return str(refusal.value)


def test_a_file_of_something_else_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "data.csv"
    path.write_text("precious\n")
    assert "no journal" in refused(path)
    journal_of(path).touch()
    assert "no journal of it" in refused(path)
    path.unlink()
    generate(settings(), path, 20)
    assert "seed was 0, not 1" in refused(path, seed=1)
    assert "depth was 2, not 3" in refused(path, depth=3)
    head, entry = journal_of(path).read_text().splitlines()[:2]
    for size in (-1, 10**400, None, 1.5):
        journal_of(path).write_text("\n".join([head, json.dumps({**json.loads(entry), "size": size}), ""]))
        assert "is no entry of a data set" in refused(path)
    path.write_text("H_0,H_3\n" + "1.0,2.0\n" * 500)
    for journal in (f"{head}\n{entry}\n", f"{head}\n"):
        journal_of(path).write_text(journal)
        assert "does not begin with the columns" in refused(path)
    for line in ("precious", "[]", "{" * 10, "[" * 100_000, '{"a": 1, "a": 2}'):
        journal_of(path).write_text(f"{line}\n")
        assert "no line of a journal" in refused(path)
    journal_of(path).write_bytes(b"\x80\x04")
    assert "no journal of ours" in refused(path)
    assert "not a regular file" in refused(tmp_path)
    os.mkfifo(tmp_path / "fifo")
    assert "not a regular file" in refused(tmp_path / "fifo")
    with pytest.raises(FileNotFoundError):
        generate(settings(), tmp_path / "none" / "data.csv", 50)


def test_settings_that_make_no_sense(tmp_path: Path) -> None:
    path = tmp_path / "data.csv"
    assert "go" in refused(path, game="go")
    assert "no such option" in refused(path, options={"Evaluatoin": "SEF"})
    assert "BranchLimit is a number" in refused(path, branch=1000)
    assert "says no more of a position than H_0" in refused(path, columns=True)
    assert "have ended the game" in refused(path, game="tictactoe", opening=10)
    assert "over where it begins" in refused(path, game="chess", fen="7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", opening=0)


def test_every_game_that_ships_has_rows() -> None:
    for name, game in games.shipped().items():
        made = DatasetSettings(name, {}, depth=2, branch=2, opening=0)
        assert all(len(row.split(",")) == 2 for row in play(made, 1)), game.title
