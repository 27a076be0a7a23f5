"""A UCI engine, driven by python-chess. Moves are timed from the line that begins a search to the one that ends it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import chess.engine
from chess.engine import Option, UciOptionMap

from ..game.arbiter import Arbiter
from ..game.chess_arbiter import ChessArbiter
from ..record import Oddity, Termination
from ..settings import Fixture
from ..variants import chess960
from .engine_options import settings_of
from .engine_player import EnginePlayer
from .player import Fault
from .process import Supervised, launch
from .uci_lines import option_line
from .variations import VariationCheck

_T = TypeVar("_T")


class UciClient(Supervised, chess.engine.UciProtocol):
    """python-chess's protocol. Its `play` is not used, since it parses every info line and all moves in it."""

    options: UciOptionMap[Option]

    def send_line(self, line: str) -> None:
        chess.engine.UciProtocol.send_line(self, line)
        self.report(">", line)

    async def communicate(self, command_factory: Callable[[Any], chess.engine.BaseCommand[_T]]) -> _T:
        """Skip option lines that python-chess cannot read, which would end its command `uci`."""

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
        self.listen(line.strip())

    def error_line_received(self, line: str) -> None:
        self.report("!", line)

    def manage(self, name: str, value: str) -> None:
        """Set an option that the runner controls, if the engine has it with another value."""
        if name in self.options and str(self.config.get(name)).lower() != value:
            self.config[name] = value
            self.send_line(option_line(self.options[name].name, value))


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
        self.set_ponder()
        await self.patient(client.ping(), self.engine.ping, "readyok")
        return client.id.get("name", "")

    async def prepare(self, game: Fixture, seat: int) -> None:
        client = self.client
        if self.engine.strict:
            client.infos = []
            self.check = VariationCheck()
        as_960 = chess960(game.variant)
        if as_960 and "UCI_Chess960" not in client.options:
            raise Fault(Termination.NO_START, "'s engine has no option UCI_Chess960")
        client.mark_asked()
        client.manage("UCI_Variant", "chess")
        client.manage("UCI_Chess960", str(as_960).lower())
        if "UCI_AnalyseMode" not in client.target_config:  # else a user has set it
            client.manage("UCI_AnalyseMode", "false")
        await self.begin_game()

    def oddities(self, arbiter: Arbiter, move: str) -> tuple[tuple[Oddity, str], ...]:
        lines = self.client.infos
        if lines is None:
            return ()
        assert isinstance(arbiter, ChessArbiter)
        return tuple(self.check.findings(arbiter, [line.decode(errors="replace").strip() for line in lines], move))
