"""The folder of an assignment that a student gets."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from pprint import pformat
from typing import Any

from ..engine.display.editor import page
from . import box
from .assignment import Assignment, correct
from .grading import EDITOR, NAME, SOLUTION, forget

HERE = Path(__file__).parent
WRAPPER = '''\
"""Your search as a search of Oddsfish. `pip install -e .` in this folder makes it known as Mine:

    oddsfish play {game} --{seat} Mine          in the terminal
    oddsfish page                               in the browser: choose Mine from the searches
    oddsfish match -engine cmd=oddsfish option.Search=Mine name=Mine ...
"""

import solution
from oddsfish import Algorithm, PythonSearch
from positions import OfPosition
{rules}

class Mine(PythonSearch):
    def choose(self, position, limits, halted):
        self.depth = limits.depth or 2
        return {choice}


class MineAlgorithm(Algorithm):
    name = "Mine"

    def create(self):
        return Mine()


ALGORITHM = MineAlgorithm()
'''
PROJECT = """\
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "oddsfish-assignment"
version = "0.1.0"
dependencies = ["oddsfish"]

[project.entry-points."oddsfish.searches"]
Mine = "wrapper:ALGORITHM"

[tool.setuptools]
py-modules = ["solution", "games", "positions", "wrapper"]
"""
RUN_TESTS = """\
import subprocess, sys

done = subprocess.run([sys.executable, "test_solution.py"], capture_output=True, text=True)
print(done.stdout, done.stderr)"""
TESTS = '''\
"""Examples with their right answers: `python test_solution.py`, or pytest. The grader has others."""

import solution
from games import TreeGame

# The function, the tree on which it is called (None: without a game), its arguments, the right answer.
EXAMPLES = {examples}


def hashable(value):
    return tuple(map(hashable, value)) if isinstance(value, list) else value


def listed(value):
    return [listed(each) for each in value] if isinstance(value, (list, tuple)) else value


def near(right, given):
    if isinstance(right, list):
        return isinstance(given, list) and len(right) == len(given) and all(map(near, right, given))
    if isinstance(right, (int, float)) and isinstance(given, (int, float)):
        return abs(right - given) <= 1e-6 * max(1, abs(right))
    return right == given


def check(function, tree, arguments, right):
    game = [] if tree is None else [TreeGame(tree)]
    given = listed(getattr(solution, function)(*game, *map(hashable, arguments)))
    unordered = function in ("moves", "best_moves")
    assert near(sorted(right) if unordered else right, sorted(given) if unordered else given), (
        f"{{function}} returns {{given}}, and not {{right}}"
    )


def test_examples():
    for example in EXAMPLES:
        check(*example)


if __name__ == "__main__":
    for example in EXAMPLES:
        try:
            check(*example)
        except NotImplementedError:
            print(f"{{example[0]}} is not written yet")
        except Exception as fault:
            print(f"{{example[0]}}: {{type(fault).__name__}}: {{fault}}")
        else:
            print(f"{{example[0]}}: right")
'''


def files(assignment: Assignment, seed: int) -> Mapping[str, str]:
    """All files of the folder, by their names."""
    return {
        SOLUTION: assignment.template(seed),
        "games.py": (HERE / "games.py").read_text(encoding="utf-8"),
        "positions.py": (HERE / "given" / "positions.py").read_text(encoding="utf-8"),
        "wrapper.py": wrapper(assignment),
        "test_solution.py": tests(assignment, seed),
        "notebook.ipynb": notebook(assignment, seed),
        "pyproject.toml": PROJECT,
        NAME: json.dumps({"assignment": assignment.name, "seed": seed}) + "\n",
        EDITOR: page.page(),
    }


def write(assignment: Assignment, seed: int, folder: Path) -> None:
    """Write the folder. ValueError if it exists and is not empty; OSError if it cannot be written."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ValueError(f"{folder} is not empty: name a new folder")
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files(assignment, seed).items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


def wrapper(assignment: Assignment) -> str:
    rules = ""
    if assignment.played:
        rules = "\n# Oddsfish plays by rules of its own, and not by those of your course.\n"
        rules += "".join(f"solution.{name} = {value}\n" for name, value in assignment.played.items())
    return WRAPPER.format(game=assignment.game, seat=assignment.seat, choice=assignment.choice, rules=rules)


def tests(assignment: Assignment, seed: int) -> str:
    names = assignment.load(seed)
    found = []
    for task in assignment.examples:
        forget(names)
        found.append((task["call"], task.get("tree"), task["arguments"], correct(names, task)["value"]))
    return TESTS.format(examples=pformat(found, width=110))


def notebook(assignment: Assignment, seed: int) -> str:
    rows = "\n".join(f"| {check.title} | {check.points} | {check.seconds} s |" for check in assignment.checks)
    parts = [
        ("markdown", f"# {assignment.title}\n\n{assignment.story}"),
        (
            "markdown",
            "Write the functions of `solution.py`, in any editor. The constants at the top of this file are those of "
            f"your course (seed {seed}): other courses have others. `games.py` explains the games for which your "
            "searches are written. You may add functions, and import from Python's own library"
            f"{' and from ' + ', '.join(assignment.packages) if assignment.packages else ''}.",
        ),
        ("code", "from pathlib import Path\n\nprint(Path('solution.py').read_text())"),
        (
            "markdown",
            "`test_solution.py` has examples with their right answers. After each change of `solution.py`, run this "
            "cell again.",
        ),
        (
            "code",
            RUN_TESTS,
        ),
        (
            "markdown",
            "Step through a tree on paper, or in the [tree editor](tree-editor.html): it shows the same searches line "
            "by line.",
        ),
        (
            "markdown",
            "## How it is graded\n\n`oddsfish assignment grade .` grades this folder, with new cases each time. Only "
            "`solution.py` is read.\n\n| what | points | time |\n|---|---:|---:|\n"
            f"{rows}\n\nThe program may use {box.MEGABYTES} MB of memory, and starts no other processes.",
        ),
        (
            "markdown",
            f"## Play\n\n`wrapper.py` makes a search of Oddsfish of your functions. Run `pip install -e .` in this "
            f"folder, and then `oddsfish play {assignment.game} --{assignment.seat} Mine`.",
        ),
    ]
    cells = [cell(kind, text, number) for number, (kind, text) in enumerate(parts)]
    about = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}
    return json.dumps({"cells": cells, "metadata": about, "nbformat": 4, "nbformat_minor": 5}, indent=1) + "\n"


def cell(kind: str, text: str, number: int) -> dict[str, Any]:
    made: dict[str, Any] = {"cell_type": kind, "id": f"cell-{number}", "metadata": {}, "source": text.splitlines(True)}
    return made if kind == "markdown" else {**made, "execution_count": None, "outputs": []}
