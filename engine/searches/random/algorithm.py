"""The name of the random mover."""

from __future__ import annotations

from ...algorithm import Algorithm


class RandomAlgorithm(Algorithm):
    """Any legal move."""

    name = "Random"


ALGORITHM = RandomAlgorithm()
