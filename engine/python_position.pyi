from collections.abc import Hashable
from typing import Any

from typing_extensions import TypeVar

from .position import Position

_M = TypeVar("_M", bound=Hashable, default=Any)

NEEDED: tuple[str, ...]

class PythonPosition(Position[_M]):
    def set_chance(self, chance: bool) -> None: ...
    def set_decisive(self, value: float) -> None: ...
    def repetition_key(self) -> Hashable | None: ...
