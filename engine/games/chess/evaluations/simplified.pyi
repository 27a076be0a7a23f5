from typing import Literal

from typing_extensions import Self

from .evaluation import Evaluation

VALUES: tuple[int, ...]
PAWN_TABLE: tuple[int, ...]
KNIGHT_TABLE: tuple[int, ...]
BISHOP_TABLE: tuple[int, ...]
ROOK_TABLE: tuple[int, ...]
QUEEN_TABLE: tuple[int, ...]
KING_TABLE: tuple[int, ...]
KING_ENDGAME_TABLE: tuple[int, ...]
TABLES: tuple[tuple[int, ...], ...]

class Simplified(Evaluation):
    def __new__(cls, orientation: Literal["correct", "published"] = "correct", endgame_king: bool = True) -> Self: ...
