"""What a session and its searches may ask of any search's table."""

from __future__ import annotations

from typing import Protocol


class AnyTable(Protocol):
    """A transposition table; while a search uses it, all but `fullness` is refused: Busy."""

    def __init__(self, megabytes: int) -> None: ...

    def clear(self) -> None:
        """Forget everything."""

    def fullness(self) -> int:
        """How much of it the current search has filled, in thousandths."""
