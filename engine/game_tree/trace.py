"""A search of plain_trees.py, step by step: which line runs, at which node, and what its variables are."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from math import inf
from typing import Any

from .. import plain_trees
from ..support.text import printable
from .kinds import LEAF, MAX
from .sentences import refusal
from .text import parse, write
from .tree import GameTree

HELPERS = ("probe",)  # functions of plain_trees.py that are no searches
MOST_STEPS = 200_000  # star2 on a deep tree would take millions
KEPT = 2  # moves that branch_limit searches of a node, unless asked otherwise


@dataclass(frozen=True)
class Frame:
    """A call of a function, as it is while a line runs.

    function, line: the line is counted from that of `def`, which is 0.
    node: the number of its node; nodes are counted from the root, which is 0, parents first.
    values: its variables that are numbers.
    caller: the frame of the call, while it waits for this one; None at the root.
    """

    function: str
    line: int
    node: int
    values: Mapping[str, float]
    caller: Frame | None = field(repr=False)


@dataclass(frozen=True)
class Step:
    """A step of a search, before its line runs.

    frame: the innermost call. returned: the value that its line returns; None if the line does not return. The two
    values of `probe` are a tuple.
    """

    frame: Frame
    returned: float | tuple[float, ...] | None

    @property
    def line(self) -> int:
        return self.frame.line

    @property
    def alpha(self) -> float | None:
        return self.frame.values.get("alpha")

    @property
    def beta(self) -> float | None:
        return self.frame.values.get("beta")

    @property
    def best(self) -> float | None:
        return self.frame.values.get("best")

    @property
    def frames(self) -> list[Frame]:
        """All calls that are not finished, that of the root first."""
        found: list[Frame] = []
        frame: Frame | None = self.frame
        while frame is not None:
            found.append(frame)
            frame = frame.caller
        return found[::-1]

    @property
    def stack(self) -> list[int]:
        """The nodes of all calls that are not finished, the root first."""
        return [frame.node for frame in self.frames]


def names() -> list[str]:
    """Return the names of all searches of trees, in the order of plain_trees.py."""
    return [name for name in functions() if name not in HELPERS]


def trace(root: GameTree, search: str = "minimax", most: int = KEPT) -> list[Step]:
    """Return all steps of a search on a tree; the last one returns the value of the root.

    search: a name of `names`, such as "alphabeta_soft".
    most: how many moves `branch_limit` searches of each node.

    ValueError for a search that is unknown, that does not suit the tree, or that takes too many steps. RecursionError
    for a tree that is hundreds of levels deep, which `parse` never returns.
    """
    if search not in names():
        raise ValueError(f"no search of trees is called {printable(search)}: choose one of {', '.join(names())}")
    if most < 1:
        raise ValueError(f"branch_limit searches at least 1 move, not {most}")
    reason = refusal(root, search)
    if reason:
        raise ValueError(reason)
    if len(set(map(id, root))) < root.size:  # a node that stands in two places would have one number
        root = parse(write(root))
    recorder = Recorder(root)
    given = {
        "node": root,
        "alpha": -inf,
        "beta": inf,
        "lower": root.range[0],
        "upper": root.range[1],
        "colour": 1.0 if root.kind in (MAX, LEAF) else -1.0,
        "most": most,
    }
    function = instrumented(recorder)[search]
    function(*[given[name] for name in inspect.signature(getattr(plain_trees, search)).parameters])
    return recorder.steps


class Recorder:
    """Is called before each line of the functions that run."""

    def __init__(self, root: GameTree) -> None:
        self.numbers = {id(node): number for number, node in enumerate(root)}
        self.steps: list[Step] = []
        self.open: list[Frame] = []  # of the calls that are not finished

    def __call__(self, function: str, line: int, values: Mapping[str, Any], returned: Any = None) -> Any:
        numbers = {name: float(value) for name, value in values.items() if isinstance(value, (int, float))}
        if line == 0:  # a call begins
            caller = self.open[-1] if self.open else None
            self.open.append(Frame(function, 0, self.numbers[id(values["node"])], numbers, caller))
            return None
        now = self.open[-1]
        frame = Frame(function, line, now.node, numbers, now.caller)
        self.open[-1] = frame
        self.steps.append(Step(frame, returned))
        if len(self.steps) > MOST_STEPS:
            raise ValueError(f"this search takes more than {MOST_STEPS:,} steps on this tree")
        if returned is not None:
            self.open.pop()
        return returned


def source() -> str:
    return inspect.getsource(plain_trees)


@cache
def functions() -> dict[str, ast.FunctionDef]:
    """The functions of plain_trees.py, without their docstrings and annotations."""
    found = {}
    for statement in ast.parse(source()).body:
        if isinstance(statement, ast.FunctionDef):
            statement.body = statement.body[1:]
            statement.returns = None
            for argument in statement.args.args:
                argument.annotation = None
            found[statement.name] = statement
    return found


def code(search: str) -> str:
    """Return the lines of a search's functions, as they stand in plain_trees.py."""
    wanted = [search, *(name for name in HELPERS if search == "star2")]
    return "\n\n\n".join(inspect.getsource(getattr(plain_trees, name)).rstrip() for name in wanted)


def instrumented(step: Recorder) -> dict[str, Any]:
    """The names of plain_trees.py, with functions that call `step` before each of their lines."""
    made: dict[str, Any] = {**vars(plain_trees), "step": step}
    exec(compiled(), made)
    return made


@cache
def compiled() -> Any:
    body: list[ast.stmt] = []
    for name, function in functions().items():
        made = deepcopy(function)
        made.body = [called(name, 0), *stepped(function.body, name, function.lineno)]
        body.append(made)
    module = ast.Module(body, [])
    return compile(ast.fix_missing_locations(module), plain_trees.__file__, "exec", dont_inherit=True)


def stepped(body: Sequence[ast.stmt], name: str, first: int) -> Iterator[ast.stmt]:
    """The statements of a function, with a call of `step` before each; first: its line in the file."""
    for statement in map(deepcopy, body):
        step = called(name, statement.lineno - first)
        if isinstance(statement, ast.For):
            statement.body = [step, *stepped(statement.body, name, first)]
        elif isinstance(statement, ast.Return) and statement.value is not None:
            assert isinstance(step.value, ast.Call)
            step.value.args.append(statement.value)
            statement.value = step.value
        else:
            yield step
            if isinstance(statement, ast.If):
                statement.body = [*stepped(statement.body, name, first)]
        yield statement


def called(name: str, line: int) -> ast.Expr:
    """A call of `step`, see `Recorder`."""
    values = ast.Call(ast.Name("locals", ast.Load()), [], [])
    return ast.Expr(ast.Call(ast.Name("step", ast.Load()), [ast.Constant(name), ast.Constant(line), values], []))
