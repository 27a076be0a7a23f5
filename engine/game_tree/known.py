"""What a search on a tree knows of each node at its end: the value, the window, and whether it reached the node."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from .kinds import BLUNDER, SOFTMAX
from .sentences import why_cut
from .trace import HELPERS, Step
from .tree import GameTree

CUTTING = ("alphabeta_hard", "alphabeta_soft", "star1", "star2")  # searches with cuts
AVERAGING = ("expectimax", "expectiminimax", "star1", "star2")
HARD = ("alphabeta_hard", "star1", "star2")  # fail-hard: a value at the edge of the window is only a bound


@dataclass
class Known:
    """What a search knows of one node.

    value: the last value that it returned; None if it never reached the node. bound: "≤" or "≥" if the value is only a
    bound. window: alpha and beta when it reached the node first; None for a search without a window.
    why: a sentence if the rest below this node was cut; else "".
    """

    value: float | None = None
    bound: str = ""
    window: tuple[float, float] | None = None
    why: str = ""


def known(root: GameTree, steps: Sequence[Step]) -> list[Known]:
    """Return this for all nodes, parents first."""
    nodes = list(root)
    numbers = {id(node): number for number, node in enumerate(nodes)}
    found = [Known() for _ in nodes]
    entered: list[tuple[float, float] | None] = []  # the windows of the calls that are not finished
    for step in steps:
        if step.frame.function in HELPERS:
            continue
        own = found[step.frame.node]
        depth = sum(frame.function not in HELPERS for frame in step.frames)
        if depth > len(entered):
            window = None if step.alpha is None or step.beta is None else (step.alpha, step.beta)
            entered.append(window)
            own.window = own.window or window
        if not isinstance(step.returned, float):
            continue
        window = entered.pop()
        below = [found[numbers[id(child)]] for child in searched(nodes[step.frame.node], step.frame.function)]
        own.value = step.returned
        own.bound = own.why = ""
        left = any(child.value is None for child in below)
        if left and window is not None and step.frame.function in CUTTING:
            own.why = why_cut(nodes[step.frame.node].kind, step.frame.values, step.returned)
        hard = step.frame.function in HARD and bool(below)
        if hard or own.why or any(child.bound for child in below):
            low, high = window or (-inf, inf)
            own.bound = "≥" if step.returned >= high else "≤" if step.returned <= low else ""
    return found


def searched(node: GameTree, search: str) -> Sequence[GameTree]:
    """The children that a search without cuts would search: not the replies that a model never plays."""
    averages = search in AVERAGING and node.kind in (SOFTMAX, BLUNDER)
    return [child for child, _ in node.outcomes] if averages else node.children
