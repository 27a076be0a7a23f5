"""The engine that is checked: its process, which is started again if it has ended, and the lines of its searches."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from ..game.arbiter import Arbiter
from ..players.engine_options import settings_of
from ..players.player import Fault
from ..players.process import launch
from ..players.uci_lines import UCI, UGI, Vocabulary, option_line
from ..settings import Engine
from .conversation import Conversation, Line, ends_with
from .root import Root, known_arbiter, root_of, usual_root
from .verdict import Failure, Skipped

MOVE = 5.0  # seconds for the move of a search that is over in a tenth of that
RECOVERY = 1.0  # seconds in which an engine that has failed is told to stop and must answer isready; else it hangs
REMAINS = 0.05  # seconds in which the rest of its output comes then
HOLD = 0.15  # seconds that a search goes on before it is stopped


def ignore(line: str) -> None:
    """Ignore a line. With this listener, the process passes on every line, info lines too."""


@dataclass(frozen=True)
class Search:
    """One search: its position, its `go`, all lines before the bestmove, and that line.

    seconds: from `go` or its release (stop, ponderhit) to the bestmove. early: whether it came before the release.
    """

    root: Root
    go: str
    lines: Sequence[str]
    best: str
    seconds: float
    early: bool = False

    @property
    def move(self) -> str:
        """The move that it plays, "" if it names none."""
        return [*self.best.split()[1:], ""][0]

    def evidence(self, *lines: str) -> list[str]:
        """The commands of the search, and only these of its lines."""
        return [f"> position {self.root.text}", f"> {self.go}", *(f"< {line}" for line in lines)]


class Subject:
    """One engine. A step that fails may leave it without a process; before the next one, another process is started."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.words: Vocabulary = UGI if engine.protocol == "ugi" else UCI
        self.process: Conversation | None = None
        self.conversations: list[Conversation] = []
        self.introduction: Sequence[str] = ()
        self.searches: list[Search] = []
        self.last: Search | None = None  # the search of the last step that made one, None if it failed

    @property
    def talk(self) -> Conversation:
        assert self.process is not None, "start() comes first"
        return self.process

    @property
    def log(self) -> list[Line]:
        """All that has been said so far."""
        return [line for talk in self.conversations for line in talk.log]

    @property
    def search(self) -> Search:
        if self.last is None:
            raise Skipped("that search failed")
        return self.last

    async def start(self) -> None:
        """Start the process; Failure if there is no such program, or it cannot be run."""
        try:
            self.process = await launch(Conversation, self.engine, ignore)
        except Fault as fault:
            raise Failure(f"the command{fault}") from fault
        self.conversations.append(self.process)

    async def greet(self) -> None:
        """Make it introduce itself, and set the user's options; ValueError if it does not have them."""
        self.talk.say(self.words.hello)
        self.introduction = await self.talk.wait_for(f"{self.words.hello}ok", self.engine.startup)
        try:
            settings = list(settings_of(self.talk.options, self.engine.options))
        except Fault as fault:
            raise ValueError(f"-check: the command{fault}") from fault
        for option, value in settings:
            self.set_option(option.name, value)

    def set_option(self, name: str, value: str | int | bool | None) -> None:
        self.talk.say(option_line(name, value))

    async def ready(self, patience: float | None = None) -> list[str]:
        """The lines that it says before it is ready. patience: in seconds, None for the time that a start may take."""
        self.talk.say("isready")
        return (await self.talk.wait_for("readyok", patience or self.engine.startup))[:-1]

    def arbiter(self) -> Arbiter | None:
        """The arbiter of a UGI game at its start; None if the game is not known here."""
        given = {name.lower(): value for name, value in self.engine.options}
        chooser = self.talk.options.get(self.words.game)
        game = given.get(self.words.game.lower()) or (chooser.default if chooser else None)
        return known_arbiter(str(game), given)

    def opening(self) -> Root:
        """The start of the game, with the first card if one is dealt."""
        if self.words is UCI:
            return usual_root("startpos")
        arbiter = self.arbiter()
        return root_of(arbiter) if arbiter else Root("startpos")

    async def ask(self, root: Root, go: str, patience: float | None = None) -> Search:
        """Search a position to the end. patience: in seconds, None for the usual one."""
        self.begin(root, go)
        asked = self.talk.asked
        lines = await self.talk.wait_for("bestmove", patience or MOVE)
        return self.conclude(root, go, lines, self.talk.heard - asked)

    async def ask_until(self, root: Root, go: str, release: str) -> Search:
        """Search a position until `stop` or `ponderhit` ends the search."""
        self.begin(root, go)
        before = await self.talk.collect("bestmove", HOLD)
        early = ends_with(before, "bestmove")
        asked = asyncio.get_running_loop().time()
        self.talk.say(release)
        lines = before if early else before + await self.talk.wait_for("bestmove", MOVE)
        return self.conclude(root, go, lines, self.talk.heard - asked, early)

    def begin(self, root: Root, go: str) -> None:
        self.last = None
        self.talk.unread.clear()
        self.talk.say(f"position {root.text}", go)

    def conclude(self, root: Root, go: str, lines: Sequence[str], seconds: float, early: bool = False) -> Search:
        self.last = Search(root, go, lines[:-1], lines[-1], seconds, early)
        self.searches.append(self.last)
        return self.last

    async def recover(self) -> str:
        """Make it idle after a failure, or end it. Returns a text to add to the failure, "" if there is none."""
        if self.process is None:
            return ""
        talk = self.process
        if talk.gone.done():
            await self.close()
            return ""
        try:
            talk.say("stop", "isready")
            await talk.wait_for("readyok", RECOVERY)
            await talk.collect(None, REMAINS)
        except Failure as failure:
            talk.kill()
            await self.close()
            return f"; it hangs, and is ended: {failure.reason} after stop"
        return ""

    async def restart(self) -> None:
        await self.close()
        await self.start()

    async def close(self) -> None:
        if self.process is not None:
            talk, self.process = self.process, None
            await talk.end(lambda: talk.send_line("quit"))
