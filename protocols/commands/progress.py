"""How far a long piece of work is, and how long it takes: a bar on a terminal where rich is, else plain lines."""

from __future__ import annotations

import sys
import time
from importlib.util import find_spec
from types import TracebackType
from typing import TYPE_CHECKING, TextIO

from ..errors import tell

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

SELDOM = 5.0  # seconds between two lines
HINT = "pip install rich shows a bar here"


class Progress:
    """Of so many units of work; used in a `with`."""

    def __init__(self, unit: str, out: TextIO | None = None) -> None:
        self.unit = unit
        self.out = sys.stderr if out is None else out
        self.first: tuple[float, int] | None = None
        self.reported = 0.0
        self.bar: Bar | None = None

    def __enter__(self) -> Progress:
        if self.out.isatty() and find_spec("rich") is not None:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
            from rich.progress import Progress as Bar

            columns = (
                BarColumn(),
                MofNCompleteColumn(),
                TextColumn(self.unit),
                TimeRemainingColumn(),
                TextColumn("left"),
            )
            self.bar = Bar(*columns, console=Console(file=self.out))
            self.bar.add_task(self.unit)
            self.bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self.bar is not None:
            self.bar.stop()

    def show(self, done: int, total: int) -> None:
        """So much is done; told a few times a minute, and at the end."""
        now = time.monotonic()
        if self.first is None:
            self.first = (now, done)
            if self.bar is not None:
                self.bar.reset(self.bar.task_ids[0], total=total, completed=done)
        if self.bar is not None:
            self.bar.update(self.bar.task_ids[0], completed=done, total=total)
        elif now - self.reported >= SELDOM or done >= total:
            self.reported = now
            tell(self.line(done, total, now), self.out)

    def line(self, done: int, total: int, now: float) -> str:
        assert self.first is not None
        began, before = self.first
        text = f"{done:,} of {total:,} {self.unit}"
        if done == before or done >= total:
            return text
        rate = (done - before) / max(now - began, 1e-9)
        minutes, seconds = divmod(round((total - done) / rate), 60)
        hours, minutes = divmod(minutes, 60)
        clock = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
        return f"{text}, {rate:.3g} a second, {clock} left"
