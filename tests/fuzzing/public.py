"""What a package offers without an underscore, found by walking it: functions, classes, methods, attributes."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

COMPILED = (".so", ".pyd")
# A call of these may take a minute, and nothing bounds it: that would count as a hang. A call of the last may end this
# very process, as it is meant to. They have tests of their own.
LEFT_OUT = (
    "connect4.searches.solver.solver",
    "connect4.searches.solver.openings",
    "connect4.annotation",
    "support.latch",
    "support.system",
)


@dataclass(frozen=True)
class Parameter:
    """annotation: as written, "" if there is none. keyword: whether it "may", "must" or "never" be given by name."""

    name: str
    annotation: str = ""
    needed: bool = True
    keyword: str = "may"


class Public:
    """All that a package offers, by the full names under which it can be reached."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.functions: dict[str, Callable[..., object]] = {}
        self.classes: dict[str, type] = {}
        self.constants: dict[str, object] = {}
        self.bounds: dict[str, str] = {}  # type variables, with the names of their bounds
        self.stubs: dict[str, ast.arguments] = {}  # of compiled functions, by their full names
        self.modules = list(self.walk())
        for module in self.modules:
            self.read(module)
        self.usual = self.usual_annotations()
        self.front = self.named_first()

    def walk(self) -> Iterator[ModuleType]:
        root = importlib.import_module(self.package)
        yield root
        for found in pkgutil.walk_packages(getattr(root, "__path__", []), self.package + "."):
            hidden = any(part.startswith("_") for part in found.name.split("."))
            if not (hidden or found.name.endswith(LEFT_OUT)):
                yield importlib.import_module(found.name)

    def read(self, module: ModuleType) -> None:
        file = getattr(module, "__file__", None) or ""
        if file.endswith(COMPILED):
            self.read_stub(module.__name__, Path(file).with_name(Path(file).name.split(".")[0] + ".pyi"))
        for name, value in sorted(vars(module).items()):
            if isinstance(value, TypeVar):
                bound: Any = value.__bound__
                self.bounds[name] = getattr(bound, "__forward_arg__", getattr(bound, "__name__", "")) if bound else ""
            if name.startswith("_") or inspect.ismodule(value):
                continue
            home = str(getattr(value, "__module__", None))
            ours = (home + ".").startswith(self.package + ".")
            if ours and home != module.__name__ and getattr(importlib.import_module(home), name, None) is value:
                continue  # listed for the module that defines it
            path = f"{module.__name__}.{name}"
            if isinstance(value, type):
                if ours:
                    self.classes[path] = value
            elif inspect.isroutine(value):
                if ours:
                    self.functions[path] = value
            elif ours or isinstance(value, (int, float, str, tuple, list, dict)):
                self.constants[path] = value

    def read_stub(self, module: str, stub: Path) -> None:
        if not stub.exists():
            return
        for node in ast.parse(stub.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                self.stubs[f"{module}.{node.name}"] = node.args
            elif isinstance(node, ast.ClassDef):
                for method in node.body:
                    if isinstance(method, ast.FunctionDef):
                        self.stubs[f"{module}.{node.name}.{method.name}"] = method.args

    def named_first(self) -> set[str]:
        """The functions that the package itself lists in __all__."""
        root = self.modules[0]
        listed = [getattr(root, name) for name in getattr(root, "__all__", ())]
        return {path for path, function in self.functions.items() if function in listed}

    def usual_annotations(self) -> dict[str, str]:
        """An annotation for each name of a parameter, for parameters of this name that have none."""
        found: dict[str, str] = {}
        for arguments in self.stubs.values():
            for argument in (*arguments.args, *arguments.kwonlyargs):
                if argument.annotation is not None:
                    found.setdefault(argument.arg, ast.unparse(argument.annotation))
        functions = list(self.functions.values())
        for kind in self.classes.values():
            functions += [member for member in vars(kind).values() if inspect.isfunction(member)]
        for function in functions:
            for name, annotation in getattr(function, "__annotations__", {}).items():
                found.setdefault(name, str(annotation))
        return found

    def home(self, kind: type) -> str:
        """The full name of the first class of ours that a class is or derives from; "" if there is none."""
        for base in kind.__mro__:
            path = f"{base.__module__}.{base.__qualname__}"
            if path in self.classes:
                return path
        return ""

    def parameters_of_method(self, kind: type, name: str) -> tuple[Parameter, ...] | None:
        """The parameters without self; None if they are not known."""
        for base in kind.__mro__:
            path = self.home(base)
            if name in vars(base) and path and self.classes[path] is base:
                return self.parameters(f"{path}.{name}", vars(base)[name], method=True)
        return None

    def parameters_of_class(self, kind: type) -> tuple[Parameter, ...] | None:
        for base in kind.__mro__:
            path = self.home(base)
            if not path or self.classes[path] is not base:
                continue
            for name in ("__init__", "__new__"):
                if f"{path}.{name}" in self.stubs or inspect.isfunction(vars(base).get(name)):
                    return self.parameters(f"{path}.{name}", vars(base).get(name), method=True)
            written = re.match(rf"{base.__name__}\((.*?)\)", base.__doc__ or "")
            if written:
                return tuple(
                    Parameter(part.split("=")[0].split()[-1].strip("*"), needed="=" not in part)
                    for part in written[1].split(",")
                    if part.strip(" */")
                )
        return None

    def parameters(self, path: str, value: object, method: bool = False) -> tuple[Parameter, ...] | None:
        """The parameters of a function, from its stub or its signature; None if it has neither."""
        value = getattr(value, "__func__", value)
        arguments = self.stubs.get(path)
        if arguments is not None:
            return self.completed(stub_parameters(arguments)[method:])
        found = signature(value)
        return None if found is None else self.completed(found[method:])

    def completed(self, parameters: tuple[Parameter, ...]) -> tuple[Parameter, ...]:
        return tuple(
            parameter
            if parameter.annotation
            else Parameter(parameter.name, self.usual.get(parameter.name, ""), parameter.needed, parameter.keyword)
            for parameter in parameters
        )


def stub_parameters(arguments: ast.arguments) -> tuple[Parameter, ...]:
    plain = [*arguments.posonlyargs, *arguments.args]
    first_default = len(plain) - len(arguments.defaults)
    found = [
        Parameter(
            one.arg,
            ast.unparse(one.annotation) if one.annotation else "",
            number < first_default,
            "never" if number < len(arguments.posonlyargs) else "may",
        )
        for number, one in enumerate(plain)
    ]
    found += [
        Parameter(one.arg, ast.unparse(one.annotation) if one.annotation else "", default is None, "must")
        for one, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    ]
    return tuple(found)


def signature(function: Any) -> tuple[Parameter, ...] | None:
    try:
        found = inspect.signature(function)
    except (TypeError, ValueError):
        return None
    keywords: dict[Any, str] = {inspect.Parameter.KEYWORD_ONLY: "must", inspect.Parameter.POSITIONAL_ONLY: "never"}
    return tuple(
        Parameter(
            one.name,
            "" if one.annotation is one.empty else str(one.annotation),
            one.default is one.empty,
            keywords.get(one.kind, "may"),
        )
        for one in found.parameters.values()
        if one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)
    )


@cache
def members(kind: type) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The public methods and attributes of a class."""
    methods: list[str] = []
    attributes: list[str] = []
    for name in dir(kind):
        if name.startswith("_"):
            continue
        member = inspect.getattr_static(kind, name)
        routine = inspect.isroutine(member) or isinstance(member, (staticmethod, classmethod))
        (methods if routine else attributes).append(name)
    return tuple(methods), tuple(attributes)


@cache
def derives(kind: type, wanted: type) -> bool:
    """Whether a class derives from the wanted one; for a protocol, which refuses `issubclass`: has all its members."""
    if getattr(wanted, "_is_protocol", False):
        return all(hasattr(kind, name) for names in members(wanted) for name in names)
    return issubclass(kind, wanted)
