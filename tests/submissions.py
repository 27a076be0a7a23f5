"""Folders of submissions, for tests of the grader."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from oddsfish.classroom import assignments, grading
from oddsfish.classroom.grading import Report

SEED, CASES = 3, 11


def folder(path: Path, name: str, source: str, seed: int = SEED) -> Path:
    path.mkdir(parents=True, exist_ok=True)
    (path / "assignment.json").write_text(json.dumps({"assignment": name, "seed": seed}), encoding="utf-8")
    (path / "solution.py").write_text(source, encoding="utf-8")
    return path


def grade(path: Path, name: str, source: str, cases: int = CASES) -> Report:
    return grading.grade(folder(path, name, source), SEED, cases, name)


def patched(name: str, *changes: tuple[str, str], seed: int = SEED) -> str:
    """The correct solution, changed."""
    text = assignments.find(name).source(seed)
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


def wrong(report: Report) -> Mapping[str, Any]:
    """The checks that did not get all points, by their titles."""
    return {check.title: check for check in report.checks if check.points < check.out_of}
