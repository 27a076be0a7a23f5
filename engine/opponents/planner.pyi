from collections.abc import Mapping

from ..option import Value
from .model import OpponentModel

class Planner(OpponentModel):
    def __init__(self, depth: int, settings: Mapping[str, Value]) -> None: ...

class Softmax(Planner):
    def __init__(self, depth: int, settings: Mapping[str, Value], temperature: float) -> None: ...

class Blunder(Planner):
    def __init__(self, depth: int, settings: Mapping[str, Value], rate: float) -> None: ...
