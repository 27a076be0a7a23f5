"""An assignment: a correct solution, from which everything else is made, rules by seed, and checks with points."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from .child import perform
from .games import TreeGame

Task = Mapping[str, Any]  # what child.py does
Names = dict[str, Any]  # of a solution


@dataclass(frozen=True)
class Check:
    """A row of the rubric.

    points: for all cases; a part of them for a part of the cases.
    tasks: makes the cases, from a random source, the constants and the correct solution. See `child.perform`.
    comparison: how an answer is judged.
        "value": it is equal to that of the correct solution.
        "any order": the same, for a list whose order does not matter.
        "one of": it is one of `best`.
        "order": it is equal, and the nodes of a tree were asked in the same order.
        "fewer": it is equal, and a function was called at most verdict.FEWER times as often.
    seconds: for all cases together.
    best: for "one of", all right answers to a task.
    editor: the search of the tree editor that does the same, "" if there is none.
    """

    title: str
    points: int
    tasks: Callable[[Random, Mapping[str, Any], Names], list[dict[str, Any]]]
    comparison: str = "value"
    seconds: int = 10
    best: Callable[[Names, Task], Sequence[Any]] = lambda names, task: ()
    editor: str = ""


@dataclass(frozen=True)
class Mistake:
    """A common mistake.

    said: a description. changes: changes of the correct solution that make it, as pairs of an old and a new text.
    """

    said: str
    changes: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Assignment:
    """name, title: for the command line and for people. story: the text of the notebook, as Markdown.

    solution: the source of a correct solution. Its constants, in capitals at the beginning, are the rules of seed 0.
    rules: returns the constants of a seed. checks, mistakes: see these classes. packages: libraries that a submission
    may import.
    examples: tasks with fixed answers, for the tests that students see.
    tree_of: returns the text of a tree that shows a case, "" if there is none.
    game, seat, choice: how a solution plays: the game of Oddsfish, the seat, and the move as an expression.
    own_rules: whether this game has the rules of the correct solution as written, and not those of a seed.
    """

    name: str
    title: str
    story: str
    solution: str
    rules: Callable[[Random], Mapping[str, Any]]
    checks: Sequence[Check]
    mistakes: Sequence[Mistake] = ()
    packages: Sequence[str] = ()
    examples: Sequence[Task] = ()
    game: str = ""
    seat: str = ""
    choice: str = ""
    own_rules: bool = False
    tree_of: Callable[[Names, Task], str] = lambda names, task: ""

    @property
    def points(self) -> int:
        return sum(check.points for check in self.checks)

    @property
    def played(self) -> Mapping[str, str]:
        """The constants of a solution that plays in Oddsfish, as Python source; none if they do not matter."""
        if not self.own_rules:
            return {}
        found = {}
        for name in self.constants(0):
            line = re.search(rf"^{name} = (.*?)(?:  #.*)?$", self.solution, re.MULTILINE)
            found[name] = line[1] if line else ""
        return found

    def constants(self, seed: int) -> Mapping[str, Any]:
        return self.rules(Random(f"{self.name} {seed}"))

    def source(self, seed: int) -> str:
        """The correct solution with the rules of a seed."""
        text = self.solution
        for name, value in self.constants(seed).items():
            line = re.compile(rf"^{name} = .*?(  # .*)?$", re.MULTILINE)
            found = line.search(text)
            if found is None:
                raise ValueError(f"{name} is no constant of {self.name}")
            text = f"{text[: found.start()]}{name} = {value!r}{found[1] or ''}{text[found.end() :]}"
        return text

    def template(self, seed: int) -> str:
        """Return the file for a student: constants, and functions that the student has to write."""
        text = self.source(seed)
        lines = text.split("\n")
        for node in reversed(ast.parse(text).body):
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("given_"):
                documented = isinstance(node.body[0], ast.Expr) and isinstance(node.body[0].value, ast.Constant)
                first = node.body[0].end_lineno if documented else node.lineno
                lines[first : node.end_lineno] = ["    raise NotImplementedError"]
        return "\n".join(lines)

    def load(self, seed: int, changes: Sequence[tuple[str, str]] = ()) -> Names:
        """Return the names of the correct solution, or of one with these changes."""
        text = self.source(seed)
        for old, new in changes:
            if old not in text:
                raise ValueError(f"no {old!r} in the solution of {self.name}")
            text = text.replace(old, new)
        names: Names = {"__name__": "solution"}
        exec(compile(text, "solution.py", "exec"), names)
        return names


def correct(names: Names, task: Task) -> dict[str, Any]:
    """The answer of the correct solution."""
    return perform(names, task, TreeGame)
