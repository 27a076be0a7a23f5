from collections.abc import Iterable
from pathlib import Path

from ....opponents.model import OpponentModel
from ..position import ChessPosition
from .weights import Weights

SHIPPED: Path

class HumanModel(OpponentModel):
    def __init__(self, elo: int, weights: Weights | None = None, searching: bool = True) -> None: ...
    @property
    def searching(self) -> bool: ...
    @property
    def elo(self) -> int: ...
    def logs(self, position: ChessPosition, move: int, elos: Iterable[int]) -> list[tuple[float, bool]]: ...
    def weights(self, position: ChessPosition) -> list[int]: ...
