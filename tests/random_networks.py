"""Networks of random numbers, for tests of their outputs and of their files."""

from __future__ import annotations

from array import array
from random import Random
from typing import Any

from oddsfish.engine import Position
from oddsfish.engine.net.inputs import Inputs, inputs_of
from oddsfish.engine.net.limits import LARGEST_WEIGHT
from oddsfish.engine.net.network import Network


def name_of(position: Position[Any]) -> str:
    return position.game or type(position).__name__


def random_network(
    position: Position[Any], seed: int = 1, hidden: int = 32, buckets: int = 4, inputs: Inputs | None = None
) -> Network:
    """A network of random numbers, as large as they may be."""
    random = Random(seed)
    inputs = inputs or inputs_of(position)
    most = (2**15 - 1 - 300) // inputs.active
    most = min(most, 600)

    def numbers(count: int, most: int, kind: str = "h") -> array[int]:
        return array(kind, [random.randint(-most, most) for _ in range(count)])

    return Network(
        game=name_of(position),
        inputs=inputs,
        hidden=hidden,
        buckets=buckets,
        scale=400,
        unit=128,
        about="drawn at random",
        version="0",
        rows=numbers(inputs.buckets * inputs.count * hidden, most),
        biases=numbers(hidden, 300),
        weights=numbers(buckets * 2 * hidden, LARGEST_WEIGHT),
        offsets=numbers(buckets, 3000, "i"),
    )
