"""JavaScript made from a small part of Python: of plain_trees.py, chances.py, sentences.py and random_tree.py.

It knows functions of positional arguments; `if`, `for`, `return`, `break` and assignments to names and tuples;
numbers, texts, lists, comprehensions with one `for`, subscripts, attributes, comparisons and arithmetic; calls of the
functions themselves and of imported ones, of CALLS, and of HELPERS, which the browser defines. Other syntax is a
ValueError. Types are not known. So a list must not be a condition (`not` is allowed), a name after `in` must be a
mapping, and a number on the left of `%` must not be negative.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping, Sequence
from types import ModuleType
from typing import Any

CALLS = {"exp": "Math.exp", "floor": "Math.floor", "int": "Math.trunc", "isnan": "Number.isNaN"}
EXTREMES = {"max": "Math.max", "min": "Math.min"}
HELPERS = ("empty", "sorted", "range", "zip")  # and the functions of numbers.py
METHODS = {"append": "push"}
KEYWORDS = {"sorted": {"key"}, "zip": {"strict"}}  # of calls
RESERVED = ("delete", "function", "new", "switch", "this", "typeof", "var", "void")  # of JavaScript, but not of Python
NAMES = {"inf": "Infinity"}
OPERATORS: Mapping[type[ast.AST], str] = {
    **{ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Mod: "%", ast.USub: "-", ast.And: "&&"},
    **{ast.Eq: "===", ast.NotEq: "!==", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Or: "||"},
}
INDENT = "  "


def functions(module: ModuleType, steps: bool = False) -> str:
    """The functions of a module. steps: whether they call `step` before each line, as those of trace.py do."""
    found = [each for each in ast.parse(inspect.getsource(module)).body if isinstance(each, ast.FunctionDef)]
    return "\n\n".join("\n".join(Function(each, vars(module), steps).lines()) for each in found)


class Function:
    def __init__(self, function: ast.FunctionDef, known: Mapping[str, Any], steps: bool) -> None:
        self.function = function
        self.known = known  # the names of its module
        self.steps = steps
        self.arguments = [argument.arg for argument in function.args.args]
        if function.args.defaults or function.args.kwonlyargs or function.args.vararg or function.args.kwarg:
            raise unknown(function)
        self.variables = sorted({*stored(function)} - {*self.arguments})
        if {*self.arguments, *self.variables} & {*RESERVED}:
            raise unknown(function)

    def lines(self) -> Iterator[str]:
        yield f"function {self.function.name}({', '.join(self.arguments)}) {{"
        if self.variables:
            yield f"{INDENT}let {', '.join(self.variables)};"
        if self.steps:
            yield f"{INDENT}{self.step(0)};"
        first, *rest = self.function.body
        documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
        yield from self.block(rest if documented else self.function.body)
        yield "}"

    def block(self, body: Sequence[ast.stmt], depth: int = 1) -> Iterator[str]:
        for statement in body:
            for line in self.statement(statement):
                yield INDENT * depth + line

    def step(self, line: int, *returned: str) -> str:
        values = ", ".join([*self.arguments, *self.variables])
        return f"step({', '.join([quoted(self.function.name), str(line), f'{{{values}}}', *returned])})"

    def statement(self, node: ast.stmt) -> Iterator[str]:
        step = self.step(node.lineno - self.function.lineno)
        if self.steps and not isinstance(node, (ast.For, ast.Return)):
            yield f"{step};"
        match node:
            case ast.Return(value=ast.expr() as value):
                said = self.value(value)
                line = node.lineno - self.function.lineno
                yield f"return {self.step(line, said) if self.steps else said};"
            case ast.Assign(targets=[target], value=value):
                yield f"{self.target(target)} = {self.value(value)};"
            case ast.AugAssign(target=target, op=operator, value=value):
                yield f"{self.target(target)} {self.operator(operator)}= {self.value(value)};"
            case ast.Expr(value=ast.Call() as call):
                yield f"{self.value(call)};"
            case ast.Break():
                yield "break;"
            case ast.If(test=test, body=body, orelse=[]):
                yield f"if ({self.value(test)}) {{"
                yield from self.block(body)
                yield "}"
            case ast.For(target=target, iter=over, body=body, orelse=[]):
                yield f"for ({self.target(target)} of {self.value(over)}) {{"
                if self.steps:
                    yield f"{INDENT}{step};"
                yield from self.block(body)
                yield "}"
            case _:
                raise unknown(node)

    def target(self, node: ast.expr) -> str:
        match node:
            case ast.Name(id=name):
                return name
            case ast.Tuple(elts=parts):
                return f"[{', '.join(map(self.target, parts))}]"
            case ast.Subscript():
                return self.value(node)
        raise unknown(node)

    def value(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=str() as text):
                return quoted(text)
            case ast.Constant(value=int() | float() as number):
                return str(number).lower()  # true and false, too
            case ast.Name(id=name) if name.isupper():
                known = self.known[name]
                return quoted(known) if isinstance(known, str) else str(known)
            case ast.Name(id=name):
                return NAMES.get(name, name)
            case ast.Attribute(value=value, attr=name):
                return f"{self.value(value)}.{name}"
            case ast.Subscript(value=value, slice=ast.Slice(lower=None, upper=ast.expr() as upper, step=None)):
                return f"{self.value(value)}.slice(0, {self.value(upper)})"
            case ast.Subscript(value=value, slice=index) if not isinstance(index, (ast.Slice, ast.UnaryOp)):
                return f"{self.value(value)}[{self.value(index)}]"
            case ast.List(elts=parts) | ast.Tuple(elts=parts):
                return f"[{', '.join(map(self.value, parts))}]"
            case ast.JoinedStr(values=parts):
                return f"`{''.join(map(self.piece, parts))}`"
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return f"empty({self.value(operand)})"
            case ast.UnaryOp(op=operator, operand=operand):
                return f"({self.operator(operator)}{self.value(operand)})"
            case ast.BinOp(left=left, op=operator, right=right):
                return f"({self.value(left)} {self.operator(operator)} {self.value(right)})"
            case ast.BoolOp(op=operator, values=parts):
                return f"({f' {self.operator(operator)} '.join(map(self.value, parts))})"
            case ast.Compare(left=left, ops=[ast.In()], comparators=[ast.Tuple() as choices]):
                return f"{self.value(choices)}.includes({self.value(left)})"
            case ast.Compare(left=left, ops=[ast.In()], comparators=[ast.Name() as mapping]):
                return f"({self.value(left)} in {self.value(mapping)})"
            case ast.Compare(left=left, ops=[ast.NotIn()], comparators=[ast.Name() as mapping]):
                return f"!({self.value(left)} in {self.value(mapping)})"
            case ast.Compare(left=left, ops=[operator], comparators=[right]):
                return f"({self.value(left)} {self.operator(operator)} {self.value(right)})"
            case ast.IfExp(test=test, body=body, orelse=other):
                return f"({self.value(test)} ? {self.value(body)} : {self.value(other)})"
            case ast.Lambda(args=arguments, body=body):
                return f"({', '.join(each.arg for each in arguments.args)}) => {self.value(body)}"
            case ast.ListComp(elt=element, generators=[ast.comprehension(target=target, iter=over, ifs=tests)]):
                name = self.target(target)
                kept = "".join(f".filter(({name}) => {self.value(test)})" for test in tests)
                return f"[...{self.value(over)}]{kept}.map(({name}) => {self.value(element)})"
            case ast.Call():
                return self.call(node)
        raise unknown(node)

    def call(self, node: ast.Call) -> str:
        name = getattr(node.func, "id", "")
        if {each.arg for each in node.keywords} - KEYWORDS.get(name, set()) or any(
            isinstance(each, ast.Starred) for each in node.args
        ):
            raise unknown(node)
        given = [self.value(argument) for argument in node.args]
        given += [self.value(each.value) for each in node.keywords if each.arg == "key"]
        said = ", ".join(given)
        match node.func:
            case ast.Name(id="len"):
                return f"{said}.length"
            case ast.Name(id=name) if name in EXTREMES:
                return f"{EXTREMES[name]}({'...' * (len(given) == 1)}{said})"
            case ast.Name(id=name) if name in CALLS:
                return f"{CALLS[name]}({said})"
            case ast.Name(id=name) if callable(self.known.get(name)) or name in HELPERS:
                return f"{name}({said})"
            case ast.Attribute(value=ast.Constant(value=str() as text), attr="join"):
                return f"{said}.join({quoted(text)})"
            case ast.Attribute(value=value, attr=name) if name in METHODS:
                return f"{self.value(value)}.{METHODS[name]}({said})"
        raise unknown(node)

    def piece(self, node: ast.expr) -> str:
        """A part of an f-string."""
        match node:
            case ast.Constant(value=str() as text):
                return text.replace("\\", "\\\\").replace("`", "\\`").replace("${", "\\${")
            case ast.FormattedValue(value=value, conversion=-1, format_spec=None):
                return f"${{{self.value(value)}}}"
        raise unknown(node)

    def operator(self, node: ast.AST) -> str:
        if type(node) not in OPERATORS:
            raise unknown(node)
        return OPERATORS[type(node)]


def stored(node: ast.AST) -> Iterator[str]:
    """The names that a statement assigns to, but not those inside comprehensions, which have a scope of their own."""
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.ListComp):
            yield from stored(child)


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def unknown(node: ast.AST) -> ValueError:
    line = getattr(node, "lineno", "")
    return ValueError(f"no JavaScript is known for {type(node).__name__} in line {line}")
