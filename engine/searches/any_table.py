"""The interface of all transposition tables for sessions."""

from __future__ import annotations

from typing import Protocol


class AnyTable(Protocol):
    """A transposition table. While a search uses it, all calls but `fullness` raise Busy."""

    def __init__(self, megabytes: int) -> None: ...

    def clear(self) -> None:
        """Forget everything."""

    def fullness(self) -> int:
        """The share of it that the current search has filled, in thousandths."""
