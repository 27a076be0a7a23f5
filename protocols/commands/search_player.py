"""A search that plays at a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...engine.control.deepening import breaks_ties_at_random
from ...engine.limits import Limits
from ...engine.options import options_of
from ...engine.position import Position
from ...engine.results import Info, Line, Result
from ...engine.searches.factory import create
from ...engine.session import Session
from ..errors import UsageError


class SearchPlayer:
    def __init__(self, search: str, limits: Limits, start: Position[Any], settings: Mapping[str, str]) -> None:
        """ValueError if it cannot play this game, MemoryError if its table is too large."""
        self.name = search
        self.given = dict(settings)
        self.limits = limits
        chosen = options_of(start)
        for name, value in (("Search", search), ("Table", "true"), *settings.items(), ("Search", search)):
            chosen.set(name, value)
        trial = start.clone()
        trial.configure(chosen)
        ready = create(search, trial)  # what it cannot do without, as a trained model, is wanted now
        ready.configure(chosen)
        ready.begin(trial)
        self.session = Session(trial, chosen)
        self.draws = ready.handicap is not None or breaks_ties_at_random(ready, chosen) or bool(chosen["OwnBook"])
        self.lines: dict[tuple[int, str], Line[str]] = {}  # by depth and move, of the last search
        self.session.prepare()

    @property
    def label(self) -> str:
        """Who it is, as the command line names it: with its depth, if it has one."""
        return self.name if self.limits.depth is None else f"{self.name}:{self.limits.depth}"

    def think(self, position: Position[Any], seed: int) -> Result[str]:
        self.session.set_option("Seed", str(seed))
        self.session.set_position(position.clone())
        self.lines.clear()
        try:
            return self.session.search(self.limits, self.note)
        except (ValueError, RuntimeError, MemoryError) as failure:
            raise UsageError(f"the search failed: {failure}") from None

    @property
    def verbose(self) -> bool:
        return bool(self.session.options["Verbose"])

    def note(self, info: Info) -> None:
        if info.line is not None:
            self.lines[info.line.depth, info.line.move] = info.line
