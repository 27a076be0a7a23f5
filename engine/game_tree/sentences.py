"""Sentences of the tree editor and the sheets about a search. The browser has a translation: see javascript.py."""

from __future__ import annotations

from math import isnan

from .kinds import CHANCE, LEAF, MAX, MIN
from .numbers import shown

TYPE_CHECKING = False  # to type checkers it is true
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .tree import GameTree


def refusal(root: GameTree, search: str) -> str:
    """Why a search does not suit a tree; "" if it does."""
    averages = search in ("expectimax", "expectiminimax", "star1", "star2")
    for node in root:
        if node.kind == CHANCE and not averages:
            return f"{search} knows no chance nodes: choose expectiminimax, or star1 to cut"
        if search == "negamax":
            for child in node.children:
                if child.kind != LEAF and (child.kind == MAX) == (node.kind == MAX):
                    return "negamax needs sides that take turns: no Max below a Max node, no Min below a Min node"
        if search == "branch_limit":
            for child in node.children:
                if isnan(child.value):
                    return "branch_limit needs a value at each node below the root, such as min=3(1 5)"
    return ""


def why_cut(kind: str, values: Mapping[str, float], returned: float) -> str:
    """Why the rest below a node is cut. values: the variables in the line that leaves the node."""
    alpha, beta = values["alpha"], values["beta"]
    if "seen" not in values and "rest_low" not in values:
        got = values["best"] if "best" in values else values["value"]
        if kind == MAX:
            return (
                f"alpha {shown(got)} >= beta {shown(beta)}: "
                f"Max can get {shown(got)} here, and Min already holds Max to {shown(beta)}."
            )
        return (
            f"beta {shown(got)} <= alpha {shown(alpha)}: "
            f"Min can hold Max to {shown(got)} here, and Max already has {shown(alpha)}."
        )
    low, high = extremes(values)
    if high <= alpha:
        return (
            f"mean {shown(high)} <= alpha {shown(alpha)}: the mean can be no more, and Max already has {shown(alpha)}."
        )
    return (
        f"mean {shown(low)} >= beta {shown(beta)}: the mean can be no less, and Min already holds Max to {shown(beta)}."
    )


def extremes(values: Mapping[str, float]) -> tuple[float, float]:
    """The least and the most that a mean can be, in the line that leaves a chance node.

    least and most are the values of an outcome at which the mean is alpha or beta. If the outcome was not searched, its
    bounds count, else its value.
    """
    if "least" not in values:
        return values["rest_low"], values["rest_high"]
    bottom = values["low"] if "low" in values else values["lower"]
    top = values["high"] if "high" in values else values["upper"]
    searched = values["least"] < top and values["most"] > bottom
    if searched:
        bottom = values["value"]
        top = values["value"]
    low = values["beta"] + values["probability"] * (bottom - values["most"])
    high = values["alpha"] + values["probability"] * (top - values["least"])
    return low, high


def why_value(node: GameTree, search: str, values: Sequence[float], value: float) -> str:
    """Why a node has its value. values: those of the children that were searched, in their order."""
    listed = ", ".join([shown(each) for each in values])
    if search == "negamax":
        return f"The largest of the negated values of {listed} is {shown(value)}."
    if node.kind == MAX:
        return f"Max takes the largest of {listed}: {shown(value)}."
    if node.kind == MIN and search != "expectimax":
        return f"Min takes the smallest of {listed}: {shown(value)}."
    if search in ("expectimax", "expectiminimax", "star1", "star2"):
        parts = [f"{shown(pair[1])} x {shown(each)}" for pair, each in zip(node.outcomes, values, strict=False)]
        return f"The mean is {' + '.join(parts)} = {shown(value)}."
    return f"The opponent at its best takes the smallest of {listed}: {shown(value)}."
