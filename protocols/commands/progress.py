"""The progress of long work, and the time left: a bar on a terminal if rich is installed, else plain lines."""

from __future__ import annotations

import sys
import time
from datetime import timedelta
from importlib.util import find_spec
from typing import TYPE_CHECKING

from ..errors import warn

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

SELDOM = 5.0  # seconds between two lines


class Progress:
    """The progress in units of work; used in a `with` statement."""

    def __init__(self, unit: str) -> None:
        self.unit = unit
        self.first: tuple[float, int] | None = None
        self.reported = 0.0
        self.bar: Bar | None = None

    def __enter__(self) -> Progress:
        if sys.stderr.isatty() and find_spec("rich") is not None:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
            from rich.progress import Progress as Bar

            unit, left = TextColumn(self.unit), TextColumn("left")
            columns = (BarColumn(), MofNCompleteColumn(), unit, TimeRemainingColumn(), left)
            self.bar = Bar(*columns, console=Console(stderr=True))
            self.bar.add_task(self.unit)
            self.bar.start()
        return self

    def __exit__(self, *failure: object) -> None:
        if self.bar is not None:
            self.bar.stop()

    def show(self, done: int, total: int) -> None:
        """Update the progress. A line is printed at most every SELDOM seconds, and at the end."""
        now = time.monotonic()
        if self.first is None:
            self.first = (now, done)
            if self.bar is not None:
                self.bar.reset(self.bar.task_ids[0], total=total, completed=done)
        if self.bar is not None:
            self.bar.update(self.bar.task_ids[0], completed=done, total=total)
        elif now - self.reported >= SELDOM or done >= total:
            self.reported = now
            warn(self.line(done, total, now))

    def line(self, done: int, total: int, now: float) -> str:
        assert self.first is not None
        began, before = self.first
        text = f"{done:,} of {total:,} {self.unit}"
        if done == before or done >= total:
            return text
        rate = (done - before) / max(now - began, 1e-9)
        shown = f"{rate:,.0f}" if rate >= 100 else f"{rate:.3g}"
        return f"{text}, {shown} a second, {timedelta(seconds=round((total - done) / rate))} left"
