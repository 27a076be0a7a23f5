"""Grades a submission: points for each check, a sentence for each failure, and the known mistake that explains it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any
from urllib.parse import urlencode

from ..engine.game_tree.text import parse
from ..engine.game_tree.trace import trace
from . import assignments, box
from .assignment import Assignment, Check, Names, Task, correct
from .child import NOT_WRITTEN, answer
from .games import TreeGame
from .shrinking import smallest
from .trees import within
from .verdict import fault

NAME = "assignment.json"  # in the folder of a submission: which assignment it is, and its seed
SOLUTION = "solution.py"
LAST_STEP = 10**6  # of any search: the editor goes to its end
EDITOR = "tree-editor.html"  # the page that links lead to
SECONDS = 600  # of a whole submission
SHRINKING = 5  # seconds for the search of a smaller tree
MOST_LATE = 2  # checks that run out of time: those that follow are not run
TOO_SLOW = f"it was not run, as {MOST_LATE} checks before it needed too much time"
PARTLY = 0.75  # of the points, if all cases but one are right
COMPARED, COMPARED_SLOWLY = 30, 6  # wrong answers that are compared with known mistakes: python-chess is slow
KNOWN_BY = 2  # how many wrong answers a known mistake must explain at least


@dataclass
class Graded:
    """A row of the report.

    passed, cases: the numbers of right cases and of all cases. wrong: the fault in a small case. mistake: a known
    mistake that gives the same wrong answers. link: to the tree editor, "" if the case is no tree.
    """

    title: str
    points: float
    out_of: int
    passed: int
    cases: int
    wrong: str = ""
    mistake: str = ""
    link: str = ""


@dataclass
class Report:
    """A report. case_seed: the seed of the cases. trouble: why nothing could be graded. note: see `settled`."""

    folder: str
    assignment: str
    seed: int
    case_seed: int
    checks: list[Graded] = field(default_factory=list)
    trouble: str = ""
    note: str = ""

    @property
    def points(self) -> float:
        return sum(check.points for check in self.checks)

    @property
    def out_of(self) -> int:
        return sum(check.out_of for check in self.checks)

    def json(self) -> dict[str, Any]:
        return {**asdict(self), "points": self.points, "out_of": self.out_of}


def settings(folder: Path) -> tuple[str, int]:
    """Return the assignment and the seed in a folder. ValueError if their file is missing or damaged."""
    path = folder / NAME
    damaged = f'{path} is damaged: it has {{"assignment": NAME, "seed": N}}'
    try:
        found = json.loads(box.read_submission(path))
        name, seed = found["assignment"], found["seed"]
    except box.Unreadable as failure:
        raise ValueError(f"{folder}: {failure}; name the assignment by --assignment and --seed") from None
    except (ValueError, TypeError, KeyError, RecursionError):
        raise ValueError(damaged) from None
    if not isinstance(name, str) or not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < 2**63:
        raise ValueError(damaged)
    return name, seed


def settled(folder: Path, seed: int | None, name: str) -> tuple[str, int, str]:
    """Return the assignment and the seed for grading a folder, and a note if the folder has others. ValueError."""
    if seed is not None and name:
        assignments.find(name)
        try:
            own = settings(folder)
        except ValueError:
            return name, seed, ""
    else:
        own = settings(folder)
    name, seed = name or own[0], own[1] if seed is None else seed
    assignments.find(name)
    other = [
        f"{what} {mine}"
        for what, mine, asked in zip(("assignment", "seed"), own, (name, seed), strict=True)
        if mine != asked
    ]
    return name, seed, f"{NAME} of the folder says {' and '.join(other)}" if other else ""


def grade(folder: Path, seed: int, case_seed: int, name: str, note: str = "") -> Report:
    """Grade the submission in a folder. seed, name, note: see `settled`. case_seed: of the cases."""
    assignment = assignments.find(name)
    report = Report(str(folder), name, seed, case_seed, note=note)
    names = assignment.load(seed)
    try:
        source = box.read_submission(folder / SOLUTION)
    except box.Unreadable as failure:
        report.trouble = str(failure)
        source = b""
    late = 0
    for number, check in enumerate(assignment.checks):
        random = Random(f"{case_seed} {number}")
        tasks = check.tasks(random, assignment.constants(seed), names)
        found = Graded(check.title, 0, check.points, 0, len(tasks))
        if not report.trouble and late < MOST_LATE:
            run = box.run(source, tasks, check.seconds, assignment.packages)
            if run.loaded:
                found = graded(assignment, seed, check, tasks, names, source, run)
                late += run.ended.startswith(box.LATE)
            else:
                report.trouble = f"{SOLUTION}: {run.ended}"
        elif late >= MOST_LATE:
            found.wrong = TOO_SLOW
        report.checks.append(found)
    return report


def graded(
    assignment: Assignment,
    seed: int,
    check: Check,
    tasks: Sequence[Task],
    names: Names,
    source: bytes,
    run: box.Run,
) -> Graded:
    """Grade one check by the answers of a run. Trees of failures are shrunk, wrong answers compared with mistakes."""
    wanted = [expected(names, check, task) for task in tasks]
    faults = [fault(check.comparison, right, given) for right, given in zip(wanted, run.answers, strict=False)]
    passed = faults.count("")
    found = Graded(check.title, 0, check.points, passed, len(tasks))
    if passed == len(tasks):
        found.points = check.points
        return found
    found.points = int(2 * PARTLY * check.points * passed / len(tasks)) / 2
    wrong = [place for place, said in enumerate(faults) if said]
    if not wrong:
        found.wrong = f"{run.ended or 'there is no answer'}, in {sentence(tasks[len(faults)])}"
        return found
    found.mistake = named(
        assignment, seed, check, [(tasks[place], wanted[place], run.answers[place]) for place in wrong]
    )
    shortest = min(wrong, key=lambda place: len(sentence(tasks[place])))
    task, said = tasks[shortest], faults[shortest]
    wrong_at = parting(wanted[shortest], run.answers[shortest])
    trees = [place for place in wrong if "tree" in tasks[place] and NOT_WRITTEN not in faults[place]]
    if trees and not run.ended:
        task, said, wrong_at = shrunk(assignment, check, tasks[trees[0]], names, source)
    if NOT_WRITTEN not in said:
        found.link = link(assignment, check, names, task, wrong_at)
    found.wrong = f"{sentence(task)}: {said}"
    return found


def expected(names: Names, check: Check, task: Task) -> Mapping[str, Any]:
    forget(names)
    return {"value": check.best(names, task)} if check.comparison == "one of" else correct(names, task)


def forget(names: Names) -> None:
    """Clear the values of other cases that the correct solution has stored."""
    known = names.get("known")
    if isinstance(known, dict):
        known.clear()


def shrunk(
    assignment: Assignment, check: Check, task: Task, names: Names, source: bytes
) -> tuple[dict[str, Any], str, int | None]:
    """Return the task with the smallest failing tree found in a few seconds, the fault of the answer, and its node."""
    said: dict[str, tuple[str, int | None]] = {}
    until = monotonic() + SHRINKING

    def fails(trees: Sequence[str]) -> list[bool]:
        if monotonic() > until:
            return [False] * len(trees)
        tasks = [{**task, "tree": text} for text in trees]
        run = box.run(source, tasks, min(check.seconds, SHRINKING), assignment.packages)
        found = []
        for number, one in enumerate(tasks):
            said[one["tree"]] = "", None
            if number < len(run.answers):
                said[one["tree"]] = wrong_in(names, check, one, run.answers[number])
            found.append(bool(said[one["tree"]][0]))
        return found

    fails([task["tree"]])
    text = smallest(task["tree"], fails)
    wrong, place = said.get(text, ("", None))
    return {**task, "tree": text}, wrong or "its answer is not always the same", place


def wrong_in(names: Names, check: Check, task: Task, given: Mapping[str, Any]) -> tuple[str, int | None]:
    """Return the fault of an answer, and its node; "" if the answer is right, or if the right one is unknown."""
    if "error" in answer(names, task, TreeGame):
        return "", None
    right = expected(names, check, task)
    return fault(check.comparison, right, given), parting(right, given)


def named(
    assignment: Assignment,
    seed: int,
    check: Check,
    wrong: Sequence[tuple[Task, Mapping[str, Any], Mapping[str, Any]]],
) -> str:
    """The known fault that explains the most wrong answers, if it explains half of them; "" if there is none."""
    best, most = "", 0
    compared = COMPARED_SLOWLY if assignment.packages else COMPARED
    own = "value" if check.comparison == "one of" else check.comparison  # a mistake has one answer
    wrong = [case for case in wrong if "error" not in case[2]][:compared]
    for known in assignment.mistakes:
        names = assignment.load(seed, known.changes)
        explained = 0
        for task, right, given in wrong:
            forget(names)
            made = answer(names, task, TreeGame)
            wrong_too = "error" not in made and bool(fault(check.comparison, right, made))
            explained += wrong_too and not fault(own, made, given)
        if explained > most and explained >= min(KNOWN_BY, len(wrong)) and 2 * explained >= len(wrong):
            best, most = known.said, explained
    return best


def sentence(task: Task) -> str:
    """Return the call of a task, as people write it."""
    before = ["game"] if "tree" in task or task.get("own") else []
    arguments = ", ".join([*before, *(json.dumps(each) for each in task["arguments"])])
    where = f" on the tree {task['tree']}" if "tree" in task else ""
    earlier = f", after {task['call']} for {json.dumps(task['before'])}" if task.get("before") else ""
    return f"{task['call']}({arguments}){where}{earlier}"


def link(assignment: Assignment, check: Check, names: Names, task: Task, wrong_at: int | None) -> str:
    """Return a link to the tree editor with the same search; "" if the case is no tree, or without such a search.

    wrong_at: the node at which the submission differs, see `parting`. The link leads to the step that reaches it, else
    to the end of the search.
    """
    step = LAST_STEP
    search = check.editor or "expectimax"
    if "tree" in task:
        text, kept = within(task["tree"], task["arguments"][1]) if check.editor else ("", [])
        if search == "expectimax" and not text.startswith("max"):
            text = ""  # there, Max plays its best moves; here, the side to move at the root
        if text and wrong_at in kept:
            steps = trace(parse(text), search)
            here = kept.index(wrong_at)
            step = next((place for place, each in enumerate(steps) if each.frame.node == here), LAST_STEP)
    else:
        text = assignment.tree_of(names, task)
    return f"{EDITOR}#{urlencode({'tree': text, 'search': search, 'step': step})}" if text else ""


def parting(right: Mapping[str, Any], given: Mapping[str, Any]) -> int | None:
    """Return the first node that a submission should ask about when it asks about another one; None without one."""
    ours, theirs = right.get("asked") or [], given.get("asked")
    if not isinstance(theirs, list):
        return None
    return next((node for place, node in enumerate(ours) if theirs[place : place + 1] != [node]), None)
