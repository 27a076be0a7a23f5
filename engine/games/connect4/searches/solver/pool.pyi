from typing import final

from typing_extensions import Self

from .book import SolverBook
from .thread import SolverThread

@final
class ThreadPool:
    def __new__(cls, first: SolverThread, threads: int, book: SolverBook | None = ...) -> Self: ...
