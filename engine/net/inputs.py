"""The inputs of networks: what of a position is active, as numbers from 0 on.

A compiled game says which there are (`network_inputs` of its positions) and lists the active ones by a hot method
(`list_inputs`). Of a game in plain Python they are the cells of its diagram, one input for each symbol that may stand
in each, and whose turn it is; nothing is known there of how the other player sees it, and so both views are the same.

Where one input decides what all others are worth, a game names anchors. Which anchor is active in a view says by which
of several buckets of rows that view is seen, and whether it is its mirror image that is seen: what NNUE calls king
buckets and horizontal mirroring.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from .limits import MOST_INPUTS

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from typing import Any

    from ..display.diagram import Diagram
    from ..position import Position

SEATS = 2


@dataclass(frozen=True)
class Inputs:
    """count: how many there are. active: how many at once, at most. mirror: what each is from the other player's view.

    names: of all of them, in their order.

    image: what each is in the mirror image of a position, which is worth the same. anchors: of each input, as one's own
    view has it, 2 * bucket, plus 1 where the mirror image is seen; -1 if it is none. Of several that are active the
    largest counts, of none 0. Both are empty where a game has no anchors.
    """

    count: int
    active: int
    mirror: Sequence[int]
    names: tuple[str, ...]
    image: Sequence[int] = ()
    anchors: Sequence[int] = ()

    def __post_init__(self) -> None:
        for name in ("mirror", "names", "image", "anchors"):
            object.__setattr__(self, name, tuple(getattr(self, name)))  # which nobody changes afterwards

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Of all, by their names."""
        return {name: number for number, name in enumerate(self.names)}

    @property
    def buckets(self) -> int:
        """How many buckets of rows there are."""
        return max((*self.anchors, 0)) // 2 + 1

    def unanchored(self) -> Inputs:
        """The same ones, of which none is an anchor."""
        return replace(self, image=(), anchors=())

    def view(self, active: Iterable[int], other: bool) -> tuple[int, list[int]]:
        """The bucket of rows for a set of inputs, and their numbers in a view: player 0's, or the other player's."""
        seen = [self.mirror[number] for number in active] if other else list(active)
        anchor = max([0, *(self.anchors[number] for number in seen)]) if self.anchors else 0
        if anchor % 2:
            seen = [self.image[number] for number in seen]
        return anchor // 2, seen


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
    cells = (f"{cell} {symbol}" for cell in range(len(diagram.cells)) for symbol in diagram.symbols)
    names = (*cells, *(f"turn {seat}" for seat in range(SEATS)))
    if len(names) > MOST_INPUTS:
        raise ValueError(f"a network has at most {MOST_INPUTS} inputs; the diagram of {name} has {len(names)}")
    return Inputs(len(names), len(diagram.cells) + 1, tuple(range(len(names))), names)


def active_inputs(position: Position[Any], inputs: Inputs) -> list[int]:
    """The numbers of those that are so now; inputs: all of the game's. ValueError if there are others."""
    if not position.in_python:
        return position.active_inputs()
    try:
        return [inputs.numbers[name] for name in active_names(position.diagram(), position.player())]
    except KeyError as fault:
        raise ValueError(f"{type(position).__name__}.diagram() has what it had not at first: {fault.args[0]}") from None


def active_names(diagram: Diagram, turn: int) -> list[str]:
    """What of it is so now."""
    cells = [f"{cell} {symbol}" for cell, symbol in enumerate(diagram.cells) if symbol]
    return [*cells, f"turn {turn}"]
