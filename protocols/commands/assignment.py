"""`oddsfish assignment`: give out exercises, and grade them."""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path
from secrets import randbelow
from typing import Any

from ...classroom import assignments, many, report, start
from ...classroom.box import isolated
from ...engine.support.regular_file import replacing
from ...engine.support.system import LINUX
from ...learning import model_file
from ..errors import UsageError, failure_text, warn
from .arguments import Parser, number
from .progress import Progress

LARGEST_SEED = 10**9
FAILED = 1  # the exit status if a submission has not all points
EPILOG = f"""\
examples:
  oddsfish assignment list
  oddsfish assignment start {assignments.names()[0]} mine --seed 7
  oddsfish assignment grade mine
  oddsfish assignment grade --all submissions/* --csv grades.csv

docs/lecturers.md explains how to use assignments in a course."""
STARTED = """\
{title}: written to {folder}
Read notebook.ipynb, write the functions of solution.py, and try `python test_solution.py`.
Then: oddsfish assignment grade {folder}"""


def main(words: list[str]) -> None:
    """Run the command line; UsageError, with the reason, if that fails."""
    arguments = parser().parse_args(words)
    try:
        status: int = arguments.does(arguments)
    except (ValueError, RuntimeError, OSError) as failure:
        raise UsageError(failure_text(failure)) from None
    except KeyboardInterrupt:
        if getattr(arguments, "csv", None) is not None:
            warn("oddsfish: interrupted; the same command continues with the submissions that are left")
        raise
    if status:
        sys.stdout.flush()
        sys.exit(status)


def list_all(arguments: Namespace) -> int:
    for name in assignments.names():
        found = assignments.find(name)
        print(f"{name:16} {found.title} ({found.points} points)")
    return 0


def begin(arguments: Namespace) -> int:
    found = assignments.find(arguments.name)
    start.write(found, arguments.seed, arguments.folder)
    print(STARTED.format(title=found.title, folder=arguments.folder))
    return 0


def grade(arguments: Namespace) -> int:
    if not LINUX:
        raise ValueError("only Linux can keep submissions from doing harm: grade there; the visible tests run anywhere")
    case_seed = randbelow(LARGEST_SEED) if arguments.cases is None else arguments.cases
    if arguments.assignment:
        assignments.find(arguments.assignment)
    for folder in arguments.folders:
        if not arguments.all and not folder.is_dir():
            raise ValueError(f"{folder} is no folder")
    if not isolated():
        warn(f"oddsfish: {report.RIGHTS}")
    if not arguments.all:
        return grade_one(arguments, case_seed)
    return grade_many(arguments, case_seed)


def grade_one(arguments: Namespace, case_seed: int) -> int:
    if len(arguments.folders) != 1:
        raise ValueError("name one folder, or add --all")
    if arguments.csv is not None:
        raise ValueError("--csv is for many submissions: add --all")
    if arguments.gradescope is not None:
        model_file.check(arguments.gradescope, arguments.force)
    found = many.grade_apart(arguments.folders[0], arguments.seed, case_seed, arguments.assignment)
    print("\n".join(report.lines(found)), flush=True)
    if arguments.gradescope is not None:
        write(arguments.gradescope, json.dumps(report.gradescope(found), indent=1) + "\n")
    return 0 if found["points"] == found["out_of"] else FAILED


def grade_many(arguments: Namespace, case_seed: int) -> int:
    if arguments.csv is None:
        raise ValueError("--all writes a table: add --csv FILE")
    if arguments.gradescope is not None:
        raise ValueError("--gradescope is for one submission: leave out --all")
    kept = arguments.csv.with_name(f"{arguments.csv.name}.jsonl")
    if arguments.cases is None:
        before = seed_before(kept)
        case_seed = case_seed if before is None else before
    model_file.check(arguments.csv, arguments.force)
    jobs = arguments.jobs or os.cpu_count() or 1
    with Progress("submissions") as progress:
        found: Sequence[Mapping[str, Any]] = many.grade_all(
            arguments.folders, arguments.seed, case_seed, arguments.assignment, kept, jobs, progress.show
        )
    write(arguments.csv, report.table(found))
    print("\n".join(report.failures(found)), flush=True)
    return 0 if all(each["points"] == each["out_of"] for each in found) else FAILED


def seed_before(kept: Path) -> int | None:
    """The seed of the cases of a run that was interrupted; None if there is none."""
    try:
        with kept.open("rb") as file:
            found = json.loads(file.readline(10_000))
    except (OSError, ValueError):
        return None
    cases = found.get("cases") if isinstance(found, dict) else None
    return cases if isinstance(cases, int) else None


def write(path: Path, text: str) -> None:
    with replacing(path) as part:
        part.write_text(text, encoding="utf-8", newline="\n")
    warn(f"written to {path}")


def parser() -> Parser:
    made = Parser(prog="oddsfish assignment", description="Give out exercises, and grade them.", epilog=EPILOG)
    added = made.add_subparsers(metavar="COMMAND", required=True, parser_class=Parser)
    each = added.add_parser("list", help="list the assignments", description="List the assignments.")
    each.set_defaults(does=list_all)
    each = added.add_parser(
        "start", help="write the folder of an assignment", description="Write the folder of an assignment."
    )
    each.add_argument("name", metavar="NAME", help="the assignment, from the list")
    each.add_argument("folder", type=Path, metavar="FOLDER", help="a new folder")
    each.add_argument(
        "--seed",
        type=number(0, LARGEST_SEED),
        default=1,
        metavar="N",
        help="choose rules, payouts and weights by this seed: another one for each course (default: 1)",
    )
    each.set_defaults(does=begin)
    each = added.add_parser(
        "grade", help="grade one submission, or all", description="Grade one submission, or all.", epilog=EPILOG
    )
    each.add_argument("folders", type=Path, nargs="+", metavar="FOLDER", help="the folder of a submission")
    each.add_argument("--all", action="store_true", help="grade several folders, and write a table")
    each.add_argument("--csv", type=Path, metavar="FILE", help="with --all: write the table of points to this file")
    each.add_argument("--gradescope", type=Path, metavar="FILE", help="write the result for Gradescope (results.json)")
    each.add_number("--jobs", "with --all: grade so many at the same time (default: one for each core)")
    each.add_argument(
        "--assignment", default="", metavar="NAME", help="the assignment (default: as assignment.json says)"
    )
    each.add_argument(
        "--seed",
        type=number(0, LARGEST_SEED),
        metavar="N",
        help="the seed of the assignment (default: as assignment.json says, which a student could change)",
    )
    each.add_argument(
        "--cases",
        type=number(0, LARGEST_SEED),
        metavar="N",
        help="draw the test cases by this seed (default: at random, and the seed is printed)",
    )
    each.add_force()
    each.set_defaults(does=grade)
    return made
