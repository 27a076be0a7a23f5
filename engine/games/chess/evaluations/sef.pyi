from typing import Literal

from typing_extensions import Self

from .evaluation import Evaluation

PAWNS: tuple[int, ...]

class Sef(Evaluation):
    def __new__(cls, side: int = 0, mobility: Literal["written", "published"] = "written") -> Self: ...
