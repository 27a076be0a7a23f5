"""A tree for LaTeX, with the package forest. The browser has a translation: see javascript.py."""

from __future__ import annotations

from collections.abc import Sequence

from .kinds import CHANCE, LEAF, MAX, MIN
from .numbers import probability_text

TYPE_CHECKING = False  # to type checkers it is true
if TYPE_CHECKING:
    from .tree import GameTree

PREAMBLE = r"""% In the preamble: \usepackage{forest} and \usetikzlibrary{shapes.geometric}
\forestset{
  default preamble={for tree={minimum height=7mm, minimum width=9mm, s sep=3mm,
    parent anchor=south, child anchor=north}},
  max/.style={draw, shape=trapezium, trapezium angle=70, fill=cyan!15},
  min/.style={draw, shape=trapezium, trapezium angle=-70, fill=orange!20},
  mean/.style={draw, ellipse, fill=magenta!10},
  leaf/.style={draw, rectangle},
  chosen/.style={edge={line width=1.6pt}},
  cut/.style={edge=dashed, densely dashed, fill=none},
  named/.style={edge label={node[midway, fill=white, inner sep=1pt, font=\scriptsize]{#1}}},
}"""
INDENT = "  "


def forest(root: GameTree, values: Sequence[str], looks: Sequence[str]) -> str:
    """A tree in LaTeX. values: the text in each node, parents first. looks: of its edge, "chosen", "cut" or ""."""
    body = node_latex(root, "", values, looks, [0], INDENT)
    return f"{PREAMBLE}\n\\begin{{forest}}\n{body}\n\\end{{forest}}\n"


def node_latex(
    node: GameTree, edge: str, values: Sequence[str], looks: Sequence[str], place: list[int], indent: str
) -> str:
    number = place[0]
    place[0] = number + 1
    style = node.kind if node.kind in (LEAF, MAX, MIN) else "mean"
    look = f", {looks[number]}" if len(looks[number]) > 0 else ""
    label = f", named={{{edge}}}" if len(edge) > 0 else ""
    head = f"{indent}[{{{escaped(values[number])}}}, {style}{look}{label}"
    if node.kind == LEAF:
        return f"{head}]"
    inner = f"{indent}{INDENT}"
    below = [node_latex(child, edge_latex(node, child), values, looks, place, inner) for child in node.children]
    lines = "\n".join(below)
    return f"{head}\n{lines}\n{indent}]"


def edge_latex(node: GameTree, child: GameTree) -> str:
    chance = probability_text(child.probability) if node.kind == CHANCE else ""
    words = [word for word in [escaped(child.name), chance] if len(word) > 0]
    return " ".join(words)


def escaped(text: str) -> str:
    """Escape the characters that have a meaning in LaTeX or forest."""
    return "".join([character_latex(character) for character in text])


def character_latex(character: str) -> str:
    if character in ("&", "%", "$", "#", "_", "{", "}"):
        return f"\\{character}"
    if character in ("[", "]", ",", "="):
        return f"{{{character}}}"
    if character == "\\":
        return "\\textbackslash{}"
    if character in ("~", "^"):
        return f"\\{character}{{}}"
    if character in ("<", ">"):
        return f"${character}$"
    if character == "−":
        return "$-$"
    if character == "∞":
        return "$\\infty$"
    if character == "≤":
        return "$\\leq$"
    if character == "≥":
        return "$\\geq$"
    return character
