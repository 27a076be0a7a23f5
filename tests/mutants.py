"""Small changes of a source, one at a time: an operator, a bound, a sign, a case."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy

SWAPPED: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div,),
    ast.Div: (ast.Mult,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
    ast.USub: (ast.UAdd,),
}
NAMES = {"max": "min", "min": "max", "low": "high", "high": "low", "alpha": "beta", "beta": "alpha"}


def mutants(source: str) -> Iterator[str]:
    """All versions of a source with one change in a function; its constants and given functions stay unchanged."""
    tree = ast.parse(source)
    for place, function in enumerate(tree.body):
        if not isinstance(function, ast.FunctionDef) or function.name.startswith("given_"):
            continue
        for number, _ in enumerate(ast.walk(function)):
            for changed in changes(function, number):
                whole = deepcopy(tree)
                whole.body[place] = changed
                yield ast.unparse(ast.fix_missing_locations(whole))


def changes(function: ast.FunctionDef, number: int) -> Iterator[ast.FunctionDef]:
    """The versions of a function with one of its nodes changed. number: the place of the node in `ast.walk`."""

    def copied() -> tuple[ast.FunctionDef, ast.AST]:
        made = deepcopy(function)
        return made, list(ast.walk(made))[number]

    node = list(ast.walk(function))[number]
    match node:
        case ast.Compare(ops=[operator]):
            for other in SWAPPED.get(type(operator), ()):
                made, found = copied()
                assert isinstance(found, ast.Compare)
                found.ops = [other()]  # type: ignore[list-item]
                yield made
        case ast.BinOp() | ast.BoolOp() | ast.UnaryOp() | ast.AugAssign():
            for other in SWAPPED.get(type(node.op), ()):
                made, found = copied()
                found.op = other()  # type: ignore[attr-defined]
                yield made
        case ast.Constant(value=bool()):
            made, found = copied()
            found.value = not node.value  # type: ignore[attr-defined]
            yield made
        case ast.Constant(value=int() as value):
            for other_value in (value + 1, value - 1):
                made, found = copied()
                found.value = other_value  # type: ignore[attr-defined]
                yield made
        case ast.Name(id=name) if name in NAMES and isinstance(node.ctx, ast.Load):
            made, found = copied()
            found.id = NAMES[name]  # type: ignore[attr-defined]
            yield made
        case ast.If() | ast.IfExp():
            made, found = copied()
            found.test = ast.UnaryOp(ast.Not(), found.test)  # type: ignore[attr-defined]
            yield made
