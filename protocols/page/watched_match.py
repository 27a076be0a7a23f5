"""A match that pages watch. Its result file is read once for all of them."""

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
    """A match in a result file. It is used on one event loop; other threads read the files."""

    def __init__(self, path: Path) -> None:
        self.following = FollowedMatch(path)
        self.reading: asyncio.Task[None] | None = None  # goes on even if a page that waits for it leaves
        self.shown: Json = {}
        self.looked = 0.0

    async def show(self, tell: Tell) -> None:
        """Tell the state of the match whenever it has changed, until cancelled."""
        before: Json | None = None
        while True:
            shown = await self.look()
            if shown is not before:
                before = shown
                tell(shown)
            await asyncio.sleep(PAUSE)

    async def look(self) -> Json:
        """The state of the match, or the fault of its files: the same object as long as nothing has changed."""
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
        except Exception as fault:  # whatever it is, the pages that wait must be told
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
        if game is not None:  # add its diagram; ValueError if there is no such position
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
    """The players, the best first, with points, games, score and Elo. None in games for one player."""
    standings = found.standings
    if standings.utilities:
        return []
    ratings, rows = standings.ratings(), []
    for place in standings.ranked():
        counts = standings.of(place)
        # For two players, show their difference. It is twice the distance of each from the mean.
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
