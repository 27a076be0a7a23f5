"""An engine that python-chess does not speak to: UGI, and over UCI whatever it does not judge."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from chess.engine import EngineError, Option

from ...engine.games import find_variant
from ...engine.text import shorten, whole_number
from ..openings.setups import printable
from ..playing.arbiter import Arbiter
from ..playing.clock import Clock
from ..record import Ending
from ..settings import Fixture
from .engine_options import read_option, value_of
from .engine_player import LONGEST_MOVE, READY, EnginePlayer
from .fault import Fault
from .player import Answer
from .process import Supervised, launch


@dataclass(frozen=True)
class Vocabulary:
    """What differs between the dialects."""

    hello: str
    new_game: str
    times: tuple[str, str]
    increments: tuple[str, str]
    game: str  # the option that names the game


UGI = Vocabulary("ugi", "uginewgame", ("p1time", "p2time"), ("p1inc", "p2inc"), "Game")
UCI = Vocabulary("uci", "ucinewgame", ("wtime", "btime"), ("winc", "binc"), "UCI_Variant")


class LineReader(asyncio.SubprocessProtocol):
    """Splits what a process says into lines; `wait_for` the first that begins with some word."""

    def __init__(self) -> None:
        self.rests = {1: b"", 2: b""}
        self.transport: asyncio.SubprocessTransport | None = None
        self.options: dict[str, Option] = {}  # by name in lower case
        self.id = ""
        self.info = ""  # the last line with a score
        self.awaited = ""
        self.answer: asyncio.Future[str] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.SubprocessTransport)
        self.transport = transport

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        assert isinstance(data, bytes)
        *lines, self.rests[fd] = (self.rests[fd] + data).split(b"\n")
        for line in lines:
            self.heed(fd, line.decode(errors="replace").strip())

    def heed(self, fd: int, line: str) -> None:
        """Take in a line."""
        if fd != 1:
            return
        word, rest = [*line.split(maxsplit=1), "", ""][:2]
        if word == "info" and " score " in line and not rest.lstrip().startswith("string "):
            if " multipv " not in line or " multipv 1 " in line:
                self.info = line
        elif word == "option":
            self.offer(rest)
        elif line.startswith("id name "):
            self.id = line.removeprefix("id name ").strip()
        if word == self.awaited and self.answer is not None and not self.answer.done():
            self.answer.set_result(rest.strip())

    def offer(self, line: str) -> None:
        """Take in an option; EngineError if that cannot be read."""
        option = read_option(line)
        self.options[option.name.lower()] = option

    def expect(self, word: str) -> asyncio.Future[str]:
        """What follows this word in the next line that begins with it."""
        self.awaited = word
        self.answer = asyncio.get_running_loop().create_future()
        return self.answer


class LineClient(Supervised, LineReader):
    """The same, watched."""

    def send_line(self, line: str) -> None:
        assert self.transport is not None
        stdin = self.transport.get_pipe_transport(0)
        assert isinstance(stdin, asyncio.WriteTransport)
        if line.startswith("go"):
            self.mark_asked()  # before: the engine may run on at once, and this process wait for its turn
        stdin.write(line.encode() + b"\n")
        if self.talk:
            self.talk(f">{self.name}: {line}")

    def heed(self, fd: int, line: str) -> None:
        if self.talk:
            self.talk(f"{'<' if fd == 1 else '!'}{self.name}: {line}")
        if fd == 1:
            self.listen(line)
        super().heed(fd, line)

    def offer(self, line: str) -> None:
        try:
            super().offer(line)
        except EngineError:
            option = self.odd_options.take(line)
            if option is not None:
                self.options[option.name.lower()] = option


class LinePlayer(EnginePlayer[LineClient]):
    """One engine process that plays a game of the dealer's."""

    @property
    def words(self) -> Vocabulary:
        return UGI if self.engine.protocol == "ugi" else UCI

    async def start(self) -> str:
        client = self.process = await launch(LineClient, self.engine, self.talk)
        self.told: tuple[tuple[str, str], ...] = ()
        answer = f"{self.words.hello}ok"
        await self.patient(self.ask(self.words.hello, answer), self.engine.startup, answer)
        self.set_options(self.engine.options)
        await self.patient(self.ask("isready", "readyok"), READY, "readyok")
        return client.id

    def called(self, variant: str) -> str:
        """What the game is called in the dialect."""
        game, found = find_variant(variant)
        return game.name if self.words is UGI else found.uci

    def ask(self, line: str, answer: str) -> asyncio.Future[str]:
        future = self.client.expect(answer)
        self.say(line)
        return future

    def set_options(self, options: Sequence[tuple[str, str]]) -> None:
        """Fault if the engine has none of that name, or the value means nothing to it."""
        for name, text in options:
            option = self.client.options.get(name.lower())
            if option is None:
                raise Fault(Ending.NO_START, f"'s engine has no option {name}")
            try:
                value = value_of(option, text)
            except ValueError as error:
                raise Fault(Ending.NO_START, f"'s option {name}: {error}") from error
            shown = str(value).lower() if isinstance(value, bool) else value
            self.say(f"setoption name {option.name}" + ("" if value is None else f" value {shown}"))

    async def prepare(self, game: Fixture, seat: int) -> None:
        client = self.client
        rules = game.variant_options
        if self.words.game.lower() in client.options:
            rules = ((self.words.game, self.called(game.variant)), *rules)
        elif self.words is UCI:
            raise Fault(Ending.NO_START, f"'s engine has no option {self.words.game}")
        client.mark_asked()
        if rules != self.told:
            self.set_options(rules)
            self.told = rules
        client.send_line(self.words.new_game)
        await self.patient(self.ask("isready", "readyok"), READY, "readyok", Ending.HANG)

    async def move(self, arbiter: Arbiter, clocks: Sequence[Clock]) -> Answer:
        client = self.client
        client.info = ""
        moves = f" moves {' '.join(arbiter.moves)}" if arbiter.moves else ""
        start = f"fen {arbiter.opening.fen}" if arbiter.opening.fen else "startpos"
        client.send_line(f"position {start}{moves}")
        search = self.ask(self.go(arbiter.turn, clocks), "bestmove")
        await self.wait_for_move(search, clocks[arbiter.turn].deadline)
        move = search.result().partition(" ")[0]
        if not move or move in ("(none)", "0000"):
            raise Fault(Ending.ILLEGAL, " makes an illegal move: none")
        try:
            arbiter.check(move)
        except ValueError as error:
            shown = shorten(printable(move), LONGEST_MOVE)
            raise Fault(Ending.ILLEGAL, f" makes an illegal move: {shown}") from error
        numbers = read_info(client.info)
        return Answer(
            move=move,
            seconds=client.heard - client.asked,
            score=numbers.get("cp"),
            mate=numbers.get("mate"),
            depth=numbers.get("depth"),
            nodes=numbers.get("nodes"),
        )

    def go(self, seat: int, clocks: Sequence[Clock]) -> str:
        parts = ["go"]
        clock = clocks[seat]
        if clock.control.base is not None:
            for name, each in zip(self.words.times, clocks, strict=False):
                if each.left is not None:
                    parts += [name, milliseconds(each.left)]
            for name, each in zip(self.words.increments, clocks, strict=False):
                if each.left is not None:
                    parts += [name, str(round(1000 * each.control.increment))]
            if clock.togo:
                parts += ["movestogo", str(clock.togo)]
        for name, value in (("depth", self.engine.depth), ("nodes", self.engine.nodes)):
            if value is not None:
                parts += [name, str(value)]
        if clock.control.per_move is not None:
            parts += ["movetime", milliseconds(clock.control.per_move)]
        return " ".join(parts)

    async def halt(self, search: asyncio.Future[Any]) -> None:
        self.say("stop")
        await search

    def say(self, line: str) -> None:
        self.client.send_line(line)


def milliseconds(seconds: float) -> str:
    """At least one: no engine expects to be asked with no time at all."""
    return str(max(1, round(1000 * seconds)))


def read_info(line: str) -> dict[str, int]:
    """The numbers of an info line up to its PV; what is none is left out.

    So is a mate that may be none: a loss that is only a lower bound, or a win that is only an upper one.
    """
    words = line.partition(" pv ")[0].split()
    found = {}
    for name, text in pairwise(words):
        number = whole_number(text) if name in ("cp", "mate", "depth", "nodes") else None
        if number is not None:
            found[name] = number
    if "lowerbound" in words if found.get("mate", 0) < 0 else "upperbound" in words:
        found.pop("mate", None)
    return found
