from typing import Literal

from typing_extensions import Self

from .evaluation import Evaluation

VALUES: tuple[int, ...]
KING_ENDGAME_TABLE: tuple[int, ...]
TABLES: tuple[tuple[int, ...], ...]

class Simplified(Evaluation):
    def __new__(cls, orientation: Literal["correct", "published"] = "correct", endgame_king: bool = True) -> Self: ...
