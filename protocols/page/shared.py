"""What all pages of a server share: who may search, the match that is shown, the options of every search."""

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

READERS = 4  # threads: with each more, the one that serves all pages has its turn later
MOST_WAITING = 100


class Workers:
    """As many search at once as there are workers; the others wait, and come in turn."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.free = asyncio.Semaphore(number)
        self.threads = ThreadPoolExecutor(number)  # for work that takes long: other threads answer pages
        self.waiting = 0

    @asynccontextmanager
    async def one(self, wait: Callable[[], None]) -> AsyncIterator[None]:
        """Have one for as long as the context lasts; `wait` is called if it does not begin at once.

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
    """workers: for their searches. trees: for the trees that they unfold. watching: the match to be shown, if any.

    given: options of every search. folder: where the user's reviews are kept. reviewed: their files, each for one page
    at a time. reading: how many requests are taken up
    at once, while others wait.
    """

    workers: Workers
    trees: Workers
    watching: WatchedMatch | None = None
    given: Mapping[str, str] = field(default_factory=dict)
    folder: Path = field(default_factory=state_folder)
    reviewed: defaultdict[Path, asyncio.Lock] = field(default_factory=lambda: defaultdict(asyncio.Lock))
    reading: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(READERS))
