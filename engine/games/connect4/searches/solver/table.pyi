from typing import final

from .....searches.table import TableMemory

@final
class SolverTable(TableMemory):
    def clear(self) -> None: ...
    def fullness(self) -> int: ...
