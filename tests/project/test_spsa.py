"""Tuning and screening by play: the numbers, and the points of each pair; a match is a slow test."""

from __future__ import annotations

import math
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from script_process import ROOT, SCRIPTS, load, run

tunables = load(SCRIPTS["tunables"])
pairs = load(SCRIPTS["pairs"])
screening = load(SCRIPTS["screening"])
spsa = load(SCRIPTS["spsa"])


def schedule(steps: int = 4000, *numbers: tuple[int, int, int, int]) -> spsa.Schedule:  # type: ignore[name-defined]
    rows = numbers or ((50, 0, 200, 10), (1000, 0, 4000, 200))
    found = [tunables.Tunable(f"N{place}", *row) for place, row in enumerate(rows)]
    return spsa.Schedule(found, steps, seed=1)


def test_every_number_lies_in_its_range_and_has_a_line_for_openbench() -> None:
    found = tunables.read_tunables()
    assert len(found) > 30
    for each in found:
        assert each.low <= each.value <= each.high and 0 < each.step <= each.high - each.low
    lines = run("tunables").splitlines()
    assert len(lines) == len(found)
    for line, each in zip(lines, found, strict=True):
        assert line == f"{each.name}, int, {each.value}.0, {each.low}.0, {each.high}.0, {each.step}.0, 0.002"


@pytest.mark.parametrize(
    "line", ["    A = 1  # 0 to 2 by 1 plies", "B = 1  # 0 to 2 by 1 plies", "    A = -1  # 0 to 2 by 1: x"]
)
def test_a_line_that_is_none_is_told(line: str) -> None:
    with pytest.raises(SystemExit, match="a line is not NAME = VALUE"):
        tunables.parse_tunables(f"    C = 3  # 1 to 5 by 1: plies\n{line}\n")


def test_a_tunable_tree_has_every_number_as_a_variable_and_as_an_option(tmp_path: Path) -> None:
    shutil.copytree(ROOT / tunables.FOLDER, tmp_path / tunables.FOLDER)
    (tmp_path / tunables.TIME).parent.mkdir(parents=True)
    shutil.copy(ROOT / tunables.TIME, tmp_path / tunables.TIME)
    tunables.make_tunable(tmp_path)
    made = tmp_path / tunables.FOLDER
    declared = re.findall(r"^cdef int (\w+)$", (made / "tunables.pxd").read_text(), re.MULTILINE)
    names = [each.name for each in tunables.parse_tunables((ROOT / tunables.SEARCH).read_text())]
    assert declared == names
    source = (made / "tunables.pyx").read_text()
    assert all(source.count(f'name == "{name}"') == 1 for name in names)
    assert "cdef enum" not in (made / "tunables.pxd").read_text()
    algorithm = (made / "algorithm.py").read_text()
    compile(algorithm, "algorithm.py", "exec")
    assert all(f"('{each.name}', {each.value}, " in algorithm for each in tunables.read_tunables())


def test_a_step_ends_with_the_size_and_the_rate_that_are_asked_for() -> None:
    plan = schedule()
    for tunable in plan.tunables:
        assert plan.size(tunable, plan.steps) == tunable.step
        assert plan.rate(tunable, plan.steps) == pytest.approx(0.002 * tunable.step)
        sizes = [plan.size(tunable, step) for step in (1, 10, 1000, plan.steps)]
        rates = [plan.rate(tunable, step) * plan.size(tunable, step) for step in (1, 10, 1000, plan.steps)]
        assert sizes == sorted(sizes, reverse=True) and rates == sorted(rates, reverse=True)


def test_points_lie_opposite_each_other_and_in_range() -> None:
    plan = schedule(1000, (50, 45, 55, 10), (1000, 0, 4000, 200))
    values = [50.0, 1000.25]
    totals = [0.0, 0.0]
    for step in range(1, 1001):
        one, other = plan.points(values, step)
        assert (one, other) == plan.points(values, step)
        assert 45 <= one[0] <= 55 and 45 <= other[0] <= 55
        assert abs(one[1] + other[1] - 2 * values[1]) <= 2
        totals[0] += one[1]
        totals[1] += other[1]
    assert sum(totals) / 2000 == pytest.approx(1000.25, abs=0.1), "rounded up and down as often"


def test_numbers_follow_the_better_point_to_where_none_is_better() -> None:
    """A game of chance whose odds are best at 80 and 600."""
    plan, rng = schedule(6000), random.Random(3)
    values = [50.0, 1000.0]

    def strength(point: list[int]) -> float:
        return -(((point[0] - 80) / 40) ** 2) - ((point[1] - 600) / 800) ** 2

    for step in range(1, plan.steps + 1):
        one, other = plan.points(values, step)
        chance = 1 / (1 + 10 ** ((strength(other) - strength(one)) / 0.8))
        lead = sum(1.0 if rng.random() < chance else -1.0 for _ in range(2))
        values = plan.follow(values, step, lead)
    assert values[0] == pytest.approx(80, abs=12) and values[1] == pytest.approx(600, abs=200)


def test_screening_finds_what_each_number_brings_beside_all_others() -> None:
    rows = ((50, 0, 200, 10), (0, 0, 1, 1), (1, 0, 1, 1), (3, 3, 9, 2), (7, 1, 9, 1))
    worth = (-0.4, 0.3, 0.2, 0.0, 0.0)  # of the higher value, in points of a pair
    found = [tunables.Tunable(f"N{place}", *row) for place, row in enumerate(rows)]
    assert [screening.levels_of(each) for each in found] == [(40, 60), (0, 1), (0, 1), (3, 5), (6, 8)]
    design, rng = screening.Design(found, seed=1), random.Random(2)
    for pair in range(1, 4001):
        one, other = design.points(pair)
        assert all(sorted(both) == [*screening.levels_of(each)] for *both, each in zip(one, other, found, strict=True))
        mean = sum(value if high > low else -value for value, high, low in zip(worth, one, other, strict=True))
        design.learn(pair, sum(1.0 if rng.random() < (1 + mean / 2) / 2 else -1.0 for _ in range(2)))
    for effect, value in zip(design.effects(), worth, strict=True):
        assert effect == pytest.approx(400 / math.log(10) * value, abs=1.5 * design.error())
    assert 5 < design.error() < 10


@pytest.mark.parametrize("script", ["spsa", "screening"])
def test_what_cannot_be_played_is_said(script: str) -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a clone: there are no revisions")
    assert "NO_NUMBER is none of ASPIRATION_DEPTH" in run(script, "NO_NUMBER", status=2)
    assert "--games is 2 or more" in run(script, "LATE_BASE", "--games", 1, status=2)
    assert "LATE_BASE is named twice" in run(script, "LATE_BASE", "LATE_DEPTH", "LATE_BASE", status=2)
    assert "MOVES_LEFT is a number of the clock, and needs --tc" in run(script, "MOVES_LEFT", status=2)
    assert "--tc: tc= is MOVES/TIME+INCREMENT" in run(script, "LATE_BASE", "--tc", "fast", status=2)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("script", "line"),
    [("spsa", r"^(\w+) = \d+  # was \d+; "), ("screening", r"^ +[+-][\d.]+  (\w+): \d+ in place of \d+$")],
)
def test_a_few_games_are_played_and_kept(script: str, line: str, tmp_path: Path) -> None:
    """With a real build and no interruption. The second run has nothing left to do."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a clone: there are no revisions")
    numbers = ["FUTILITY_BASE", "MOVES_LEFT"]
    words = [*numbers, "--games", "8", "--tc", "0.2+0.02", "--folder", str(tmp_path)]
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, SCRIPTS[script], *words], capture_output=True, text=True, timeout=900, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        assert sorted(re.findall(line, done.stdout, re.MULTILINE)) == numbers
    assert len((tmp_path / "pairs.jsonl").read_text().splitlines()) == 5
