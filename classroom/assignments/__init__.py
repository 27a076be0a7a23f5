"""The assignments, found by their folders."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.resources import files

from ...engine.support.text import nearest, printable
from ..assignment import Assignment


@cache
def names() -> list[str]:
    """Return the names of all assignments, sorted."""
    return sorted(each.name for each in files(__name__).iterdir() if each.joinpath("assignment.py").is_file())


def find(name: str) -> Assignment:
    """An assignment by its name; ValueError if there is none."""
    if name not in names():
        meant = nearest(name, names())
        raise ValueError(f"no assignment is called {printable(name)}{meant}: choose {', '.join(names())}")
    found: Assignment = import_module(f"{__name__}.{name}.assignment").ASSIGNMENT
    return found


def solution(package: str) -> str:
    """The source of the correct solution that lies beside an assignment."""
    return files(package).joinpath("solution.py").read_text(encoding="utf-8")
