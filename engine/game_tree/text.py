"""The text of a tree: `max(min(3 12 8) min(2 4 6) chance(1/2:7 1/2:-1))`.

    tree   = node ["bounds" number number]
    node   = number | kind ["[" number "]"] ["=" number] "(" edge {edge} ")"
    kind   = "max" | "min" | "chance" | "softmax" | "blunder"
    edge   = ['"' name '"'] [number ["/" number] ":"] node

In brackets is the parameter of a model. Behind `=` is the static value of an inner node. Before a colon is the
probability of an outcome. Bounds are those of all values, for star1 and star2. Blanks, commas and line ends separate.
"""

from __future__ import annotations

import re
from dataclasses import replace
from math import isnan, nan

from ..support.text import shorten
from .kinds import CHANCE, KINDS, LEAF, MODELS
from .numbers import number_text, probability_text
from .tree import GameTree

LONGEST = 100_000  # characters
DEEPEST = 60  # levels below the root
NUMBER = r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
TOKEN = re.compile(rf'"[^"\n]*"|{NUMBER}|[A-Za-z]+|[^ \t\r\n,]')


def parse(text: str) -> GameTree:
    """Return the tree that a text describes; ValueError says what is wrong, and where.

    The text is as in `max(min(3 12 8) min(2 4 6) chance(1/2:7 1/2:-1))`.
    """
    if len(text) > LONGEST:
        raise ValueError(f"a tree has at most {LONGEST:,} characters, not {len(text):,}")
    return Reader(text).tree()


class Reader:
    def __init__(self, text: str) -> None:
        self.tokens = [(token.group(), token.start()) for token in TOKEN.finditer(text)]
        self.tokens.append(("", len(text)))
        self.at = 0

    def tree(self) -> GameTree:
        root = self.node(0)
        if self.takes("bounds"):
            root = replace(root, bounds=(self.number(), self.number()))
        if self.next:
            raise ValueError(f"nothing may follow the tree, but {self.place}")
        return root

    def node(self, depth: int, name: str = "", probability: float = nan) -> GameTree:
        if depth > DEEPEST:
            raise ValueError(f"a tree has at most {DEEPEST} levels below its root")
        kind = self.next.lower()
        if kind not in KINDS[1:]:
            if not re.fullmatch(NUMBER, kind):
                raise self.fault(f"a number or one of {', '.join(KINDS[1:])}")
            return GameTree(LEAF, self.number(), name=name, probability=probability)
        self.at += 1
        parameter = value = nan
        if kind in MODELS:
            self.take("[")
            parameter = self.number()
            self.take("]")
        if self.takes("="):
            value = self.number()
        self.take("(")
        children = []
        while not self.takes(")"):
            if not self.next:
                raise self.fault("')'")
            children.append(self.edge(kind, depth + 1))
        return GameTree(kind, value, tuple(children), name, probability, parameter)

    def edge(self, kind: str, depth: int) -> GameTree:
        name = ""
        if len(self.next) > 1 and self.next.startswith('"'):
            name = self.next[1:-1]
            self.at += 1
        if kind != CHANCE:
            return self.node(depth, name)
        probability = self.number()
        if self.takes("/"):
            below = self.number()
            if below == 0:
                raise ValueError("a fraction cannot have the denominator 0")
            probability /= below
        if not self.takes(":"):
            raise self.fault("':' after a probability")
        return self.node(depth, name, probability)

    @property
    def next(self) -> str:
        """The token that is read next; "" at the end."""
        return self.tokens[self.at][0]

    def takes(self, token: str) -> bool:
        """Read the next token if it is this one. Return whether it is."""
        if self.next != token:
            return False
        self.at += 1
        return True

    def take(self, token: str) -> None:
        if not self.takes(token):
            raise self.fault(f"{token!r}")

    def number(self) -> float:
        if not re.fullmatch(NUMBER, self.next):
            raise self.fault("a number")
        self.at += 1
        return float(self.tokens[self.at - 1][0])

    def fault(self, wanted: str) -> ValueError:
        return ValueError(f"{wanted} is missing in the tree: {self.place}")

    @property
    def place(self) -> str:
        token, start = self.tokens[self.at]
        return f"character {start + 1} is {shorten(token)!r}" if token else "the text ends"


def write(root: GameTree) -> str:
    """Return the text of a tree, which `parse` reads as the same tree."""
    text = node_text(root)
    if root.bounds is not None:
        text += f" bounds {number_text(root.bounds[0])} {number_text(root.bounds[1])}"
    return text


def node_text(node: GameTree) -> str:
    if node.kind == LEAF:
        return number_text(node.value)
    parameter = f"[{number_text(node.parameter)}]" if node.kind in MODELS else ""
    value = f"={number_text(node.value)}" if not isnan(node.value) else ""
    return f"{node.kind}{parameter}{value}({' '.join(edge_text(child, node.kind) for child in node.children)})"


def edge_text(child: GameTree, kind: str) -> str:
    name = f'"{child.name}" ' if child.name else ""
    probability = f"{probability_text(child.probability)}:" if kind == CHANCE else ""
    return f"{name}{probability}{node_text(child)}"
