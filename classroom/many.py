"""Submissions graded side by side, each in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any

from ..engine.about import VERSION
from ..learning.journal import Journal
from . import assignments, box
from .grading import NAME, SECONDS, SOLUTION, Graded, Report, settled

FORMAT = "oddsfish grades 1"
ENDED = "the submission ended the process that graded it"
LATE = f"grading took longer than {SECONDS} seconds"


def grade_apart(folder: Path, seed: int | None, case_seed: int, name: str) -> Mapping[str, Any]:
    """Return the report on a submission, in the form of Report.json. ValueError if its assignment is unknown."""
    name, seed, note = settled(folder, seed, name)
    asked = {"folder": str(folder), "seed": seed, "case_seed": case_seed, "name": name, "note": note}
    trouble = ENDED
    with started() as worker:
        try:
            out, _ = worker.communicate(json.dumps(asked).encode(), timeout=SECONDS)
        except subprocess.TimeoutExpired:
            out, trouble = b"", LATE
        finally:
            worker.kill()
            worker.wait()
            end_orphans(worker.pid)
    try:
        found = json.loads(out) if worker.returncode == 0 else None  # a submission could write it, and end the worker
    except ValueError:
        found = None
    if isinstance(found, dict) and "report" in found:
        report: Mapping[str, Any] = found["report"]
        return report
    if isinstance(found, dict):
        trouble = str(found.get("refused"))
    return lost(folder, seed, case_seed, name, trouble, note)


def lost(folder: Path, seed: int, case_seed: int, name: str, trouble: str, note: str) -> Mapping[str, Any]:
    """The report on a submission that cannot be graded: it has no points."""
    checks = [Graded(check.title, 0, check.points, 0, 0) for check in assignments.find(name).checks] if name else []
    return Report(str(folder), name, seed, case_seed, checks, trouble, note).json()


OURS: set[int] = set()  # our workers, and the children that we had before the first one
GUARD = Lock()


def started() -> subprocess.Popen[bytes]:
    with GUARD:
        if not OURS:
            box.adopt_orphans()
            OURS.update(box.children(), {0})
        worker = subprocess.Popen(
            [sys.executable, "-m", "oddsfish.classroom.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        OURS.add(worker.pid)
        return worker


def end_orphans(worker: int) -> None:
    """End the processes that an ended worker has left behind: they are our children now."""
    with GUARD:
        OURS.discard(worker)
        for _ in range(100):
            left = box.children() - OURS
            if not left:
                return
            box.end(left)


def grade_all(
    folders: Sequence[Path],
    seed: int | None,
    case_seed: int,
    name: str,
    kept: Path,
    jobs: int,
    show: Callable[[int, int], None],
) -> list[Mapping[str, Any]]:
    """Return the reports on many folders, in order. kept: a journal, from which an interrupted run is resumed."""
    head = {"format": FORMAT, "version": VERSION, "seed": seed, "cases": case_seed, "assignment": name}
    journal = Journal(kept, head, "table", {each: f"--{each}" for each in ("seed", "cases", "assignment")})
    try:
        digests = [digest(folder) for folder in folders]
        known = {(entry["folder"], entry["digest"]): entry["report"] for entry in journal.entries}
        left = [
            (folder, mark) for folder, mark in zip(folders, digests, strict=True) if (str(folder), mark) not in known
        ]
        done = len(folders) - len(left)
        show(done, len(folders))
        for folder, mark, report in graded(left, seed, case_seed, name, jobs):
            journal.add({"folder": str(folder), "digest": mark, "report": report})
            known[str(folder), mark] = report
            done += 1
            show(done, len(folders))
        return [known[str(folder), mark] for folder, mark in zip(folders, digests, strict=True)]
    finally:
        journal.close()


def graded(
    left: Sequence[tuple[Path, str]], seed: int | None, case_seed: int, name: str, jobs: int
) -> Iterator[tuple[Path, str, Mapping[str, Any]]]:
    with ThreadPoolExecutor(jobs) as pool:
        waiting = {pool.submit(graded_or_not, folder, seed, case_seed, name): (folder, mark) for folder, mark in left}
        try:
            for done in as_completed(waiting):
                yield (*waiting[done], done.result())
        finally:
            pool.shutdown(cancel_futures=True)


def graded_or_not(folder: Path, seed: int | None, case_seed: int, name: str) -> Mapping[str, Any]:
    """Return the report on one of many folders. A fault in it does not stop the grading of others."""
    try:
        return grade_apart(folder, seed, case_seed, name)
    except (ValueError, OSError) as failure:
        return lost(folder, 0 if seed is None else seed, case_seed, "", str(failure), "")


def digest(folder: Path) -> str:
    """Return a digest of the graded files, because a changed submission is graded again."""
    found = sha256()
    for name in (SOLUTION, NAME):
        try:
            found.update(box.read_submission(folder / name))
        except box.Unreadable as trouble:
            found.update(str(trouble).encode())
    return found.hexdigest()[:16]
