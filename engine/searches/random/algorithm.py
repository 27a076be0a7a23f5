"""What the random mover says about itself."""

from __future__ import annotations

from ...algorithm import Algorithm


class RandomAlgorithm(Algorithm):
    """Any legal move."""

    name = "Random"


ALGORITHM = RandomAlgorithm()
