"""What all engines have in common as players: a process, time limits for answers, a fault for each kind of failure."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import chess.engine

from ...engine.support.text import LARGEST, one_line
from ..game.arbiter import Arbiter
from ..game.clock import Clock
from ..record import SLIGHT, Oddity, Termination
from ..settings import Engine
from .engine_options import settings_of
from .player import Answer, Fault, Player, illegal
from .process import Supervised, Talk
from .uci_lines import UCI, Vocabulary, go_line, option_line, position_text, read_info

GRACE = 5.0  # seconds in which an engine that was told to stop must have answered; else it hangs
OVERHEAD = "moveoverhead"  # the name of an option, without blanks and in small letters
NO_MOVE = ("(none)", "NULL")  # the answers of engines without a move
SILENCE = 60.0  # seconds without output, in a game without a clock, after which an engine gets isready

_T = TypeVar("_T")
_C = TypeVar("_C", bound=Supervised)


class EnginePlayer(Player, Generic[_C]):
    """One engine process behind a client of its protocol."""

    def __init__(self, engine: Engine, talk: Talk | None = None) -> None:
        self.engine = engine
        self.talk = talk
        self.process: _C | None = None
        self.ponders = False
        self.foreseen = ""  # the opponent's reply that it expects
        self.pondering = False  # whether it searches the position after that reply
        self.owed: asyncio.Future[str] | None = None  # the bestmove of its last search

    @property
    def client(self) -> _C:
        assert self.process is not None, "start() comes first"
        return self.process

    @property
    def words(self) -> Vocabulary:
        """The words of its dialect."""
        return UCI

    @property
    def complaint(self) -> str:
        return self.client.complaint

    @property
    def warnings(self) -> list[str]:
        more = ["has no option Ponder, so that it does not ponder"] if self.engine.ponder and not self.ponders else []
        return self.client.odd_options.warnings + more

    @property
    def overhead(self) -> tuple[str, int] | None:
        for name, option in self.client.options.items():
            if name.replace(" ", "").lower() == OVERHEAD and option.type == "spin":
                given = {each.name: value for each, value in settings_of(self.client.options, self.engine.options)}
                value = given.get(option.name, option.default)
                return option.name, value if isinstance(value, int) else 0
        return None

    def say(self, line: str) -> None:
        self.client.send_line(line)

    def ask(self, line: str, answer: str) -> asyncio.Future[str]:
        """Send a line; the result is the text after the word that answers it."""
        future = self.client.expect(answer)
        self.say(line)
        return future

    def set_options(self, options: Sequence[tuple[str, str]]) -> None:
        """Set options; Fault if the engine has none of that name or does not allow the value."""
        for option, value in settings_of(self.client.options, options):
            self.say(option_line(option.name, value))

    def set_ponder(self) -> None:
        """Tell an engine that can ponder whether to do so."""
        option = self.client.options.get("Ponder")
        self.ponders = self.engine.ponder and option is not None
        if option is not None and self.ponders != (option.default is True):
            self.say(option_line(option.name, self.ponders))

    async def begin_game(self) -> None:
        """Begin a game as Cute Chess does: the engine is ready before any clock runs.

        First wait for a bestmove that is still owed: it would be taken for one of the new game.
        """
        if self.owed is not None and not self.owed.done():
            await self.patient(self.owed, GRACE, "bestmove", Termination.HANG)
        self.say(self.words.new_game)
        await self.patient(self.ask("isready", "readyok"), self.engine.ping, "readyok", Termination.HANG)

    async def move(self, arbiter: Arbiter, clocks: Sequence[Clock]) -> Answer:
        search = await self.search(arbiter, clocks)
        await self.wait_for_move(search, clocks[arbiter.turn].deadline)
        move, _, foreseen = search.result().partition(" ")
        if not move or move in NO_MOVE:
            raise illegal("")
        self.foreseen = foreseen.removeprefix("ponder").strip() if self.ponders else ""
        return self.answer(move, read_info(self.client.info.decode(errors="replace")), self.oddities(arbiter, move))

    def oddities(self, arbiter: Arbiter, move: str) -> tuple[tuple[Oddity, str], ...]:
        """What is odd in its reports of a search, with its words. Only `-strict` looks for it."""
        return ()

    async def search(self, arbiter: Arbiter, clocks: Sequence[Clock]) -> asyncio.Future[str]:
        """Begin the search for a move, or go on with the pondering search."""
        client = self.client
        pondering, self.pondering = self.pondering, False
        if pondering and self.owed is not None:
            client.mark_asked()  # the clock runs while it stops, too
            if arbiter.moves[-1] == self.foreseen:
                self.say("ponderhit")
                return self.owed
            await self.patient(self.halt(self.owed), GRACE, "bestmove", Termination.HANG)
        client.forget_infos()
        self.say(f"position {position_text(arbiter)}")
        if not pondering:
            client.mark_asked()  # before `go`: the engine may begin at once, while this process waits for the processor
        self.owed = self.ask(go_line(self.words, self.engine, arbiter.turn, clocks), "bestmove")
        return self.owed

    def ponder(self, arbiter: Arbiter, clocks: Sequence[Clock]) -> None:
        if self.foreseen and self.foreseen in arbiter.choices():
            client = self.client
            client.forget_infos()
            self.say(f"position {position_text(arbiter, [self.foreseen])}")
            client.mark_asked()
            line = go_line(self.words, self.engine, 1 - arbiter.turn, clocks, ponder=True)
            self.owed, self.pondering = self.ask(line, "bestmove"), True

    def rest(self) -> None:
        self.foreseen, self.pondering = "", False
        if self.owed is not None and not self.owed.done() and not self.client.gone.done():
            self.say("stop")

    async def halt(self, search: asyncio.Future[str]) -> None:
        """Stop a search; returns when the engine is idle again."""
        self.say("stop")
        await search

    async def wait_for_move(self, search: asyncio.Future[str], deadline: float | None) -> None:
        """Wait for the end of a search that has just begun. deadline: in seconds from now.

        Fault if the time is up, or the engine is gone or no longer answers.
        """
        client = self.client
        both: set[asyncio.Future[Any]] = {search, client.gone}
        asked = False
        while True:
            heard = client.heard
            # A little longer than it has, to see whether it is only slightly late.
            silence = self.engine.ping if asked else SILENCE
            patience = silence if deadline is None else deadline + SLIGHT
            await asyncio.wait(both, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
            if search.done():
                return
            if client.gone.done():
                raise client.death()
            if deadline is not None:
                await self.patient(self.halt(search), GRACE, "bestmove", Termination.HANG)
                raise Fault(Termination.TIME, " loses on time")
            if asked and client.heard == heard:
                raise Fault(Termination.HANG, f"'s connection stalls: no readyok within {self.engine.ping:g} s")
            asked = client.heard == heard
            if asked:
                self.say("isready")

    def answer(self, move: str, numbers: Mapping[str, int], oddities: tuple[tuple[Oddity, str], ...] = ()) -> Answer:
        """The answer with a move and the engine's numbers. Huge numbers are cut to the limits of a result file.

        numbers: score, mate, depth, nodes.
        """
        moderate = {name: max(-LARGEST, min(n, LARGEST)) for name, n in numbers.items()}
        return Answer(move, max(0.0, self.client.heard - self.client.asked), **moderate, oddities=oddities)

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
