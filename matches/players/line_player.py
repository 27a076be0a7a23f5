"""Engines that python-chess does not drive: UGI engines, and UCI engines for games that it does not judge."""

from __future__ import annotations

import asyncio

from chess.engine import EngineError, Option, UciOptionMap

from ...engine.games import find_variant
from ..record import Termination
from ..settings import Fixture
from .engine_options import read_option
from .engine_player import EnginePlayer
from .player import Fault
from .process import Supervised, launch
from .uci_lines import UCI, UGI, Vocabulary


class LineClient(Supervised):
    """Reads the output of a process, line by line."""

    def __init__(self) -> None:
        self.rests = {1: b"", 2: b""}
        self.options = UciOptionMap[Option]()
        self.id = ""

    def take(self, fd: int, line: bytes) -> None:
        self.rests[fd] += line
        if line.endswith(b"\n"):
            self.heed(fd, self.rests[fd].decode(errors="replace").strip())
            self.rests[fd] = b""

    def heed(self, fd: int, line: str) -> None:
        """Handle a line."""
        if fd != 1:
            self.report("!", line)
            return
        self.listen(line)
        word, rest = [*line.split(maxsplit=1), "", ""][:2]
        if word == "option":
            try:
                option: Option | None = read_option(rest)
            except EngineError:
                option = self.odd_options.take(rest)
            if option is not None:
                self.options[option.name] = option
        elif line.startswith("id name "):
            self.id = line.removeprefix("id name ").strip()

    def send_line(self, line: str) -> None:
        assert self.process is not None
        stdin = self.process.get_pipe_transport(0)
        assert isinstance(stdin, asyncio.WriteTransport)
        stdin.write(line.encode() + b"\n")
        self.report(">", line)


class LinePlayer(EnginePlayer[LineClient]):
    """One engine process that plays a game judged by the dealer."""

    @property
    def words(self) -> Vocabulary:
        return UGI if self.engine.protocol == "ugi" else UCI

    async def start(self) -> str:
        client = self.process = await launch(LineClient, self.engine, self.talk)
        self.rules: tuple[tuple[str, str], ...] = ()
        answer = f"{self.words.hello}ok"
        await self.patient(self.ask(self.words.hello, answer), self.engine.startup, answer)
        self.set_options(self.engine.options)
        self.set_ponder()
        await self.patient(self.ask("isready", "readyok"), self.engine.ping, "readyok")
        return client.id

    def called(self, variant: str) -> str:
        """The name of the game in the dialect."""
        game, found = find_variant(variant)
        return game.name if self.words is UGI else found.uci

    async def prepare(self, game: Fixture, seat: int) -> None:
        client = self.client
        rules = game.variant_options
        if self.words.game in client.options:
            rules = ((self.words.game, self.called(game.variant)), *rules)
        elif self.words is UCI:
            raise Fault(Termination.NO_START, f"'s engine has no option {self.words.game}")
        client.mark_asked()
        if rules != self.rules:
            self.set_options(rules)
            self.rules = rules
        await self.begin_game()
