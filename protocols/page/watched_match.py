"""A match that is watched by pages: what its result file says, looked at for all of them together."""

from __future__ import annotations

import asyncio
import logging
import time
from pathlib import Path

from ...engine import games
from ...matches.followed_match import FollowedMatch
from ...matches.record import Record
from ...matches.report.facts import facts, title
from ...matches.score.figures import figure, percent, rating_text
from ...matches.score.statistics import estimate
from ...matches.variants import position
from ...matches.views.view import endings, utilities
from .as_json import Json, diagram_json
from .thinking import Tell

LOG = logging.getLogger(__name__)
PAUSE = 0.5  # seconds between two looks at the file


class WatchedMatch:
    """Used on one event loop alone; files are read on other threads."""

    def __init__(self, path: Path) -> None:
        self.following = FollowedMatch(path)
        self.reading: asyncio.Task[None] | None = None  # which goes on, whoever goes away that waits for it
        self.shown: Json = {}
        self.looked = 0.0

    async def show(self, tell: Tell) -> None:
        """Tell of it whenever it has changed, until nobody listens any more."""
        before: Json | None = None
        while True:
            shown = await self.look()
            if shown is not before:
                before = shown
                tell(shown)
            await asyncio.sleep(PAUSE)

    async def look(self) -> Json:
        """How it stands, or what is wrong with its files now: the same object as long as nothing has changed."""
        if self.reading is None and time.monotonic() - self.looked >= PAUSE:
            self.reading = asyncio.create_task(self.look_anew())
        if self.reading is not None:
            await asyncio.shield(self.reading)
        return self.shown

    async def look_anew(self) -> None:
        try:
            shown = await asyncio.to_thread(self.read)
        except OSError as fault:
            shown = {"fault": f"{self.following.path.name}: {fault.strerror}"}
        except ValueError as fault:
            shown = {"fault": str(fault)}
        except Exception as fault:  # whatever it is, those who wait for it are to be told
            shown = {"fault": f"{self.following.path.name} cannot be shown: {fault!r}"}
            if shown != self.shown:  # else it has been logged
                LOG.exception("a match cannot be shown")
        finally:
            self.looked = time.monotonic()
            self.reading = None
        if shown != self.shown:
            self.shown = shown

    def read(self) -> Json:
        found = self.following.look()
        game = found.game()
        worths = utilities(found.match, found.standings) if found.standings.utilities else ()
        shown = None
        if game is not None:  # with what its board looks like; ValueError if there is no such position
            known = games.find_variant(found.match.variant)[0]
            board = position(found.match.variant, found.match.variant_options, game["fen"])
            shown = {**game, "game": known.name, "diagram": diagram_json(board, game["move"])}
        return {
            "title": title(found.match),
            "played": found.standings.games,
            "total": found.total,
            "facts": facts(found.match, found.match.seed or 0, found.standings),
            "players": players(found),
            "lines": [*worths, *(line.strip() for line in endings(found.standings))],
            "game": shown,
            "games": [game_listed(record, found) for record in reversed(found.records)],
        }


def players(found: FollowedMatch) -> list[list[str]]:
    """Each with its points, games, score and Elo, the best first; none in games for one."""
    standings = found.standings
    if standings.utilities:
        return []
    ratings, rows = standings.ratings(), []
    for place in standings.ranked():
        counts = standings.of(place)
        # Of two players, everybody looks for the difference, which is twice as far as each is from the mean.
        elo = figure(estimate(counts).elo, 0) if len(ratings) == 2 else rating_text(ratings[place])
        rows.append([standings.names[place], f"{counts.points:g}", str(counts.games), percent(counts.score), elo])
    return rows


def game_listed(record: Record, found: FollowedMatch) -> Json:
    known, variant = games.find_variant(record.variant)
    return {
        "number": record.number,
        "names": list(record.names),
        "result": record.result,
        "reason": record.reason,
        "place": {
            "game": known.name,
            "rules": {**variant.rules, **dict(found.match.variant_options)},
            "fen": record.start,
            "moves": [ply.move for ply in record.plies],
        },
    }
