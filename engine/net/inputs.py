"""The inputs of networks: numbers from 0 on, of which some are active in a position.

A compiled game defines its inputs (`network_inputs` of its positions) and lists the active ones by a fast method
(`list_inputs`). For a game in plain Python, the inputs are the cells of its diagram, one for each possible symbol, and
the side to move. The view of the other player is not known there, so both views are the same.

If one input changes the value of all others, a game can name anchors. The active anchor of a view chooses one of
several buckets of rows, and tells whether the view is mirrored. NNUE calls this king buckets and horizontal mirroring.
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
    """count: the number of inputs. active: the largest number that can be active at once. names: of all inputs.

    mirror: for each input, the input that the other player sees in its place.

    image: for each input, the input in the mirror image of a position, which has the same value. anchors: for each
    input of one's own view, 2 * bucket, plus 1 if the mirror image is seen; -1 if it is no anchor. If several are
    active, the largest counts; if none is, 0. Both are empty if a game has no anchors.
    """

    count: int
    active: int
    mirror: Sequence[int]
    names: tuple[str, ...]
    image: Sequence[int] = ()
    anchors: Sequence[int] = ()

    def __post_init__(self) -> None:
        for name in ("mirror", "names", "image", "anchors"):
            object.__setattr__(self, name, tuple(getattr(self, name)))  # a tuple cannot change afterwards

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The numbers of all inputs, by name."""
        return {name: number for number, name in enumerate(self.names)}

    @property
    def buckets(self) -> int:
        """The number of buckets of rows."""
        return max((*self.anchors, 0)) // 2 + 1

    def unanchored(self) -> Inputs:
        """The same inputs without anchors."""
        return replace(self, image=(), anchors=())

    def view(self, active: Iterable[int], other: bool) -> tuple[int, list[int]]:
        """The bucket of rows, and the inputs as a view sees them: that of player 0, or of the other player."""
        seen = [self.mirror[number] for number in active] if other else list(active)
        anchor = max([0, *(self.anchors[number] for number in seen)]) if self.anchors else 0
        if anchor % 2:
            seen = [self.image[number] for number in seen]
        return anchor // 2, seen


def inputs_of(position: Position[Any]) -> Inputs:
    """The inputs of the game of a position; ValueError if it has none."""
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
    """The numbers of the active inputs. inputs: all of the game. ValueError if the game shows others."""
    if not position.in_python:
        return position.active_inputs()
    try:
        return [inputs.numbers[name] for name in active_names(position.diagram(), position.player())]
    except KeyError as fault:
        raise ValueError(f"{type(position).__name__}.diagram() has what it had not at first: {fault.args[0]}") from None


def active_names(diagram: Diagram, turn: int) -> list[str]:
    """The names of the active inputs of a game in plain Python."""
    cells = [f"{cell} {symbol}" for cell, symbol in enumerate(diagram.cells) if symbol]
    return [*cells, f"turn {turn}"]
