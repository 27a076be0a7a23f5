"""A script that breaks something, made short: fewer statements, then simpler ones."""

from __future__ import annotations

import ast
import copy
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

from .writer import Step

Breaks = Callable[[list[Step]], bool]
NAMES = re.compile(r"\b(?:v|Own|Odd)\d+\b")  # what scripts set


def slice_of(steps: list[Step]) -> list[Step]:
    """The last step and those that set what it uses, or what these use."""
    wanted = set(NAMES.findall(steps[-1].text))
    kept = [steps[-1]]
    for step in reversed(steps[:-1]):
        if step.target in wanted:
            wanted |= set(NAMES.findall(step.text))
            kept.append(step)
    return kept[::-1]


def shrink(steps: list[Step], breaks: Breaks, deadline: float) -> list[Step]:
    """The fewest of these steps that still break, as far as the time allows: delta debugging, from the end."""
    size = max(1, len(steps) // 2)
    while True:
        end = len(steps)
        removed = False
        while end > 0 and time.monotonic() < deadline:
            start = max(0, end - size)
            fewer = steps[:start] + steps[end:]
            if fewer and breaks(fewer):
                steps = fewer
                removed = True
            end = start
        if time.monotonic() >= deadline or (size == 1 and not removed):
            return steps
        size = max(1, size // 2)


def simplify(steps: list[Step], breaks: Breaks, deadline: float) -> list[Step]:
    """The same steps with fewer and plainer arguments and methods."""
    number = 0
    while number < len(steps):
        for text in simpler(steps[number].text):
            if time.monotonic() >= deadline:
                return steps
            changed = [*steps[:number], replace(steps[number], text=text), *steps[number + 1 :]]
            if breaks(changed):
                steps = changed
                break
        else:
            number += 1
    return steps


def simpler(text: str) -> Iterator[str]:
    """Each way in which one thing less is said; every one of them is shorter."""
    tree = ast.parse(text)
    for number, node in enumerate(ast.walk(tree)):
        lists: list[str] = []
        if isinstance(node, ast.Call):
            lists = ["keywords", "args"]
        elif isinstance(node, ast.ClassDef):
            lists = ["body"]
        elif isinstance(node, (ast.List, ast.Tuple)):
            lists = ["elts"]
        for name in lists:
            for place in range(len(getattr(node, name))):
                for plain in (None, ast.Constant(value=None)):
                    if plain is not None and name in ("keywords", "body"):
                        continue
                    changed = copy.deepcopy(tree)
                    values = getattr(list(ast.walk(changed))[number], name)
                    if plain is None:
                        del values[place]
                    else:
                        values[place] = plain
                    if name == "body" and not values:
                        values.append(ast.Pass())
                    shorter = ast.unparse(ast.fix_missing_locations(changed))
                    if len(shorter) < len(ast.unparse(tree)):
                        yield shorter
