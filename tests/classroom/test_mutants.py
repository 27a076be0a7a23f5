"""Two hundred small changes of correct solutions: nearly all of them lose points."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from mutants import mutants
from oddsfish.classroom import assignments, box
from oddsfish.classroom.assignment import Assignment
from oddsfish.classroom.grading import expected
from oddsfish.classroom.verdict import fault
from submissions import SEED, grade

EACH = 40  # of each assignment: 200 in all
CASES = 10_000  # a mutant that is right on so many counts as a correct solution
OF_CHESS = 1_500  # the same for assignments with python-chess, which is slow
SHARE = 0.95


def is_right(assignment: Assignment, source: str, most: int) -> bool:
    """Whether a mutant is right on so many cases, and so counts as correct."""
    names = assignment.load(SEED)
    constants = assignment.constants(SEED)
    done, number = 0, 1000
    while done < most:
        number += 1
        for check in assignment.checks:
            tasks = check.tasks(Random(f"{number} {check.title}"), constants, names)
            run = box.run(source.encode(), tasks, 120, assignment.packages)
            wanted = [expected(names, check, task) for task in tasks]
            said = [fault(check.comparison, right, given) for right, given in zip(wanted, run.answers, strict=False)]
            if len(run.answers) < len(tasks) or any(said):
                return False
            done += len(tasks)
    return True


@pytest.mark.slow
@pytest.mark.parametrize("name", assignments.names())
def test_mutants_lose_points(name: str, tmp_path: Path) -> None:
    assignment = assignments.find(name)
    source = assignment.source(SEED)
    every = [*mutants(source)]
    Random(name).shuffle(every)
    escaped: list[str] = []
    judged = replaced = 0
    for mutant in every:
        if judged == EACH:
            break
        if grade(tmp_path, name, mutant).points < 100:
            judged += 1
        elif is_right(assignment, mutant, OF_CHESS if assignment.packages else CASES):
            replaced += 1
        else:
            judged += 1
            escaped.append(mutant)
    print(f"{name}: {len(escaped)} of {judged} escape, {replaced} were right, and replaced")
    assert judged == EACH and len(escaped) <= (1 - SHARE) * EACH, "\n\n".join(escaped)
