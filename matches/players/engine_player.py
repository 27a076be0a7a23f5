"""What all engines have in common as players: a process, patience with it, a name for every way in which it fails."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Awaitable
from typing import Any, Generic, TypeVar

import chess.engine

from ...engine.text import whole_number
from ..record import Ending
from ..settings import Engine
from .fault import Fault
from .player import Player
from .process import Supervised, Talk

READY = 60.0  # seconds for readyok between games: tables are cleared there
GRACE = 5.0  # seconds in which an engine that was told to stop must have answered; else it hangs
SLIP = 0.05  # seconds after its time in which an engine may still show that it was only a little late
SILENCE = 60.0  # seconds without a word, in a game without a clock, after which an engine is asked whether it lives
LONGEST_MOVE = 20  # characters shown of what should have been a move

_T = TypeVar("_T")
_C = TypeVar("_C", bound=Supervised)


class EnginePlayer(Player, Generic[_C]):
    """One engine process behind a client of its protocol."""

    def __init__(self, engine: Engine, talk: Talk | None = None) -> None:
        self.engine = engine
        self.talk = talk
        self.process: _C | None = None

    @property
    def client(self) -> _C:
        assert self.process is not None, "start() comes first"
        return self.process

    @property
    def complaint(self) -> str:
        return self.client.complaint

    @abstractmethod
    def say(self, line: str) -> None:
        """Send a line."""

    @abstractmethod
    async def halt(self, search: asyncio.Future[Any]) -> None:
        """Stop a search; returns when the engine is idle again."""

    async def wait_for_move(self, search: asyncio.Future[Any], deadline: float | None) -> None:
        """Until a search that has just been sent has ended; deadline: in seconds from now.

        Fault if time has run out, or the engine has gone or says nothing any more.
        """
        client = self.client
        both: set[asyncio.Future[Any]] = {search, client.gone}
        asked = False
        while True:
            heard = client.heard
            patience = SILENCE if deadline is None else deadline + SLIP
            await asyncio.wait(both, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
            if search.done():
                return
            if client.gone.done():
                raise client.death()
            if deadline is not None:
                await self.patient(self.halt(search), GRACE, "bestmove", Ending.HANG)
                raise Fault(Ending.TIME, " loses on time")
            if asked and client.heard == heard:
                raise Fault(Ending.HANG, f"'s connection stalls: no readyok within {SILENCE:g} s")
            asked = client.heard == heard
            if asked:
                self.say("isready")

    async def patient(
        self, answer: Awaitable[_T], patience: float, awaited: str, ending: Ending = Ending.NO_START
    ) -> _T:
        """Wait for an answer, but not for ever; `ending`: the fault if it does not come."""
        client = self.client
        waiting = asyncio.ensure_future(answer)
        both: set[asyncio.Future[Any]] = {waiting, client.gone}
        try:
            await asyncio.wait(both, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
            failed = waiting.done()
            if failed and not waiting.exception():
                return waiting.result()
        finally:
            waiting.cancel()
        if failed and not client.gone.done():
            # Its client saw the end of the process first.
            await asyncio.wait({client.gone}, timeout=GRACE)
        if client.gone.done():
            raise client.death() if ending is not Ending.NO_START else Fault(ending, str(client.death()))
        raise Fault(ending, f"'s connection stalls: no {awaited} within {patience:g} s")

    async def close(self) -> None:
        if self.process is not None:
            process = self.process
            await process.end(lambda: process.send_line("quit"))
            self.process = None

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()


def value_of(option: chess.engine.Option, text: str) -> chess.engine.ConfigValue:
    """What a text means to an option; ValueError if it means nothing."""
    if option.type == "check":
        if text.lower() not in ("true", "false"):
            raise ValueError(f"{text!r} is neither true nor false")
        return text.lower() == "true"
    if option.type == "combo":
        found = [choice for choice in option.var or [] if choice.lower() == text.lower()]
        if not found:
            raise ValueError(f"{text!r} is none of {', '.join(option.var or [])}")
        return found[0]
    if option.type == "spin":
        number = whole_number(text)
        if number is None:
            raise ValueError(f"{text!r} is no number")
        if (option.min is not None and number < option.min) or (option.max is not None and number > option.max):
            raise ValueError(f"{number} is not between {option.min} and {option.max}")
        return number
    if option.type == "button":
        return None
    return text
