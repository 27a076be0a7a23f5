"""A host plays games. It has an event loop, and keeps its players from game to game."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Coroutine
from typing import Any, TypeVar

from ..game import loop
from ..players.player import Fault, Introduction, Player
from ..players.process import Talk
from ..players.roster import make_player
from ..record import Record, Termination
from ..settings import Engine, Fixture

_T = TypeVar("_T")


class Host:
    """Plays one game at a time. Players are started when they are first needed and kept, unless they are to restart."""

    def __init__(self, talk: Talk | None = None, watcher: loop.Watcher | None = None, keep: bool = True) -> None:
        self.loop = asyncio.new_event_loop()
        self.players: dict[tuple[int, Engine], Player] = {}
        self.talk = talk
        self.watcher = watcher
        self.keep = keep
        self.task: asyncio.Task[Any] | None = None
        self.played = False
        self.stopped = False

    def play(self, game: Fixture) -> Record:
        try:
            record = self.run(self.host(game))
        except asyncio.CancelledError:
            record = loop.unplayed(game)
        self.loop.run_until_complete(self.tidy(game, record))  # this is never cancelled
        return record

    def introduce(self, engine: Engine, game: Fixture) -> Introduction:
        """Start a player, check whether it is fit for a game, and close it. Returns its introduction.

        Fault if it is not fit, or has reported an error: such as an option that it does not take, or a missing file.
        """
        return self.run(self.greet(engine, game))

    def run(self, work: Coroutine[Any, Any, _T]) -> _T:
        task = self.task = self.loop.create_task(work)
        if self.stopped:
            task.cancel()
        try:
            result: _T = self.loop.run_until_complete(task)
            return result
        finally:
            self.task = None

    async def host(self, game: Fixture) -> Record:
        if self.played:
            await asyncio.sleep(game.wait)
        self.played = True
        players = []
        for number in range(len(game.players)):
            try:
                players.append(await self.player(game, number))
            except Fault as fault:
                return loop.forfeit(game, number, fault)
        return await loop.play(game, players, self.watcher)

    async def player(self, game: Fixture, seat: int) -> Player:
        place, engine = game.seats[seat], game.players[seat]
        found = self.players.get((place, engine))
        if found is None:
            found = self.players[place, engine] = make_player(engine, game.variant, self.talk)
            try:
                await found.start()
            except BaseException:
                await self.dismiss(place, engine)
                raise
        return found

    async def greet(self, engine: Engine, game: Fixture) -> Introduction:
        place = game.seats[0]
        player = self.players[place, engine] = make_player(engine, game.variant, self.talk)
        try:
            name = await player.start()
            await player.prepare(game, 0)
            if player.complaint:
                raise Fault(Termination.NO_START, f"'s engine reports an error: {player.complaint}")
            return Introduction(name, tuple(player.warnings), player.overhead)
        finally:
            await self.dismiss(place, engine)

    async def tidy(self, game: Fixture, record: Record) -> None:
        """After a game, close the players that are not kept or cannot be used any more."""
        for number, (place, engine) in enumerate(zip(game.seats, game.players, strict=True)):
            if engine.restart or not self.keep or (record.ending.fatal and number == record.loser):
                await self.dismiss(place, engine)

    async def dismiss(self, place: int, engine: Engine) -> None:
        """Close a player. Until it has ended, it stays in `players`, so that it can be killed."""
        player = self.players.get((place, engine))
        if player is not None:
            await player.close()
            self.players.pop((place, engine), None)

    @property
    def busy(self) -> bool:
        return self.task is not None

    def stop(self) -> None:
        """End the current game unfinished, and begin no other. May be called from any thread."""
        with contextlib.suppress(RuntimeError):  # it is closed already
            self.loop.call_soon_threadsafe(self.cancel)

    def cancel(self) -> None:
        self.stopped = True
        if self.task is not None:
            self.task.cancel()

    def close(self) -> None:

        async def close_all() -> None:
            await asyncio.gather(*(player.close() for player in self.players.values()))

        self.loop.run_until_complete(close_all())
        self.players.clear()
        self.loop.close()

    def kill(self) -> None:
        """Kill every process, as the last resort. May be called from any thread."""
        for player in list(self.players.values()):
            player.kill()
