from collections.abc import Callable, Mapping
from typing import Any

from ..limits import Limits
from ..position import Position
from .search import Search

class PythonSearch(Search):
    def choose(self, position: Position[Any], limits: Limits, halted: Callable[[], bool]) -> Any: ...
    def report(self, values: Mapping[Any, float], depth: int = 1, nodes: int = 0) -> None: ...
