"""Who may search: as many at once as there are workers; the others wait, and come in turn."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

MOST_WAITING = 100


class Crowded(Exception):
    """Too many wait already."""


class Workers:
    """Used on one event loop alone."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.free = number
        self.waiting: deque[asyncio.Future[None]] = deque()

    @asynccontextmanager
    async def one(self, wait: Callable[[], None]) -> AsyncIterator[None]:
        """Have one for as long as the context lasts; `wait` is called if it does not begin at once. Crowded."""
        if self.free:
            self.free -= 1
        else:
            if len(self.waiting) >= MOST_WAITING:
                raise Crowded
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self.waiting.append(turn)
            wait()
            try:
                await turn
            except asyncio.CancelledError:
                if not turn.cancelled():  # our turn had come already
                    self.give_back()
                elif turn in self.waiting:
                    self.waiting.remove(turn)
                raise
        try:
            yield
        finally:
            self.give_back()

    def give_back(self) -> None:
        while self.waiting:
            turn = self.waiting.popleft()
            if not turn.cancelled():
                turn.set_result(None)
                return
        self.free += 1
