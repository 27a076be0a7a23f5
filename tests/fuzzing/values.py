"""Arguments as source text: what an annotation asks for, and anything else."""

from __future__ import annotations

import ast
import copy
import random
from collections.abc import Callable, Mapping

from oddsfish.engine import PythonPosition
from oddsfish.engine.option import Option
from oddsfish.engine.registry import catalogue

from . import helpers
from .public import Parameter, Public, derives

EVERY = copy.deepcopy(catalogue.every())  # the scripts change what the package has

# For parameters that take anything.
NUMBERS = (
    *("0", "1", "-1", "2", "3", "7", "42", "63", "64", "127", "128", "129", "255", "256", "257", "20000"),
    *("2**31 - 1", "2**31", "-2**31", "-2**31 - 1", "2**32", "2**62", "2**63 - 1", "2**63", "-2**63", "2**64 - 1"),
    *("2**64", "10**30", "-10**30", "10**5000"),
    *("0.0", "-0.0", "0.5", "-1.5", "1e-320", "1e308", "float('inf')", "float('-inf')", "float('nan')", "1j"),
)
TEXTS = (
    *("''", "' '", "'a'", "'0'", "'-1'", "'x' * 100_000", "'1' * 5000", "'/' * 1000", "' 1' * 1000", "'\\x00'"),
    *("'\\ud800'", "'\\u0661'", "'\\u00e9'", "'\\U0001f600'", "'e2e4\\x00'", "'\\n'", "'%s%n{0}'"),
)
OTHERS = (
    *("None", "None", "None", "True", "False", "b''", "b'e2e4'", "bytearray(3)", "memoryview(b'12')"),
    *("()", "[]", "{}", "set()", "[None]", "[[]]", "(1, 2)", "range(3)", "range(300)", "range(100_000)", "['x'] * 300"),
    *("[(0, 0.5), (1, 0.5)]", "[(0, float('nan'))]", "[(1, -1.0), (2, 2.0)]", "[(0,)]", "{1: 2}", "{'depth': 2}"),
    *("object()", "object", "int", "len", "...", "NotImplemented", "slice(3)", "iter([])", "iter([1, 2])"),
    *("lambda *a, **k: None", "lambda *a, **k: fail(Own)", "(n for n in [1, 2])"),
)
# Texts that mean something to some game.
FENS = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 98 1",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "8/P7/8/8/8/8/7p/k1K5 w - -",
    "7/7/7/7/7/7 r 1",
    "3y3/2rr3/2yr3/2rry2/1yyyr2/ryrry2 y 10",
    "5 1.5 3",
    "7 1 4",
)
WORDS = (
    *("e2e4", "e7e5", "e1g1", "a7a8q", "a", "d", "g", "d>e", "high", "low", "high 9", "low 2", "startpos"),
    *("Minimax", "AlphaBeta", "Expectimax", "Random", "Auto", "classic", "fullboard", "correct", "published"),
    *("uniform", "optimal", "true", "false", "1", "2"),
)
# Depths that a compiled walk through any game soon reaches, and absurd ones. A walk to a depth in between may
# legitimately take for ever if nothing can stop it.
SHALLOW = ("0", "1", "1", "2", "2", "3")
ABSURD = ("-1", "129", "130", "256", "20000", "2**31 - 1", "2**31", "-2**31", "2**63", "2**64", "10**30")
DEEP = ("8", "64", "127", "128")
DEPTHS = ("depth", "plies")
SMALL = ("0", "1", "1", "2", "2", "3", "4", "5", "7", "10", "13")
FRACTIONS = ("0.0", "0.5", "1.0", "1.5", "-1.0", "3.25", "100.0")
OPTIONS_TAKEN = 4
FAILURES = (
    *("Own", "Own", "KeyboardInterrupt", "SystemExit", "StopIteration", "GeneratorExit", "MemoryError"),
    *("RecursionError", "SystemError", "AssertionError", "ValueError", "OSError"),
)
GAMES = ("Nim", "Nim", "Coin", "Chain")
CHESS_BOARDS = ("chess.Board()", "chess.Board('7k/5Q2/6K1/8/8/8/8/8 b - - 0 1')", "chess.Board(None)")


class Values:
    """Writes arguments. pool: the names of the existing variables, with the classes of their values."""

    def __init__(self, chooser: random.Random, public: Public, pool: Mapping[str, type]) -> None:
        self.random = chooser
        self.public = public
        self.pool = pool
        self.option: Option | None = None  # the option that the current arguments name
        self.own_classes: dict[str, type] = {}  # written by the script, by their names
        # Writes a call of something, or of a method of this variable; set by the writer.
        self.call: Callable[[str], str] = lambda receiver: "None"

    def one_of(self, *makers: Callable[[], str]) -> str:
        return self.random.choice(makers)()

    # Anything.

    def anything(self) -> str:
        kind = self.random.random()
        if kind < 0.30 and self.pool:
            return self.random.choice(list(self.pool))
        if kind < 0.55:
            return self.random.choice(NUMBERS)
        if kind < 0.67:
            return self.random.choice(TEXTS)
        if kind < 0.75:
            return repr(self.random.choice(FENS + WORDS))
        if kind < 0.80 and self.public.constants:
            return self.random.choice(list(self.public.constants))
        if kind < 0.83 and self.public.classes:
            return self.random.choice(list(self.public.classes))
        return self.random.choice(OTHERS)

    # What a parameter asks for.

    def fitting(self, parameter: Parameter, receiver: str = "", inside: int = 0) -> str:
        """A value that suits a parameter, as far as its name and annotation say."""
        if parameter.name in DEPTHS:
            return self.depth(receiver)
        try:
            tree = ast.parse(parameter.annotation, mode="eval").body if parameter.annotation else None
        except SyntaxError:
            tree = None
        return self.annotated(tree, parameter.name, receiver, inside)

    def depth(self, receiver: str) -> str:
        kind = self.random.random()
        if kind < 0.08:
            return self.random.choice(ABSURD)
        own = derives(self.pool.get(receiver, object), PythonPosition)  # its methods cost fuel, which bounds every walk
        return self.random.choice(DEEP if own and kind < 0.3 else SHALLOW)

    def unfitting(self, parameter: Parameter) -> str:
        """Any value; but for a depth none between the shallow and the absurd ones."""
        if parameter.name in DEPTHS:
            return self.random.choice(ABSURD + TEXTS + OTHERS)
        return self.anything()

    def annotated(self, tree: ast.expr | None, name: str, receiver: str, inside: int) -> str:
        if isinstance(tree, ast.BinOp):
            return self.annotated(self.random.choice((tree.left, tree.left, tree.right)), name, receiver, inside)
        if isinstance(tree, ast.Constant):
            if isinstance(tree.value, str):
                return self.fitting(Parameter(name, tree.value), receiver, inside)
            return repr(tree.value)
        if isinstance(tree, ast.Subscript):
            return self.subscripted(tree, name, receiver, inside)
        if isinstance(tree, ast.Attribute):
            return self.named(tree.attr, name, receiver, inside)
        if isinstance(tree, ast.Name):
            return self.named(tree.id, name, receiver, inside)
        return self.move(receiver) if name == "move" else self.anything()

    def subscripted(self, tree: ast.Subscript, name: str, receiver: str, inside: int) -> str:
        base = tree.value.id if isinstance(tree.value, ast.Name) else getattr(tree.value, "attr", "")
        parts = tree.slice.elts if isinstance(tree.slice, ast.Tuple) else [tree.slice]
        if base == "Literal":
            return ast.unparse(self.random.choice(parts))
        if base == "type":
            return self.class_of(ast.unparse(parts[0]))
        if base == "tuple" and not (len(parts) == 2 and ast.unparse(parts[1]) == "..."):
            return "(" + "".join(self.annotated(part, name, receiver, inside) + ", " for part in parts) + ")"
        if base in ("tuple", "list", "Sequence", "Container", "Iterable", "Iterator", "set"):
            values = [self.annotated(parts[0], name, receiver, inside) for _ in range(self.random.randint(0, 3))]
            inner = "".join(value + ", " for value in values)
            return f"({inner})" if base == "tuple" else f"[{inner}]"
        return self.named(base, name, receiver, inside)

    def named(self, kind: str, name: str, receiver: str, inside: int) -> str:
        if kind == "int":
            return self.move(receiver) if name == "move" else self.random.choice(SMALL)
        if kind == "float":
            return self.random.choice(FRACTIONS)
        if kind == "bool":
            return self.random.choice(("True", "False"))
        if kind == "str":
            return self.text(name)
        if kind in ("Mapping", "dict"):
            return self.options()
        if kind == "Callable":
            return self.callback(receiver)
        if kind == "Board":
            return self.random.choice(CHESS_BOARDS)
        if kind == "Path":
            return "'no/such/folder/file'"
        bound = self.public.bounds.get(kind)
        if bound:
            return self.fitting(Parameter(name, bound), receiver, inside)
        if bound is not None and name.startswith("move"):
            return self.move(receiver)
        if kind == "Random":
            return "random.Random(1)"
        wanted = [value for path, value in self.public.classes.items() if path.endswith("." + kind)]
        return self.instance(wanted[0], inside) if wanted else self.anything()

    def move(self, receiver: str) -> str:
        texts = [name for name, kind in self.pool.items() if kind in (int, str)]
        if texts and self.random.random() < 0.15:
            return self.random.choice(texts)
        if receiver and self.random.random() < 0.9:
            return f"{receiver}.moves()[{self.random.choice((0, 0, 1, 2, -1))}]"
        return self.random.choice(SMALL)

    def text(self, name: str) -> str:
        known = [variable for variable, kind in self.pool.items() if kind is str]
        if known and self.random.random() < 0.2:
            return self.random.choice(known)
        if "fen" in name:
            return repr(self.random.choice(FENS))
        if name in ("text", "value") and self.option is not None and self.random.random() < 0.7:
            return repr(str(self.option_value(self.option)))
        option = self.random.choice(EVERY)
        if name == "name":
            self.option = option
            return repr(self.random.choice((option.name, option.name, *option.choices)))
        if name == "search":
            return repr(self.random.choice(("Auto", "Minimax", "AlphaBeta", "Expectimax", "Random")))
        return repr(self.random.choice((*WORDS, *option.choices, option.name)))

    def options(self) -> str:
        """A mapping of names of options to values: a few, or all that there are."""
        kinds = [path for path, kind in self.public.classes.items() if derives(kind, Mapping)]
        if kinds and self.random.random() < 0.5:
            known = [name for name, kind in self.pool.items() if derives(kind, Mapping)]
            return self.random.choice(known or [self.random.choice(kinds) + "()"])
        chosen = self.random.sample(EVERY, self.random.randint(0, OPTIONS_TAKEN))
        few = "".join(f"{option.name!r}: {self.option_value(option)!r}, " for option in chosen)
        if kinds and self.random.random() < 0.5:
            return f"{{**{self.random.choice(kinds)}(), {few}}}"
        return f"{{{few}}}"

    def option_value(self, option: Option) -> object:
        if option.kind == "spin":
            low, high = option.low, option.high
            return self.random.choice((low, option.default, self.random.randint(low, min(high, low + 10)), high))
        if option.kind == "check":
            return self.random.choice((True, False))
        return self.random.choice(option.choices) if option.choices else option.default

    def callback(self, receiver: str) -> str:
        """A function; it may raise an exception, or call methods of the object that it is given to."""
        kind = self.random.random()
        if kind < 0.4:
            return "lambda *a, **k: None"
        if kind < 0.6:
            return f"lambda *a, **k: fail({self.random.choice(FAILURES)})"
        return f"lambda *a, **k: nested(lambda: {self.call(self.random.choice((receiver, '')))})"

    def class_of(self, name: str) -> str:
        found = [path for path in self.public.classes if path.endswith("." + name)]
        return self.random.choice(found or list(self.public.classes) or ["int"])

    def instance(self, wanted: type, inside: int) -> str:
        """An object of this class or a derived one: an existing one, or a new one."""
        known = [name for name, kind in self.pool.items() if derives(kind, wanted)]
        if known and self.random.random() < 0.85:
            return self.random.choice(known)
        kinds = {path: kind for path, kind in self.public.classes.items() if derives(kind, wanted)}
        kinds |= {name: kind for name, kind in self.own_classes.items() if derives(kind, wanted)}
        kinds |= {name: getattr(helpers, name) for name in GAMES if derives(getattr(helpers, name), wanted)}
        if not kinds or inside > 2:
            return "None"
        path = self.random.choice(list(kinds))
        return self.construction(path, kinds[path], inside + 1)

    def construction(self, path: str, kind: type, inside: int = 0) -> str:
        parameters = self.public.parameters_of_class(kind)
        if kind.__mro__[0].__module__ == helpers.__name__ or kind.__mro__[1].__module__ == helpers.__name__:
            return f"{path}()"
        written = self.arguments(parameters, "", inside, limits="Limits" in path)
        return f"{path}({written})"

    def arguments(
        self, parameters: tuple[Parameter, ...] | None, receiver: str, inside: int = 0, limits: bool = False
    ) -> str:
        """Arguments for a call: nearly all of them suitable, or about half."""
        self.option = None
        right = 0.97 if self.random.random() < 0.65 or inside else 0.5
        if parameters is None:
            return ", ".join(self.anything() for _ in range(self.random.choice((0, 0, 1, 2, 3))))
        written, by_name = [], False
        for parameter in parameters:
            if not parameter.needed and self.random.random() < 0.6:
                by_name = True
                continue
            if parameter.needed and self.random.random() > right + 0.4:
                by_name = True
                continue
            fits = self.random.random() < right
            value = self.fitting(parameter, receiver, inside) if fits else self.unfitting(parameter)
            if limits and parameter.name == "depth" and fits:
                value = self.random.choice(SHALLOW + DEEP[:1] + ABSURD[1:2])
            keyword = (by_name or self.random.random() < 0.2) and parameter.keyword != "never"
            if keyword or parameter.keyword == "must":
                by_name = True
                written.append(f"{parameter.name}={value}")
            elif not by_name:
                written.append(value)
        if self.random.random() > right + 0.45:
            written.append(f"nothing_of_this_name={self.anything()}")
        return ", ".join(written)
