"""Scripts of calls, written statement by statement while they run: later statements use what earlier ones returned."""

from __future__ import annotations

import inspect
import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from . import helpers
from .public import Public, members
from .values import FAILURES, GAMES, Values

MOST_VARIABLES = 60
MOST_OWN_CLASSES = 12
PLAIN = (int, float, str, bytes, bool, type(None))
KEPT_PLAIN = 0.4  # the share of plain results that later statements may use
FUNCTIONS = 0.15  # their share of all calls
FRONT = 12  # how many times as often a function in `__all__` is called as another one
NESTS = 2  # the deepest nesting of calls in arguments of calls

# No `list`: for an endless generator it would take for ever.
UNARY = ("repr", "str", "hash", "len", "bool", "int", "float", "iter", "dir", "vars", "type", "callable", "abs")
BINARY = ("==", "!=", "<", ">=", "in", "is", "+", "*", "|")
SPECIAL = (
    *("__init__", "__reduce__", "__getstate__", "__sizeof__", "__dir__", "__iter__", "__next__", "__len__", "__hash__"),
    *("__enter__", "__copy__", "__repr__", "__str__", "__bool__", "__dealloc__", "__del__"),
)
SPECIAL_OF_TWO = (
    *("__init__", "__init__", "__eq__", "__lt__", "__setstate__", "__reduce_ex__", "__getitem__", "__contains__"),
    *("__getattribute__", "__delattr__", "__format__", "__class_getitem__", "__call__", "__deepcopy__", "__new__"),
)
ODD_METHODS = (
    *("__index__", "__int__", "__float__", "__bool__", "__eq__", "__hash__", "__iter__", "__len__", "__getitem__"),
    *("__contains__", "__call__", "__str__", "__repr__", "__fspath__", "__getattr__", "__next__", "__lt__", "__copy__"),
    *("__deepcopy__", "__reduce_ex__", "__format__", "keys", "clone", "moves", "lower", "name", "player"),
)


@dataclass(frozen=True)
class Step:
    """A statement, the variable that it sets, and a label of its subject, to name a finding."""

    text: str
    target: str = ""
    label: str = ""


class Writer:
    """Writes steps; `learn` tells it the new values of variables."""

    def __init__(self, seed: str, public: Public, without: str = "") -> None:
        """without: a regular expression; no statement matches it."""
        self.without = re.compile(without) if without else None
        self.random = random.Random(seed)
        self.public = public
        self.pool: dict[str, type] = {}
        self.fields: dict[str, tuple[str, ...]] = {}  # the attributes of the object itself, by the variable
        self.values = Values(self.random, public, self.pool)
        self.values.call = self.harmless_call
        self.written = 0
        self.label = ""
        self.nesting = 0
        self.kinds: list[tuple[float, Callable[[], Step]]] = [
            (40, self.call),
            (14, self.construct),
            (7, self.attribute),
            (5, self.write_attribute),
            (10, self.protocol),
            (5, self.element),
            (5, self.own_class),
            (2, self.odd_class),
            (3, self.threads),
            (2, self.tiny_stack),
            (3, self.many),
            (2, self.forget),
        ]

    def next(self) -> Step:
        while True:
            step = self.any_step()
            if self.without is None or not self.without.search(step.text):
                return step

    def any_step(self) -> Step:
        if len(self.pool) > MOST_VARIABLES:
            return self.forget()
        weights, makers = zip(*self.kinds, strict=True)
        self.label = ""
        self.nesting = 0
        step: Step = self.random.choices(makers, weights)[0]()
        return step

    def learn(self, step: Step, values: dict[str, Any]) -> None:
        """Note the class of the value that a step has set."""
        if step.target not in values:
            return
        value = values[step.target]
        if issubclass(type(value), type):
            if step.target.startswith("Own"):
                self.values.own_classes[step.target] = value
            return
        kind = type(value)
        if value is None or isinstance(value, ModuleType) or value is NotImplemented:
            return
        if kind in PLAIN and self.random.random() >= KEPT_PLAIN:
            return
        self.pool[step.target] = kind
        if self.public.home(kind):
            usual = inspect.getattr_static(object, "__getattribute__")
            own = inspect.getattr_static(kind, "__getattribute__") is not usual
            fields = None if own else getattr(value, "__dict__", None)
            if isinstance(fields, dict):
                names = [name for name in fields if isinstance(name, str) and name.isidentifier()]
                self.fields[step.target] = tuple(name for name in names if not name.startswith("_"))

    # Pieces.

    def new(self, expression: str) -> Step:
        self.written += 1
        return Step(f"v{self.written} = {expression}", f"v{self.written}", self.label)

    def about(self, name: str) -> str:
        """The class of the value of a variable, as findings name it."""
        kind = self.pool.get(name, object)
        return self.public.home(kind).rpartition(".")[2] or kind.__name__

    def receiver(self) -> str | None:
        """A variable that holds an object of the package, mostly one of the later ones."""
        ours = [name for name, kind in self.pool.items() if self.public.home(kind)]
        if not ours:
            return None
        return ours[max(self.random.randrange(len(ours)), self.random.randrange(len(ours)))]

    def any_call(self, receiver: str | None = "") -> str:
        """A call of a method, of this variable or any, or of a function."""
        self.nesting += 1
        try:
            if not receiver:
                receiver = self.receiver() if self.random.random() >= FUNCTIONS else None
            if receiver is None:
                return self.function_call()
            kind = self.pool[receiver]
            methods, _ = members(kind)
            if not methods:
                return self.construction()
            method = self.random.choice(methods)
            self.name(f"{self.about(receiver)}.{method}")
            arguments = self.values.arguments(self.public.parameters_of_method(kind, method), receiver)
            return f"{receiver}.{method}({arguments})"
        finally:
            self.nesting -= 1

    def harmless_call(self, receiver: str = "") -> str:
        """A call for a callback; none if calls are nested deeply, as these would hardly ever succeed."""
        return self.any_call(receiver) if self.nesting < NESTS else "None"

    def weighted(self, weights: dict[str, int]) -> str:
        return self.random.choices(list(weights), list(weights.values()))[0]

    def name(self, label: str) -> None:
        self.label = self.label or label

    def function_call(self) -> str:
        if not self.public.functions:
            return self.construction()
        path = self.weighted({path: FRONT if path in self.public.front else 1 for path in self.public.functions})
        self.name(path.rpartition(".")[2])
        return f"{path}({self.values.arguments(self.public.parameters(path, self.public.functions[path]), '')})"

    def construction(self) -> str:
        kinds = {**self.public.classes, **self.values.own_classes}
        if self.random.random() < 0.15:
            path = self.random.choice(GAMES)
            self.name(path)
            return f"{path}()"
        if not kinds:
            return "None"
        path = self.weighted({path: 1 + len(members(kind)[0]) for path, kind in kinds.items()})
        self.name(path.rpartition(".")[2] if "." in path else self.public.home(kinds[path]).rpartition(".")[2])
        if self.random.random() < 0.07:
            return f"{path}.__new__({path}{self.random.choice(('', '', ', ' + self.values.anything()))})"
        return self.values.construction(path, kinds[path])

    # Statements.

    def call(self) -> Step:
        return self.new(self.any_call())

    def construct(self) -> Step:
        return self.new(self.construction())

    def attribute(self) -> Step:
        receiver = self.receiver()
        names = self.attributes(receiver) if receiver else ()
        if receiver is None or not names:
            return self.construct()
        name = self.random.choice(names)
        self.name(f"{self.about(receiver)}.{name}")
        return self.new(f"{receiver}.{name}")

    def attributes(self, receiver: str) -> tuple[str, ...]:
        return members(self.pool[receiver])[1] + self.fields.get(receiver, ())

    def write_attribute(self) -> Step:
        receiver = self.receiver()
        if receiver is None:
            return self.construct()
        methods, _ = members(self.pool[receiver])
        names = (*self.attributes(receiver), *methods[:1], "nothing_of_this_name")
        name = self.random.choice(names)
        if name in methods and self.random.random() < 0.8:
            name = names[0]
        label = f"{self.about(receiver)}.{name}"
        if self.random.random() < 0.1:
            return Step(f"del {receiver}.{name}", "", label)
        return Step(f"{receiver}.{name} = {self.values.anything()}", "", label)

    def protocol(self) -> Step:
        receiver = self.receiver() if self.random.random() < 0.9 else None
        if receiver is None:
            receiver = self.random.choice(list(self.pool) or list(self.public.classes) or ["None"])
        home = self.about(receiver)
        way = self.random.randrange(10)
        if way <= 1:
            function = self.random.choice(UNARY)
            expression, label = f"{function}({receiver})", f"{function} of {home}"
        elif way <= 3:
            function = self.random.choice(("copied", "deep_copied"))
            expression, label = f"{function}({receiver})", f"{function} of {home}"
        elif way == 4:
            expression, label = f"pickled({receiver}, {self.random.randrange(6)})", f"pickled of {home}"
        elif way == 5:
            operator = self.random.choice(BINARY)
            expression = f"{receiver} {operator} ({self.values.anything()})"
            label = f"{operator} of {home}"
        elif way == 6:
            key = self.values.anything()
            expression, label = f"{receiver}[{key}]", f"[] of {home}"
        elif way == 7:
            expression, label = f"taste({receiver})", f"iter of {home}"
        elif way == 8:
            method = self.random.choice(SPECIAL)
            expression, label = f"{receiver}.{method}()", f"{home}.{method}"
        else:
            method = self.random.choice(SPECIAL_OF_TWO)
            expression, label = f"{receiver}.{method}({self.values.anything()})", f"{home}.{method}"
        self.name(label)
        return self.new(expression)

    def element(self) -> Step:
        """An element of a list or tuple that is in a variable."""
        many = [name for name, kind in self.pool.items() if kind in (list, tuple)]
        if not many:
            return self.call()
        return self.new(f"{self.random.choice(many)}[{self.random.choice((0, 0, 1, -1))}]")

    def forget(self) -> Step:
        if not self.pool:
            return self.construct()
        name = self.random.choice(list(self.pool))
        label = f"del of {self.about(name)}"
        del self.pool[name]
        self.fields.pop(name, None)
        return Step(f"del {name}", "", label)

    def threads(self) -> Step:
        times = self.random.choice((1, 1, 5, 20))
        calls = [self.any_call() for _ in range(self.random.choice((2, 2, 3)))]
        return self.new(f"together({', '.join('lambda: ' + call for call in calls)}, times={times})")

    def tiny_stack(self) -> Step:
        return self.new(f"small_stack(lambda: {self.any_call()})")

    def many(self) -> Step:
        return self.new(f"repeat({self.random.choice((3, 10, 50, 300))}, lambda: {self.any_call()})")

    # Classes.

    def body(self, method: str) -> str:
        """The expression that an own method returns, mostly a wrong one."""
        way = self.random.random()
        if way < 0.2:
            return f"fail({self.random.choice(FAILURES)})"
        if way < 0.35:
            return "self"
        if way < 0.5:
            return f"nested(lambda: {self.harmless_call()})"
        if way < 0.65:
            return f"super().{method}(*a, **k)"
        return self.values.anything()

    def methods(self, names: list[str]) -> str:
        return "".join(f"    def {name}(self, *a, **k): spend(); return {self.body(name)}\n" for name in names)

    def own_class(self) -> Step:
        """A class that derives from one of the package, or from a game of ours, and does some things wrong."""
        self.written += 1
        name = f"Own{self.written}"
        bases: dict[str, type] = dict(self.public.classes)
        playable = {path: kind for path, kind in bases.items() if hasattr(kind, "undo")}
        games: dict[str, type] = {game: getattr(helpers, game) for game in GAMES}
        base, kind = self.random.choice(list(self.random.choice((bases or games, playable or games, games)).items()))
        methods, _ = members(kind)
        chosen = self.random.sample(methods, min(len(methods), self.random.choice((0, 1, 1, 2, 3, 20))))
        lines = self.methods(sorted(chosen))
        way = self.random.random()
        if way < 0.3:  # forgets to call the base class
            lines += "    def __init__(self, *a, **k): pass\n"
        elif way < 0.4:
            lines += f"    def __init__(self, *a, **k): super().__init__(*a, **k); {self.body('__init__')}\n"
        if self.random.random() < 0.1:
            lines += f"    {self.random.choice(members(kind)[1] or ('x',))} = {self.values.anything()}\n"
        if len(self.values.own_classes) >= MOST_OWN_CLASSES:
            del self.values.own_classes[self.random.choice(list(self.values.own_classes))]
        text = f"class {name}({base}):\n{lines or '    pass'}"
        return Step(text.rstrip(), name, f"a class derived from {base.rpartition('.')[2]}")

    def odd_class(self) -> Step:
        """A useless object, whose methods return nonsense."""
        self.written += 1
        names = self.random.sample(ODD_METHODS, self.random.randint(1, 6))
        lines = self.methods(sorted(names))
        if self.random.random() < 0.2 and self.public.classes:
            pretended = self.random.choice(list(self.public.classes))
            lines += f"    __class__ = property(lambda self: {pretended})\n"
        text = f"class Odd{self.written}:\n{lines}v{self.written} = Odd{self.written}()"
        return Step(text, f"v{self.written}", "an odd object")
