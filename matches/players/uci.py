"""A UCI engine, driven by python-chess, with a clock on the very lines that begin and end a search."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import chess
import chess.engine

from ..game.arbiter import Arbiter
from ..game.chess_arbiter import ChessArbiter
from ..game.clock import Clock
from ..record import Termination
from ..settings import Fixture
from ..variants import chess960
from .engine_options import settings_of
from .engine_player import GRACE, READY, EnginePlayer
from .player import Answer, Fault, illegal
from .process import Supervised, launch

_T = TypeVar("_T")


class UciClient(Supervised, chess.engine.UciProtocol):
    """python-chess's protocol, with the times of what is sent and received."""

    scored = b""  # the last info line with a score, of the search that is going on

    def take(self, fd: int, line: bytes, whole: bool) -> None:
        """python-chess takes every info line apart; of those the last with a score is wanted, and not before the move.

        That is half of what a move costs, while the other player thinks on the same machine.
        """
        if fd == 1 and whole and line.startswith(b"info ") and not line.startswith(b"info string") and not self.talk:
            if has_score(line):
                self.scored = line
            return
        if fd == 1 and self.scored and (line.startswith(b"bestmove") or not whole):  # a part may be of either
            super().take(fd, self.scored, whole=True)
            self.scored = b""
        super().take(fd, line, whole)

    def send_line(self, line: str) -> None:
        if line.startswith("go"):
            self.mark_asked()  # before: the engine may run on at once, and this process wait for its turn
            self.scored = b""
        chess.engine.UciProtocol.send_line(self, line)
        self.report(">", line)

    async def communicate(self, command_factory: Callable[[Any], chess.engine.BaseCommand[_T]]) -> _T:
        """python-chess's command `uci` ends at an option line that it cannot read; here it passes over it."""

        def passing_over(client: UciClient) -> chess.engine.BaseCommand[_T]:
            command = command_factory(client)
            read = command.line_received

            def line_received(line: str) -> None:
                try:
                    read(line)
                except chess.engine.EngineError:
                    word, rest = [*line.split(maxsplit=1), "", ""][:2]
                    if word != "option":
                        raise
                    option = client.odd_options.take(rest)
                    if option is not None:
                        client.options[option.name] = option

            command.line_received = line_received  # type: ignore[method-assign]
            return command

        return await super().communicate(command_factory if self.initialized else passing_over)

    def line_received(self, line: str) -> None:
        self.listen(line)

    def error_line_received(self, line: str) -> None:
        self.report("!", line)


def has_score(line: bytes) -> bool:
    """Whether an info line has the score of the best move."""
    if b" score " not in line:
        return False
    return b" multipv " not in line or b" multipv 1 " in line


class UciPlayer(EnginePlayer[UciClient]):
    """One engine process that plays chess."""

    async def start(self) -> str:
        client = self.process = await launch(UciClient, self.engine, self.talk)
        await self.patient(client.initialize(), self.engine.startup, "uciok")
        values = {}
        for option, value in settings_of(client.options, self.engine.options):
            if option.is_managed():
                raise Fault(Termination.NO_START, f"'s option {option.name} is set by the runner")
            values[option.name] = value
        if values:
            try:
                await client.configure(values)
            except chess.engine.EngineError as error:
                raise Fault(Termination.NO_START, f"'s engine: {error}") from error
        await self.patient(client.ping(), READY, "readyok")
        return client.id.get("name", "")

    async def prepare(self, game: Fixture, seat: int) -> None:
        """As Cute Chess does it: a new game, and all set up before any clock runs."""
        client = self.client
        if chess960(game.variant) and "UCI_Chess960" not in client.options:
            raise Fault(Termination.NO_START, "'s engine has no option UCI_Chess960")
        client.first_game = False
        client.game = game.number
        client.mark_asked()
        client.send_line("ucinewgame")
        await self.patient(client.ping(), READY, "readyok", Termination.HANG)

    async def move(self, arbiter: Arbiter, clocks: Sequence[Clock]) -> Answer:
        assert isinstance(arbiter, ChessArbiter)
        client = self.client
        search = asyncio.ensure_future(
            client.play(
                arbiter.board,
                self.limit(arbiter.turn, clocks),
                game=client.game,
                info=chess.engine.INFO_BASIC | chess.engine.INFO_SCORE,
            )
        )
        try:
            await self.wait_for_move(search, clocks[arbiter.turn].deadline)
        finally:
            search.cancel()
        try:
            result = search.result()
        except chess.engine.EngineTerminatedError as error:
            await asyncio.wait({client.gone}, timeout=GRACE)
            raise client.death() from error
        except chess.engine.EngineError as error:
            raise illegal(refused(error)) from error
        if result.move is None:
            raise illegal("")
        info = result.info
        score = info["score"].relative if "score" in info else None
        return self.answer(
            result.move.uci(),
            {
                "score": score.score() if score else None,
                "mate": score.mate() if score else None,
                "depth": info.get("depth"),
                "nodes": info.get("nodes"),
            },
        )

    async def halt(self, search: asyncio.Future[Any]) -> None:
        search.cancel()  # python-chess says stop,
        await self.client.ping()  # and this only after the bestmove


def refused(error: chess.engine.EngineError) -> str:
    """The move that python-chess has refused; the rest of its message is the position."""
    quoted = str(error).split("'")
    return quoted[1] if len(quoted) > 2 else ""
