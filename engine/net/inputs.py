"""The inputs of networks: what of a position is active, as numbers from 0 on.

A compiled game says which there are (`network_inputs` of its positions) and lists the active ones by a hot method
(`list_inputs`). Of a game in plain Python they are the cells of its diagram, one input for each symbol that may stand
in each, and whose turn it is; nothing is known there of how the other player sees it, and so both views are the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .limits import MOST_INPUTS

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from typing import Any

    from ..diagram import Diagram
    from ..position import Position

SEATS = 2


@dataclass(frozen=True)
class Inputs:
    """count: how many there are. active: how many at once, at most. mirror: what each is from the other player's view.

    names: of all of them, in their order.
    """

    count: int
    active: int
    mirror: Sequence[int]
    names: tuple[str, ...]


def inputs_of(position: Position[Any]) -> Inputs:
    """Those of the game of a position; ValueError if it has none."""
    if position.network_inputs is not None:
        return position.network_inputs
    name = position.game or type(position).__name__
    try:
        diagram = position.diagram()
    except NotImplementedError:
        raise ValueError(f"a network cannot evaluate {name}: it lists no inputs, and has no diagram") from None
    if not position.in_python:
        raise ValueError(f"a network cannot evaluate {name}: it lists no inputs that would tell its state")
    names = names_of(diagram)
    if len(names) > MOST_INPUTS:
        raise ValueError(f"a network has at most {MOST_INPUTS} inputs; the diagram of {name} has {len(names)}")
    return Inputs(len(names), len(diagram.cells) + 1, tuple(range(len(names))), names)


def names_of(diagram: Diagram) -> tuple[str, ...]:
    """Of all that may stand in its cells, and of whose turn it may be."""
    cells = (f"{cell} {symbol}" for cell in range(len(diagram.cells)) for symbol in diagram.symbols)
    return (*cells, *(f"turn {seat}" for seat in range(SEATS)))


def active_inputs(position: Position[Any], inputs: Inputs) -> list[int]:
    """The numbers of those that are so now; inputs: all of the game's."""
    if not position.in_python:
        return position.active_inputs()
    numbers = {name: number for number, name in enumerate(inputs.names)}
    return [numbers[name] for name in active_names(position.diagram(), position.player())]


def active_names(diagram: Diagram, turn: int) -> list[str]:
    """What of it is so now."""
    cells = [f"{cell} {symbol}" for cell, symbol in enumerate(diagram.cells) if symbol]
    return [*cells, f"turn {turn}"]
