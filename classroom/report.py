"""A report on a submission: for people, for Gradescope, as a row of a table."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..engine.support.text import printable

Report = Mapping[str, Any]  # as grading.Report.json returns it
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # the beginnings of cells that a spreadsheet would compute
LONGEST = 1000  # characters of a line
RIGHTS = "this code runs with your rights: install bubblewrap (bwrap) to shut it in"


def plain(text: str) -> str:
    """Return a text, perhaps from a submission, in one line and without control characters."""
    return printable(text, LONGEST)


def number(value: float) -> str:
    return f"{value:g}"


def lines(report: Report) -> list[str]:
    """Return a report as lines for people."""
    found = [f"{report['assignment']}, seed {report['seed']}, cases of seed {report['case_seed']}", ""]
    for said in (report["note"], report["trouble"]):
        found += [plain(said), ""] if said else []
    widths = max(len(f"{number(check['points'])}/{check['out_of']}") for check in report["checks"])
    for check in report["checks"]:
        score = f"{number(check['points'])}/{check['out_of']}"
        some = f" ({check['passed']} of {check['cases']} cases)" if check["wrong"] and check["cases"] else ""
        found.append(f"{score:>{widths}}  {check['title']}{some}")
        found += [f"{'':{widths}}    {said}" for said in details(check)]
    return [*found, "", f"{number(report['points'])} of {report['out_of']} points"]


def details(check: Mapping[str, Any]) -> list[str]:
    """Return the remarks on a check that is not passed."""
    found = [plain(check["wrong"])] if check["wrong"] else []
    if check["mistake"]:
        found.append(f"A likely cause: {check['mistake']}.")
    if check["link"]:
        found.append(f"Open this file of the folder: {check['link']}")
    return found


def gradescope(report: Report) -> Mapping[str, Any]:
    """Return the contents of results.json for Gradescope (its documentation: "Autograder Specifications")."""
    tests = [
        {
            "name": check["title"],
            "number": str(place),
            "score": check["points"],
            "max_score": check["out_of"],
            "status": "passed" if check["points"] == check["out_of"] else "failed",
            "output": "\n".join(details(check)),
            "output_format": "text",
            "visibility": "visible",
        }
        for place, check in enumerate(report["checks"], 1)
    ]
    return {
        "score": report["points"],
        "output": "\n".join(filter(None, (report["note"], report["trouble"]))),
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
    }


def cell(value: object) -> str:
    """A cell that no spreadsheet takes for a formula."""
    text = plain(" ".join(str(value).split()))
    return f"'{text}" if text.startswith(FORMULA) else text


def table(reports: Sequence[Report]) -> str:
    """Return reports as CSV: a row for each submission, with its points for each check."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    titles = list(dict.fromkeys(check["title"] for report in reports for check in report["checks"]))
    writer.writerow(map(cell, ["folder", "assignment", "seed", "points", "of", *titles, "likely causes", "trouble"]))
    for report in reports:
        points = {check["title"]: number(check["points"]) for check in report["checks"]}
        causes = "; ".join(dict.fromkeys(check["mistake"] for check in report["checks"] if check["mistake"]))
        row = [report["folder"], report["assignment"], report["seed"], number(report["points"]), report["out_of"]]
        writer.writerow(map(cell, [*row, *(points.get(title, "") for title in titles), causes, trouble(report)]))
    return out.getvalue()


def trouble(report: Report) -> str:
    """Return the note and the trouble of a submission, and the fault if it is the same in all checks."""
    wrong = {check["wrong"].partition(", in ")[0] for check in report["checks"] if check["wrong"]}
    one = wrong.pop() if len(wrong) == 1 and not report["points"] else ""
    return "; ".join(filter(None, (report["note"], report["trouble"], one)))


def failures(reports: Sequence[Report]) -> list[str]:
    """Return a table of failures: a row for each submission, a column for each check; then their names, and causes."""
    titles = list(dict.fromkeys(check["title"] for report in reports for check in report["checks"]))
    names = [plain(Path(report["folder"]).name or report["folder"]) for report in reports]
    width = max(map(len, [*names, "submission"]))
    heads = "".join(f"{place:>4}" for place in range(1, len(titles) + 1))
    found = [f"{'submission':{width}}  points{heads}   (x: points were lost)"]
    marks = [
        {check["title"]: "x" if check["points"] < check["out_of"] else "." for check in report["checks"]}
        for report in reports
    ]
    for name, report, own in zip(names, reports, marks, strict=True):
        row = "".join(f"{own.get(title, ''):>4}" for title in titles)
        found.append(f"{name:{width}}  {number(report['points']):>6}{row}".rstrip())
    found.append("")
    for place, title in enumerate(titles, 1):
        asked = [own[title] for own in marks if title in own]
        found.append(f"{place:>3}  {title}: {asked.count('x')} of {len(asked)} fail")
    said = [(name, trouble(report)) for name, report in zip(names, reports, strict=True)]
    for mistake in dict.fromkeys(check["mistake"] for report in reports for check in report["checks"]):
        who = [
            name
            for name, report in zip(names, reports, strict=True)
            if mistake in {check["mistake"] for check in report["checks"]}
        ]
        said += [(", ".join(who), mistake)] if mistake else []
    found += ["", *(f"{name}: {plain(why)}" for name, why in said if why)] if any(why for _, why in said) else []
    return found
