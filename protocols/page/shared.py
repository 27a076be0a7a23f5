"""What all pages of a server have in common."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .workers import Workers

READERS = 4  # threads: with each more, the one that serves all pages has its turn later

if TYPE_CHECKING:
    from .watched_match import WatchedMatch


@dataclass(frozen=True)
class Served:
    """workers: for their searches. trees: for the trees that they unfold. watching: the match to be shown, if any.

    given: options of every search. reading: how many requests are taken up at once, while others wait.
    """

    workers: Workers
    trees: Workers
    watching: WatchedMatch | None = None
    given: Mapping[str, str] = field(default_factory=dict)
    reading: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(READERS))
