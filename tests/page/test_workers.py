"""Who waits for a search, and gives up: nobody else waits for it."""

from __future__ import annotations

import asyncio

from oddsfish.protocols.page.shared import Workers


async def take(workers: Workers, release: asyncio.Event) -> None:
    async with workers.one(lambda: None):
        await release.wait()


def test_one_that_gives_up_as_its_turn_comes_takes_no_turn() -> None:
    """Both in the same step of the event loop: the one that searches ends, the next in line is told to stop."""

    async def scenario() -> None:
        workers, release = Workers(1), asyncio.Event()
        first = asyncio.create_task(take(workers, release))
        await asyncio.sleep(0)
        second = asyncio.create_task(take(workers, release))
        third = asyncio.create_task(take(workers, release))
        await asyncio.sleep(0)
        release.set()
        second.cancel()
        done = await asyncio.wait_for(asyncio.gather(first, second, third, return_exceptions=True), 5)
        assert done[0] is None and isinstance(done[1], asyncio.CancelledError) and done[2] is None
        assert not workers.free.locked() and workers.waiting == 0

    asyncio.run(scenario())
