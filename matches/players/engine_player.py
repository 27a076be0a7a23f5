"""What all engines have in common as players: a process, patience with it, a name for every way in which it fails."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Awaitable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import chess.engine

from ...engine.support.text import LARGEST, one_line
from ..game.clock import Clock
from ..record import SLIGHT, Termination
from ..settings import Engine
from .player import Answer, Fault, Player
from .process import Supervised, Talk

READY = 60.0  # seconds for readyok between games: tables are cleared there
GRACE = 5.0  # seconds in which an engine that was told to stop must have answered; else it hangs
SILENCE = 60.0  # seconds without a word, in a game without a clock, after which an engine is asked whether it lives

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

    @property
    def warnings(self) -> list[str]:
        return self.client.odd_options.warnings

    def say(self, line: str) -> None:
        self.client.send_line(line)

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
            # A little longer than it has: it may still show that it was only slightly late.
            patience = SILENCE if deadline is None else deadline + SLIGHT
            await asyncio.wait(both, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
            if search.done():
                return
            if client.gone.done():
                raise client.death()
            if deadline is not None:
                await self.patient(self.halt(search), GRACE, "bestmove", Termination.HANG)
                raise Fault(Termination.TIME, " loses on time")
            if asked and client.heard == heard:
                raise Fault(Termination.HANG, f"'s connection stalls: no readyok within {SILENCE:g} s")
            asked = client.heard == heard
            if asked:
                self.say("isready")

    def limit(self, seat: int, clocks: Sequence[Clock]) -> chess.engine.Limit:
        """What `go` says: every clock, or the time for this move, and the engine's own limits."""
        own = clocks[seat].control
        clocked: list[tuple[float | None, float | None]] = [(None, None)] * 2  # a game for one has one clock
        for place, clock in enumerate(clocks):
            if own.base is not None and clock.left is not None:
                clocked[place] = clock.left, clock.control.increment
        (white_clock, white_inc), (black_clock, black_inc) = clocked
        return chess.engine.Limit(
            time=own.per_move,
            depth=self.engine.depth,
            nodes=self.engine.nodes,
            white_clock=white_clock,
            black_clock=black_clock,
            white_inc=white_inc,
            black_inc=black_inc,
            remaining_moves=(clocks[seat].togo or None) if own.base is not None else None,
        )

    def answer(self, move: str, numbers: Mapping[str, int | None]) -> Answer:
        """A move that has come, with what its engine thinks of it; a huge number is cut to what a result file may say.

        numbers: score, mate, depth, nodes.
        """
        moderate = {name: None if n is None else max(-LARGEST, min(n, LARGEST)) for name, n in numbers.items()}
        return Answer(move, self.client.heard - self.client.asked, **moderate)

    async def patient(
        self, answer: Awaitable[_T], patience: float, awaited: str, ending: Termination = Termination.NO_START
    ) -> _T:
        """Wait for an answer, but not for ever; `ending`: the fault if it does not come."""
        client = self.client
        waiting = asyncio.ensure_future(answer)
        both: set[asyncio.Future[Any]] = {waiting, client.gone}
        try:
            await asyncio.wait(both, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
            if waiting.done():
                return waiting.result()
        except chess.engine.EngineTerminatedError:
            # Its client saw the end of the process first.
            await asyncio.wait({client.gone}, timeout=GRACE)
        except chess.engine.EngineError as error:
            raise Fault(ending, f"'s engine: {one_line(str(error))}") from error
        finally:
            waiting.cancel()
        if client.gone.done():
            raise client.death() if ending is not Termination.NO_START else Fault(ending, str(client.death()))
        raise Fault(ending, f"'s connection stalls: no {awaited} within {patience:g} s")

    async def close(self) -> None:
        if self.process is not None:
            process = self.process
            await process.end(lambda: process.send_line("quit"))
            self.process = None

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
