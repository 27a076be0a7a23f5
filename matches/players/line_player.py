"""An engine that python-chess does not speak to: UGI, and over UCI whatever it does not judge."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from chess.engine import EngineError, Limit, Option, UciOptionMap

from ...engine.games import find_variant
from ...engine.support.text import whole_number
from ..game.arbiter import Arbiter
from ..game.clock import Clock
from ..record import Termination
from ..settings import Fixture
from .engine_options import read_option, settings_of
from .engine_player import READY, EnginePlayer
from .player import Answer, Fault, illegal
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


class LineClient(Supervised):
    """What a process says, line by line; `expect` waits for the next that begins with some word."""

    def __init__(self) -> None:
        self.rests = {1: b"", 2: b""}
        self.options = UciOptionMap[Option]()
        self.id = ""
        self.info = ""  # the last line with a score
        self.awaited = ""
        self.answer: asyncio.Future[str] | None = None

    def take(self, fd: int, line: bytes, whole: bool) -> None:
        self.rests[fd] += line
        if line.endswith(b"\n"):
            self.heed(fd, self.rests[fd].decode(errors="replace").strip())
            self.rests[fd] = b""

    def heed(self, fd: int, line: str) -> None:
        """Take in a line."""
        if fd != 1:
            self.report("!", line)
            return
        self.listen(line)
        word, rest = [*line.split(maxsplit=1), "", ""][:2]
        if word == "info" and " score " in line and not rest.lstrip().startswith("string "):
            if " multipv " not in line or " multipv 1 " in line:
                self.info = line
        elif word == "option":
            try:
                option: Option | None = read_option(rest)
            except EngineError:
                option = self.odd_options.take(rest)
            if option is not None:
                self.options[option.name] = option
        elif line.startswith("id name "):
            self.id = line.removeprefix("id name ").strip()
        if word == self.awaited and self.answer is not None and not self.answer.done():
            self.answer.set_result(rest.strip())

    def expect(self, word: str) -> asyncio.Future[str]:
        """What follows this word in the next line that begins with it."""
        self.awaited = word
        self.answer = asyncio.get_running_loop().create_future()
        return self.answer

    def send_line(self, line: str) -> None:
        assert self.process is not None
        stdin = self.process.get_pipe_transport(0)
        assert isinstance(stdin, asyncio.WriteTransport)
        if line.startswith("go"):
            self.mark_asked()  # before: the engine may run on at once, and this process wait for its turn
        stdin.write(line.encode() + b"\n")
        self.report(">", line)


class LinePlayer(EnginePlayer[LineClient]):
    """One engine process that plays a game of the dealer's."""

    @property
    def words(self) -> Vocabulary:
        return UGI if self.engine.protocol == "ugi" else UCI

    async def start(self) -> str:
        client = self.process = await launch(LineClient, self.engine, self.talk)
        self.rules: tuple[tuple[str, str], ...] = ()
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
        for option, value in settings_of(self.client.options, options):
            shown = str(value).lower() if isinstance(value, bool) else value
            self.say(f"setoption name {option.name}" + ("" if value is None else f" value {shown}"))

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
        client.send_line(self.words.new_game)
        await self.patient(self.ask("isready", "readyok"), READY, "readyok", Termination.HANG)

    async def move(self, arbiter: Arbiter, clocks: Sequence[Clock]) -> Answer:
        client = self.client
        client.info = ""
        moves = f" moves {' '.join(arbiter.moves)}" if arbiter.moves else ""
        start = f"fen {arbiter.opening.fen}" if arbiter.opening.fen else "startpos"
        client.send_line(f"position {start}{moves}")
        search = self.ask(self.go(self.limit(arbiter.turn, clocks)), "bestmove")
        await self.wait_for_move(search, clocks[arbiter.turn].deadline)
        move = search.result().partition(" ")[0]
        if not move or move in ("(none)", "0000"):
            raise illegal("")
        return self.answer(move, read_info(client.info))

    def go(self, limit: Limit) -> str:
        times = limit.white_clock, limit.black_clock
        increments = limit.white_inc, limit.black_inc
        values = {
            **dict(zip(self.words.times, map(milliseconds, times), strict=True)),
            **dict(zip(self.words.increments, (milliseconds(each, 0) for each in increments), strict=True)),
            "movestogo": limit.remaining_moves,
            "depth": limit.depth,
            "nodes": limit.nodes,
            "movetime": milliseconds(limit.time),
        }
        return " ".join(["go", *(f"{name} {value}" for name, value in values.items() if value is not None)])

    async def halt(self, search: asyncio.Future[Any]) -> None:
        self.say("stop")
        await search


def milliseconds(seconds: float | None, least: int = 1) -> int | None:
    """At least one, but of increments: no engine expects to be asked with no time at all."""
    return None if seconds is None else max(least, round(1000 * seconds))


def read_info(line: str) -> dict[str, int]:
    """The numbers of an info line up to its PV, named as in Answer; what is none is left out.

    So is a mate that may be none: a loss that is only a lower bound, or a win that is only an upper one.
    """
    words = line.partition(" pv ")[0].split()
    found = {}
    for name, text in pairwise(words):
        number = whole_number(text) if name in ("cp", "mate", "depth", "nodes") else None
        if number is not None:
            found["score" if name == "cp" else name] = number
    vague = "lowerbound" if found.get("mate", 0) < 0 else "upperbound"
    if vague in words:
        found.pop("mate", None)
    return found
