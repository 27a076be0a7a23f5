"""What the random mover says about itself."""

from __future__ import annotations

from ...algorithm import Algorithm

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from .search import Random


class RandomAlgorithm(Algorithm):
    """Any legal move."""

    name = "Random"

    def create(self) -> Random:
        from .search import Random

        return Random()


ALGORITHM = RandomAlgorithm()
