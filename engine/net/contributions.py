"""What each piece, disc or cell of a position is worth to the network that evaluates it."""

from __future__ import annotations

from ..position import Position
from . import reference
from .inputs import active_inputs

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from typing import Any


def contributions(position: Position[Any]) -> list[tuple[str, int]]:
    """By its name, how much more the position is worth to player 0 with each active input than without it alone.

    Hundredths of the game's unit. Nothing without a network.
    """
    network = position.network
    if network is None:
        return []
    active, turn = active_inputs(position, network.inputs), position.player()
    whole = reference.value(network, active, turn)
    return [
        (
            network.inputs.names[number],
            whole - reference.value(network, [other for other in active if other != number], turn),
        )
        for number in active
    ]
