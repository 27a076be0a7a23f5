"""One search for a page, and its updates: at most twenty a second, each the latest."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from typing import Any

from ...engine.display.show import spelled
from ...engine.game import Game
from ...engine.limits import Limits
from ...engine.options import Options
from ...engine.position import Position
from ...engine.results import Info, Line, Result
from ...engine.session import Session
from .as_json import Json, score_json
from .search_settings import explained
from .shared import Workers

PAUSE = 0.05  # seconds between two updates
Tell = Callable[[Json], None]

WORD = re.compile(r"\w+")  # a move in a remark is one
MOST_SPELLED = 12  # moves of a line: to spell them takes time


class Thinking:
    """A search of a position that nothing else uses. `tell` is called on the event loop.

    even: whether all lines are told at the last depth that all of them have reached, so that they can be compared. Else
    each line is told at its own last depth.
    """

    def __init__(
        self,
        position: Position[Any],
        game: Game,
        options: Options,
        limits: Limits,
        tell: Tell,
        *,
        even: bool = False,
    ) -> None:
        self.limits = limits
        self.tell = tell
        self.even = even
        self.found: dict[tuple[int, str], Line[str]] = {}  # by depth and move, if lines are to be even
        self.session = Session(position, options)
        self.texts = {position.notation(move): game.words.spell(position, move) for move in position.moves()}
        self.spell = game.words.spell
        self.started = position.clone()  # no search changes it
        self.spelled: dict[tuple[str, ...], list[str]] = {}
        self.lines: dict[int, Line[str]] = {}  # the latest of each number; replaced by the thread that searches
        self.info: Info | None = None

    async def run(self, workers: Workers) -> None:
        """Wait for a worker, then search. ValueError, RuntimeError, MemoryError or whatever a game raises."""
        self.tell({"search": self.session.options["Search"]})
        try:
            self.session.check()
        except ValueError as fault:
            raise ValueError(explained(str(self.session.options["Search"]), str(fault))) from None
        async with workers.one(lambda: self.tell({"waiting": True})):
            self.tell({"waiting": False})
            await self.search()

    async def search(self) -> None:
        """Search and tell the result. If cancelled, end the search early and tell its result all the same."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Result[str]] = loop.create_future()
        failures: list[object] = []

        def finished(result: Result[str]) -> None:
            loop.call_soon_threadsafe(done.set_result, result)

        task = self.session.go(self.limits, self.note, finished, failures.append)
        sent: Info | None = None
        try:
            while not done.done():
                await asyncio.wait([done], timeout=PAUSE)
                info = self.info
                if info is not None and info is not sent and not done.done():
                    sent = info
                    self.tell(self.progress(info, [line for _, line in sorted(self.lines.items())]))
        except asyncio.CancelledError:  # stopped: its result follows
            task.stop()
            await asyncio.wait([done])
        finally:
            task.stop()
            await asyncio.to_thread(task.done.wait)
            self.session.drop_table()
        if failures:
            raise ValueError(f"the search failed: {failures[0]}")
        result = done.result()
        self.tell(
            {
                "done": True,
                "move": result.move,
                "text": self.texts.get(result.move or "", result.move),
                "score": score_json(result.score),
                "remark": WORD.sub(lambda word: self.texts.get(word[0], word[0]), result.remark),
                **self.progress(result, result.lines),
            }
        )

    def note(self, info: Info) -> None:
        """Called by the thread that searches."""
        if info.line is not None:
            if self.even:
                self.found[info.line.depth, info.line.move] = info.line
            self.lines = {**self.lines, info.number: info.line}
        self.info = info

    def progress(self, found: Info | Result[str], lines: Sequence[Line[str]]) -> Json:
        """The progress: nodes, seconds, at most `MultiPV` lines, and the depth of the deepest of them."""
        shown = list(lines[: int(self.session.options["MultiPV"])])
        if self.even and shown:
            least = min(line.depth for line in shown)
            moves = dict.fromkeys(line.move for line in shown)  # one that has just become better is in two lines
            latest = {line.move: line for line in shown}
            shown = [self.found.get((least, move), latest[move]) for move in moves]
        return {
            "nodes": found.nodes,
            "seconds": found.seconds,
            "depth": max((line.depth for line in shown), default=found.depth),
            "lines": [self.line(line) for line in shown],
        }

    def line(self, line: Line[str]) -> Json:
        """A root move, with its line as people read it."""
        known = self.spelled.get(line.pv)
        if known is None:
            known = self.spelled[line.pv] = spelled(self.started, line.pv[:MOST_SPELLED], self.spell)
        return {
            "move": line.move,
            "text": self.texts.get(line.move, line.move),
            "score": score_json(line.score),
            "pv": list(line.pv),
            "spelled": known,
            "depth": line.depth,
        }
