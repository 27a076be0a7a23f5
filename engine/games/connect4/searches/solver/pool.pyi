from typing import final

from typing_extensions import Self

from .book import SolverBook
from .thread import SolverThread

@final
class Call:
    def __new__(cls, pool: ThreadPool, helper: SolverThread) -> Self: ...
    def follow(self) -> None: ...

@final
class ThreadPool:
    def __new__(cls, first: SolverThread, threads: int, book: SolverBook | None = ...) -> Self: ...
    @property
    def threads(self) -> int: ...
    @property
    def missing(self) -> int: ...
