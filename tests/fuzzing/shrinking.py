"""Shrink a script that breaks something: to fewer statements, then to simpler ones."""

from __future__ import annotations

import ast
import copy
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from .writer import Step

Breaks = Callable[[list[Step]], bool]
LISTS: dict[type[ast.AST], tuple[str, ...]] = {
    ast.Call: ("keywords", "args"),
    ast.ClassDef: ("body",),
    ast.List: ("elts",),
    ast.Tuple: ("elts",),
}
NAMES = re.compile(r"\b(?:v|Own|Odd)\d+\b")  # the names that scripts define


def slice_of(steps: list[Step]) -> list[Step]:
    """The last step, and the steps that set the names on which it depends, directly or not."""
    wanted = set(NAMES.findall(steps[-1].text))
    kept = [steps[-1]]
    for step in reversed(steps[:-1]):
        if step.target in wanted:
            wanted |= set(NAMES.findall(step.text))
            kept.append(step)
    return kept[::-1]


def kin_of(steps: list[Step]) -> list[Step]:
    """The last step, all steps that share a name with it, and the steps that set the names on which these depend."""
    wanted = set(NAMES.findall(steps[-1].text))
    kept = [not wanted.isdisjoint(NAMES.findall(step.text)) or step.target in wanted for step in steps]
    kept[-1] = True
    wanted = {name for step, keep in zip(steps, kept, strict=True) if keep for name in NAMES.findall(step.text)}
    for place in reversed(range(len(steps))):
        if steps[place].target in wanted:
            kept[place] = True
            wanted |= set(NAMES.findall(steps[place].text))
    return [step for step, keep in zip(steps, kept, strict=True) if keep]


def shrink(steps: list[Step], breaks: Breaks, deadline: float) -> list[Step]:
    """As few of these steps as possible in the time that still break: delta debugging, from the end."""
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
    """Simpler versions of a statement, with one change each; all of them are shorter."""
    tree = ast.parse(text)
    for number, node in enumerate(ast.walk(tree)):
        for change in changes(node):
            changed = copy.deepcopy(tree)
            change(list(ast.walk(changed))[number])
            shorter = ast.unparse(ast.fix_missing_locations(changed))
            if cost(shorter) < cost(text):
                yield shorter


def cost(text: str) -> int:
    """The length of a statement; a variable counts more than a constant, as another statement has to set it."""
    return len(NAMES.sub("variable", ast.unparse(ast.parse(text))))


def changes(node: ast.AST) -> Iterator[Callable[[Any], None]]:
    """Ways to simplify a node."""
    for name in LISTS.get(type(node), ()):
        for place in range(len(getattr(node, name))):
            yield partial(leave_out, name, place)
            if name in ("args", "elts"):
                yield partial(say_nothing, name, place)
    if isinstance(node, (ast.Assign, ast.Return)) and isinstance(node.value, ast.Call):
        for place, argument in enumerate(node.value.args):
            if isinstance(argument, ast.Lambda):
                yield partial(say_directly, place)


def leave_out(name: str, place: int, node: Any) -> None:
    values = getattr(node, name)
    statement = isinstance(values[place], ast.stmt)
    del values[place]
    if statement and not values:
        values.append(ast.Pass())


def say_nothing(name: str, place: int, node: Any) -> None:
    getattr(node, name)[place] = ast.Constant(None)


def say_directly(place: int, node: Any) -> None:
    """Replace a call by what it was given to call: repeat(3, lambda: this)."""
    node.value = node.value.args[place].body


def essence(steps: list[Step]) -> str:
    """The common part of scripts with the same fault: the last statement without its arguments."""
    tree = ast.parse(steps[-1].text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            node.args, node.keywords = [], []
    kinds = {step.target: step.label for step in steps}
    return NAMES.sub(lambda found: kinds.get(found[0]) or "v", ast.unparse(tree).partition(" = ")[2] or steps[-1].label)
