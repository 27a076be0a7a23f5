"""The value of a position by a network, in plain Python. Read this first; the tests use it as their oracle."""

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
    """The value in hundredths of the game's unit, for player 0. active: the active inputs. turn: the player to move."""
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
    """Each active input by name, and how much the value for player 0 falls if only this input is removed.

    In hundredths of the game's unit. Empty without a network.
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
