"""What a network says of a position, in plain Python: what a student reads first, and the oracle of the tests."""

from __future__ import annotations

from collections.abc import Collection

from ..position import Position
from .inputs import active_inputs
from .limits import LARGEST_VALUE, ONE
from .network import Network

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from typing import Any


def value(network: Network, active: Collection[int], turn: int) -> int:
    """Hundredths of the game's unit from player 0's view. active: the inputs that are. turn: whose it is, 0 or 1."""
    hidden = network.hidden
    bucket = min(max(len(active) - 1, 0) * network.buckets // network.inputs.active, network.buckets - 1)
    weights = network.weights[2 * hidden * bucket : 2 * hidden * (bucket + 1)]
    total = ONE * network.offsets[bucket]
    for place, view in enumerate((turn, 1 - turn)):
        of, seen = network.inputs.view(active, other=view == 1)
        rows = [hidden * (network.inputs.count * of + number) for number in seen]
        for k in range(hidden):
            x = network.biases[k] + sum(network.rows[row + k] for row in rows)
            total += weights[hidden * place + k] * min(max(x, 0), ONE) ** 2
    size = min(abs(total) * network.scale // (ONE * ONE * network.unit), LARGEST_VALUE)
    total_value = size if total > 0 else -size
    return -total_value if turn else total_value


def contributions(position: Position[Any]) -> list[tuple[str, int]]:
    """By its name, how much more the position is worth to player 0 with each active input than without it alone.

    Hundredths of the game's unit. Nothing without a network.
    """
    network = position.network
    if network is None:
        return []
    active, turn = active_inputs(position, network.inputs), position.player()
    whole = value(network, active, turn)
    return [
        (
            network.inputs.names[number],
            whole - value(network, [other for other in active if other != number], turn),
        )
        for number in active
    ]
