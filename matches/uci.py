"""A UCI engine, driven by python-chess, with a clock on the very lines that begin and end a search."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from typing import Any, TypeVar

import chess
import chess.engine

from ..engine.option import shorten
from .arbiter import Arbiter, ChessArbiter
from .clock import Clock
from .fault import Fault
from .player import Answer, Player
from .process import Talk, Watched, launch
from .record import Ending
from .settings import Engine, Game

READY = 60.0  # seconds for readyok between games: tables are cleared there
GRACE = 5.0  # seconds in which an engine that was told to stop must have answered; else it hangs
LONGEST_MOVE = 20  # characters shown of what should have been a move
SILENCE = 60.0  # seconds without a word, in a game without a clock, after which an engine is asked whether it lives

_T = TypeVar("_T")


class UciClient(Watched, chess.engine.UciProtocol):
    """python-chess's protocol, with the times of what is sent and received."""

    def send_line(self, line: str) -> None:
        super().send_line(line)
        if line.startswith("go"):
            self.mark_asked()
        if self.talk:
            self.talk(f">{self.name}: {line}")

    def line_received(self, line: str) -> None:
        if self.talk:
            self.talk(f"<{self.name}: {line}")

    def error_line_received(self, line: str) -> None:
        if self.talk:
            self.talk(f"!{self.name}: {line}")


class UciPlayer(Player):
    """One engine process."""

    def __init__(self, engine: Engine, talk: Talk | None = None) -> None:
        self.engine = engine
        self.talk = talk
        self.client: UciClient | None = None

    async def start(self) -> str:
        self.client = await launch(UciClient, self.engine, self.talk)
        client = self.client
        await self.handshake(client.initialize(), self.engine.startup, "uciok")
        if self.engine.options:
            try:
                await client.configure(checked(client, self.engine))
            except chess.engine.EngineError as error:
                raise Fault(Ending.NO_START, f"'s engine: {error}") from error
        await self.handshake(client.ping(), READY, "readyok")
        return client.id.get("name", "")

    async def prepare(self, game: Game, seat: int) -> None:
        """As Cute Chess does it: a new game, and all set up before any clock runs."""
        client = self.living()
        if game.variant == "fischerandom" and "UCI_Chess960" not in client.options:
            raise Fault(Ending.NO_START, "'s engine has no option UCI_Chess960")
        client.first_game = False
        client.game = game.number
        client.mark_asked()
        client.send_line("ucinewgame")
        await self.handshake(client.ping(), READY, "readyok")

    async def move(self, arbiter: Arbiter, clocks: Sequence[Clock]) -> Answer:
        assert isinstance(arbiter, ChessArbiter)
        client = self.living()
        clock = clocks[arbiter.turn]
        search = asyncio.ensure_future(
            client.play(
                arbiter.board,
                limit(self.engine, arbiter.turn, clocks),
                game=client.game,
                info=chess.engine.INFO_BASIC | chess.engine.INFO_SCORE,
            )
        )
        try:
            await self.wait_for_move(search, clock.deadline)
        finally:
            if not search.done():
                search.cancel()
        try:
            result = search.result()
        except chess.engine.EngineTerminatedError as error:
            await asyncio.wait({client.gone}, timeout=GRACE)
            raise self.lost() from error
        except chess.engine.EngineError as error:
            raise Fault(Ending.ILLEGAL, f" makes an illegal move: {refused(error)}") from error
        if result.move is None:
            raise Fault(Ending.ILLEGAL, " makes an illegal move: none")
        info = result.info
        score = info["score"].relative if "score" in info else None
        return Answer(
            move=result.move.uci(),
            seconds=client.heard - client.asked,
            score=score.score() if score else None,
            mate=score.mate() if score else None,
            depth=info.get("depth"),
            nodes=info.get("nodes"),
        )

    async def wait_for_move(self, search: asyncio.Future[chess.engine.PlayResult], deadline: float | None) -> None:
        """Until the search has ended; Fault if time has run out, or the engine has gone or says nothing any more."""
        client = self.living()
        asked = False
        while not search.done():
            heard = client.heard
            # The search has just been sent, within this turn of the event loop.
            both: set[asyncio.Future[Any]] = {search, client.gone}
            await asyncio.wait(
                both,
                timeout=SILENCE if deadline is None else deadline,
                return_when=asyncio.FIRST_COMPLETED,
            )
            if search.done():
                return
            if client.gone.done():
                raise client.death()
            if deadline is not None:
                search.cancel()  # python-chess says stop
                await self.settle()
                raise Fault(Ending.TIME, " loses on time")
            if asked and client.heard == heard:
                raise Fault(Ending.HANG, f" hangs: no readyok within {SILENCE:g} s")
            asked = client.heard == heard
            if asked:
                client.send_line("isready")

    async def settle(self) -> None:
        """After a stop: the engine answers within the grace, or it hangs."""
        await self.handshake(self.living().ping(), GRACE, "bestmove", Ending.HANG)

    async def handshake(
        self, answer: Awaitable[_T], patience: float, awaited: str, ending: Ending = Ending.NO_START
    ) -> _T:
        client = self.living()
        waiting = asyncio.ensure_future(answer)
        both: set[asyncio.Future[Any]] = {waiting, client.gone}
        try:
            await asyncio.wait(both, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
            if waiting.done() and not waiting.exception():
                return waiting.result()
        finally:
            waiting.cancel()
        if waiting.done() and not client.gone.done():
            # python-chess saw the end of the process first.
            await asyncio.wait({client.gone}, timeout=GRACE)
        if client.gone.done():
            raise client.death() if ending is not Ending.NO_START else Fault(ending, str(client.death()))
        raise Fault(ending, f"'s engine hangs: no {awaited} within {patience:g} s")

    def lost(self) -> Fault:
        client = self.living()
        return client.death() if client.gone.done() else Fault(Ending.DISCONNECT, " disconnects")

    def living(self) -> UciClient:
        assert self.client is not None, "start() comes first"
        return self.client

    async def close(self) -> None:
        if self.client is not None:
            client, self.client = self.client, None
            await client.end(lambda: client.send_line("quit"))

    def kill(self) -> None:
        if self.client is not None:
            self.client.kill()


def limit(engine: Engine, seat: int, clocks: Sequence[Clock]) -> chess.engine.Limit:
    """What `go` says: the clocks of both, or the time for this move, and the engine's own limits."""
    white, black = clocks
    own = clocks[seat].control
    timed = own.base is not None
    return chess.engine.Limit(
        time=own.per_move,
        depth=engine.depth,
        nodes=engine.nodes,
        white_clock=white.left if timed else None,
        black_clock=black.left if timed else None,
        white_inc=white.control.increment if timed and white.left is not None else None,
        black_inc=black.control.increment if timed and black.left is not None else None,
        remaining_moves=clocks[seat].togo or None if timed else None,
    )


def checked(client: UciClient, engine: Engine) -> dict[str, chess.engine.ConfigValue]:
    """The options as the engine calls them; Fault if it has none of that name."""
    values: dict[str, chess.engine.ConfigValue] = {}
    for name, text in engine.options:
        option = client.options.get(name)
        if option is None:
            raise Fault(Ending.NO_START, f"'s engine has no option {name}")
        if option.is_managed():
            raise Fault(Ending.NO_START, f"'s option {name} is set by the runner")
        try:
            values[option.name] = value_of(option, text)
        except ValueError as error:
            raise Fault(Ending.NO_START, f"'s option {name}: {error}") from error
    return values


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
        if not text.lstrip("+-").isdecimal():
            raise ValueError(f"{text!r} is no number")
        number = int(text)
        if (option.min is not None and number < option.min) or (option.max is not None and number > option.max):
            raise ValueError(f"{number} is not between {option.min} and {option.max}")
        return number
    if option.type == "button":
        return None
    return text


def refused(error: chess.engine.EngineError) -> str:
    """The move that python-chess has refused; the rest of its message is the position."""
    quoted = str(error).split("'")
    return shorten(quoted[1], LONGEST_MOVE) if len(quoted) > 2 else "none"
