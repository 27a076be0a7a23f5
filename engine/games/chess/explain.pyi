from collections.abc import MutableSequence

from .evaluations import Tapered
from .position import ChessPosition

def explain(
    evaluation: Tapered, position: ChessPosition, counts: MutableSequence[int]
) -> tuple[float, float, float]: ...
