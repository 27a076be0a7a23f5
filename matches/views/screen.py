"""A match at a terminal: finished games scroll by above a display of its state, which is redrawn once a second.

The machine's cores belong to the engines. So one drawing takes about a millisecond, new lines wait for the next
drawing, and the parts that only finished games change are laid out again only after a game.
"""

from __future__ import annotations

import math
import time
from collections import deque
from typing import Any, TextIO

from rich.console import Console
from rich.live import Live
from rich.text import Text

from ..files.live_file import LiveFile
from ..record import Record
from ..score.figures import duration
from ..score.standings import Standings
from ..settings import Fixture, Match
from .layout import bar, crop, flow, item, plain
from .live_game import LiveGame, live_data
from .scoreboard import FAULT, Scoreboard
from .view import View, finished_line, versus
from .watched_game import WatchedGame, draw

SECOND = 1.0
INTERVAL, WATCH_INTERVAL = SECOND, SECOND / 2  # between two drawings
WIDEST = 100  # columns; longer lines are hard to read
SHORT_NAME = 16  # columns of a name in the list of games under way


class Screen(View):
    """Draws on a terminal. One thread uses it; only `hear` is called in another."""

    def __init__(
        self,
        match: Match,
        total: int,
        out: TextIO,
        rating_interval: int = 0,
        watch: bool = False,
        console: Console | None = None,
        live_file: LiveFile | None = None,
    ) -> None:
        super().__init__(match, total, out, rating_interval)
        self.console = console or Console(file=out, force_terminal=True, highlight=False)
        self.unicode = not self.console.options.ascii_only
        self.interval = WATCH_INTERVAL if watch else INTERVAL
        self.clock = time.monotonic
        self.live: Live | None = None
        self.waiting: deque[Text] = deque()  # lines to be shown above
        self.running: dict[int, tuple[Fixture, float]] = {}  # by number, with the times of their starts
        self.stop_text = ""
        self.shown = Text(end="")
        self.drawn = -math.inf  # the time of the last drawing
        self.watched: WatchedGame | None = WatchedGame() if watch else None
        self.live_file = live_file  # shows the watched game to other processes

    # Events.

    def begin(self, seed: int, standings: Standings) -> None:
        super().begin(seed, standings)
        self.standings = standings
        self.before = standings.games
        self.began = self.clock()
        self.names = [plain(name, self.console.encoding) for name in standings.names]
        self.scores = Scoreboard(self.match, standings, self.names, self.unicode)
        self.live = Live(self, console=self.console, auto_refresh=False, transient=True)
        self.live.start()

    def line(self, text: str, style: str = "") -> None:
        self.waiting.append(Text(plain(text, self.console.encoding), style))
        if self.live is None:
            self.empty()

    def started(self, game: Fixture) -> None:
        self.running[game.number] = (game, self.clock())

    def finished(self, record: Record, standings: Standings) -> None:
        self.running.pop(record.number, None)
        if self.watched:
            self.watched.finished(record, self.clock())
        blame = f" FAULT of {record.names[record.loser]}: {record.ending.value}" if record.loser is not None else ""
        self.line(finished_line(record) + blame, FAULT if blame else "")
        if record.finished:
            self.rate(standings)

    def lost(self, game: Fixture) -> None:
        self.running.pop(game.number, None)
        super().lost(game)

    def stopping(self, running: int, urgent: bool) -> None:
        self.stop_text = "STOPPING"
        super().stopping(running, urgent)
        self.drawn = -math.inf

    def hear(self, message: dict[str, Any]) -> None:
        if "game" in message and self.watched:
            self.watched.hear(message, self.clock())
        else:
            super().hear(message)

    def tick(self, now: float) -> None:
        if self.live is not None and now - self.drawn >= self.interval:
            self.drawn = now
            self.shown = self.display(now)
            if self.waiting:
                self.empty()
            else:
                self.live.refresh()

    def __rich__(self) -> Text:
        """The display below the lines."""
        return self.shown

    def empty(self) -> None:
        """Show the lines that wait, all at once."""
        lines = [self.waiting.popleft() for _ in range(len(self.waiting))]  # another thread may add to it
        if lines:
            self.console.print(Text("\n").join(lines), soft_wrap=True)

    def ended(self, standings: Standings, why: str) -> None:
        self.close()
        super().ended(standings, why)

    def close(self) -> None:
        live, self.live = self.live, None
        if self.live_file is not None:
            self.live_file.remove()
        if live is not None:
            self.shown = Text(end="")
            live.stop()
        self.empty()

    def tell(self, live_game: LiveGame, now: float) -> None:
        """Show the game to other processes. If that fails, say so once."""
        if self.live_file is not None:
            try:
                self.live_file.write(live_data(live_game, now))
            except (OSError, ValueError) as fault:
                self.live_file = None
                self.line(f"Nobody else can watch: {fault}")

    # Drawing.

    def display(self, now: float) -> Text:
        """The whole display, never larger than the terminal."""
        width, height = self.console.size
        width = min(width - 1, WIDEST)  # the last column makes some terminals begin a new line
        height -= 1
        progress = self.progress(now, width)
        self.scores.lay_out(width)
        board = self.board(now, width)
        under_way = self.under_way(now, width)
        room = height - len(progress)
        # If not everything fits: first the board, which the user wanted, then the results and the ranking.
        if len(board) > room:
            board = [Text(crop("no room for the board", width), "bold")][:room]
        room -= len(board)
        results = self.scores.lines[:room]
        room -= len(results)
        ranking = self.scores.table[: max(0, room - 1)]
        room -= len(ranking)
        under_way = under_way[:room]
        lines = [*progress, *results, *board, *ranking, *under_way]
        if len(lines) < height:
            lines.insert(0, Text())
        text = Text("\n").join(lines)
        text.no_wrap, text.overflow, text.end = True, "crop", ""
        return text

    def progress(self, now: float, width: int) -> list[Text]:
        """The share of the match that has been played, and the time that it will take."""
        done = self.standings.games
        share = done / self.total if self.total else 1.0
        label = crop(f" {done}/{self.total} games {100 * share:.0f} %", width)
        elapsed = now - self.began
        played = done - self.before
        left = "?" if not played else duration(elapsed / played * (self.total - done))
        pieces = [item("elapsed", duration(elapsed)), item("left at most" if self.match.sprt else "left about", left)]
        if played:
            rate = 60 * played / max(elapsed, SECOND)
            pieces.append(item("games a minute", f"{rate:.2g}" if rate < 10 else f"{rate:.0f}"))
        if self.stop_text:
            pieces.insert(0, Text(self.stop_text, "bold yellow"))
        return [bar(share, max(0, width - len(label)), self.unicode).append(label, "bold"), *flow(pieces, width)]

    def under_way(self, now: float, width: int) -> list[Text]:
        """The games that are being played, and for how long."""
        pieces = [Text("under way", "dim")]
        for number, (game, began) in self.running.items():
            names = versus(tuple(crop(self.names[seat], SHORT_NAME) for seat in game.seats))
            pieces.append(Text.assemble((f"{number}", "bold"), f" {names} ", (duration(now - began), "dim")))
        return flow(pieces, width) if self.running else []

    def board(self, now: float, width: int) -> list[Text]:
        if self.watched is None:
            return []
        live_game = self.watched.live_game({number: game for number, (game, _) in self.running.items()}, now)
        if live_game is None:
            return [Text("watching: no move yet", "dim")]
        self.tell(live_game, now)
        return [Text(), *draw(live_game, now, width, self.console.encoding, self.unicode), Text()]
