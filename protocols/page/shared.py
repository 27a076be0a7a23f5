"""What all pages of a server share: the workers, the match that is shown, and the options of every search."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from ...engine.support.system import state_folder

if TYPE_CHECKING:
    from .watched_match import WatchedMatch

READERS = 4  # threads: each of them delays the thread that serves all pages
MOST_WAITING = 100


class Workers:
    """Limits the number of searches at the same time. Others wait for their turn."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.free = asyncio.Semaphore(number)
        self.threads = ThreadPoolExecutor(number)  # for work that takes long: other threads answer pages
        self.waiting = 0

    @asynccontextmanager
    async def one(self, wait: Callable[[], None]) -> AsyncIterator[None]:
        """Hold a worker for the time of the context. `wait` is called if none is free at once.

        RuntimeError if too many wait already.
        """
        if self.free.locked():
            if self.waiting >= MOST_WAITING:
                raise RuntimeError("too many searches wait already")
            wait()
        self.waiting += 1
        try:
            await self.free.acquire()
        finally:
            self.waiting -= 1
        try:
            yield
        finally:
            self.free.release()


@dataclass(frozen=True)
class Served:
    """workers: for searches. trees: for trees that are unfolded. watching: the match to show, if any.

    given: options of every search. folder: where the user's reviews are kept. reviewed: a lock for each of their files,
    for one page at a time. reading: limits the requests that are read at the same time.
    """

    workers: Workers
    trees: Workers
    watching: WatchedMatch | None = None
    given: Mapping[str, str] = field(default_factory=dict)
    folder: Path = field(default_factory=state_folder)
    reviewed: defaultdict[Path, asyncio.Lock] = field(default_factory=lambda: defaultdict(asyncio.Lock))
    reading: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(READERS))
