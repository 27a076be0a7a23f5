from typing import final

from .book import Book
from .thread import SolverThread

@final
class ThreadPool:
    def __init__(self, first: SolverThread, threads: int, book: Book | None = ...) -> None: ...
    @property
    def threads(self) -> int: ...
    @property
    def missing(self) -> int: ...
