"""Reviews of games for a page, as by `oddsfish review`. A worker searches each position; a file keeps the results.

So a review that was stopped continues where it was. A finished one is shown at once when its game is shown again.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from ...engine.display.show import spelled
from ...engine.games import find_variant
from ...engine.opponents.options import ELO
from ...engine.options import options_for
from ...engine.session import SearchTask
from ...learning.journal import Journal
from ...matches.files.games import UNKNOWN, PlayedGame, of_pgn
from ...matches.files.saved_game import RESULTS
from ...matches.variants import LIBRARY
from ...reviews import positions
from ...reviews.judgement import MARKS
from ...reviews.reviewed import ReviewedGame, as_json, percent_of_first, reviewed, score_now
from ...reviews.text import HEADINGS, note, player_rows
from ..errors import failure_text
from .as_json import Json
from .game_text import LONGEST_TEXT
from .message import Fields
from .position_request import LONGEST_WORD, PositionRequest
from .search_settings import CORES, set_given
from .shared import Served
from .thinking import Tell

FOLDER = "reviews"  # in the user's state folder
MOST_KEPT = 200  # reviews; the oldest are deleted
KINDS = ("pgn", "html", "json")  # the kinds of files that a review is written to
NODES = 250_000  # for each position: few, because somebody waits
SHOWN = 8  # moves of a best line


def review(fields: Fields, served: Served, tell: Tell) -> Callable[[], Coroutine[Any, Any, None]]:
    """The job that reviews the game of a place. ValueError, Malformed.

    file: the kind of file to answer with, one of KINDS; "" for what the view shows. rating: of the people that notes
    mention. names: of the players. text: the PGN that was loaded, if any.
    """
    place = PositionRequest.take(fields.inner("place"))
    names = fields.texts("names", 2, LONGEST_WORD)
    rating = fields.number("rating", ELO.low, ELO.high)
    made = fields.text("file", LONGEST_WORD, "")
    text = fields.text("text", LONGEST_TEXT, "")
    fields.end()
    if made not in ("", *KINDS):
        raise ValueError(f"a review cannot be saved as {made!a}: choose {', '.join(KINDS)}")
    game = loaded(place, text) or played(place, names)
    given = given_to(place, served.given)
    limits = positions.usual_limits(game, given)
    reviewing = positions.Reviewing((game,), {"nodes": NODES} if "nodes" in limits else limits, given)
    folder = served.folder / FOLDER

    async def run() -> None:
        path = folder / f"{sha256(json.dumps(reviewing.head).encode()).hexdigest()[:32]}.jsonl"
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if served.reviewed[path].locked():
                tell({"waiting": True})
            async with served.reviewed[path]:
                entries = await Searching(reviewing, served, tell).run(path)
            os.utime(path)  # it has been viewed now
            tidy(folder)
        except OSError as failure:
            raise ValueError(failure_text(failure)) from None
        if len(entries) < len(reviewing.places):
            tell({"done": True, "stopped": True})
            return
        tell({"done": True, **await asyncio.to_thread(answer, reviewing, place, rating, made, text, entries)})

    return run


def loaded(place: PositionRequest, text: str) -> PlayedGame | None:
    """The game of a PGN with its players, clocks and result; None if it is not that of the place."""
    if not text or place.game.judge != LIBRARY:
        return None
    with suppress(ValueError):
        game = of_pgn(1, text)
        if (game.start, game.moves) == (place.fen, place.moves):
            return game
    return None


def played(place: PositionRequest, names: tuple[str, ...]) -> PlayedGame:
    """The game of a place, from its first decision. ValueError if it cannot be reviewed."""
    place.position()  # ValueError if the place is wrong
    if not place.course:
        raise ValueError("there is no move to review yet")
    position = place.begin()
    seats = []
    for text in place.course:
        seats.append(position.player())
        position.play(position.parse_certain(text))
    variant, rules = place.variant()
    all_names = (*names, UNKNOWN, UNKNOWN)[: len(place.game.seats)]
    nobodys = (None,) * len(place.beginning)
    whose, result = (*nobodys, *seats), RESULTS[place.game.result(position)] if len(place.game.seats) > 1 else "*"
    game = PlayedGame(1, all_names, variant, tuple(rules.items()), place.fen, place.moves, whose, result)
    return positions.from_first_decision(game)


def given_to(place: PositionRequest, given: Mapping[str, str]) -> dict[str, str]:
    """The options of `--set` that this game has and that differ from their defaults."""
    usual, options = options_for(place.game), options_for(place.game)
    set_given(place.game, options, given)
    return {name: str(value) for name, value in options.items() if value != usual[name]}


class Searching:
    """Searches the positions of a game, as many at the same time as there are workers and cores."""

    def __init__(self, reviewing: positions.Reviewing, served: Served, tell: Tell) -> None:
        self.reviewing = reviewing
        self.served = served
        self.tell = tell
        self.stopped = False
        self.tasks: list[SearchTask] = []
        (self.game,) = reviewing.games
        _, self.position = positions.begin(self.game, reviewing.options)  # of the first entry that is not told yet
        self.par = find_variant(self.game.variant)[0].par
        self.told = 0

    async def run(self, path: Path) -> list[dict[str, Any]]:
        """The entries of all positions; fewer if it is stopped. ValueError, OSError."""
        opening = asyncio.create_task(asyncio.to_thread(positions.kept, self.reviewing, path))
        try:
            journal = await asyncio.shield(opening)
        except asyncio.CancelledError:  # once open, the file is locked
            (await opening).close()
            return []
        entries = [*journal.entries]
        try:
            self.show(entries)
            await self.search(entries, journal)
        except asyncio.CancelledError:  # stopped: what is done is kept
            pass
        finally:
            journal.close()
        return entries

    async def search(self, entries: list[dict[str, Any]], journal: Journal) -> None:
        total = len(self.reviewing.places)
        found: dict[int, dict[str, Any]] = {}
        running: dict[asyncio.Task[dict[str, Any]], int] = {}
        following = len(entries)
        try:
            while len(entries) < total:
                while len(running) < min(CORES, self.served.workers.number) and following < total:
                    running[asyncio.create_task(self.one(following))] = following
                    following += 1
                done, _ = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    found[running.pop(task)] = task.result()
                while (entry := found.pop(len(entries), None)) is not None:
                    journal.add(entry)
                    entries.append(entry)
                self.show(entries)
        finally:
            self.stopped = True
            for search in self.tasks:
                search.stop()
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)

    async def one(self, number: int) -> dict[str, Any]:
        async with self.served.workers.one(lambda: None):
            loop = asyncio.get_running_loop()
            looking = loop.run_in_executor(self.served.workers.threads, self.reviewing.look, number, self.task)
            try:
                return await asyncio.shield(looking)
            except asyncio.CancelledError:
                await asyncio.gather(looking, return_exceptions=True)  # its searches are stopped
                raise

    def task(self) -> SearchTask:
        """Create the task of a search. Called by the threads that search."""
        made = SearchTask()
        self.tasks = [*(task for task in self.tasks if not task.done.is_open), made]
        if self.stopped:
            made.stop()
        return made

    def show(self, entries: list[dict[str, Any]]) -> None:
        """Tell the progress, and the winning chances of player 0 in the positions that are new."""
        chances = []
        for entry in entries[self.told :]:
            score = score_now(self.position, entry)
            chances.append(round(percent_of_first(score, self.position.player(), self.par), 1))
            if self.told < len(self.game.moves):
                self.position.play(self.position.parse_certain(self.game.moves[self.told]))
            self.told += 1
        self.tell({"reviewed": len(entries), "of": len(self.reviewing.places), "chances": chances})


def answer(
    reviewing: positions.Reviewing,
    place: PositionRequest,
    rating: int,
    made: str,
    text: str,
    entries: list[dict[str, Any]],
) -> Json:
    (found,) = reviewed(reviewing, entries)
    if made:
        return {
            "text": file_text(found, reviewing, place, rating, made, text),
            "file": f"{place.game.name}-review.{made}",
        }
    _, position = positions.begin(found.game, reviewing.options)
    best = []
    for entry, move in zip(entries, (*found.game.moves, ""), strict=True):
        line = entry["lines"][0]["pv"] if entry["lines"] else []
        best.append(
            {"move": line[0] if line else "", "text": " ".join(spelled(position, line[:SHOWN], place.game.words.spell))}
        )
        if move:
            position.play(position.parse_certain(move))
    return {
        "headings": HEADINGS,
        "players": player_rows(found),
        "moves": [
            {
                "number": move.number,
                "judgement": move.judgement,
                "mark": MARKS[move.judgement],
                "loss": max(0.0, 100.0 - move.accuracy) if move.judgement else 0.0,
                "note": note(move, rating),
            }
            for move in found.moves
        ],
        "best": best,
    }


def file_text(
    found: ReviewedGame, reviewing: positions.Reviewing, place: PositionRequest, rating: int, kind: str, text: str
) -> str:
    """text: the PGN that was loaded, whose tags and comments are kept; "" if there is none."""
    if kind == "json":
        return as_json([found])
    if kind == "pgn":
        from ...reviews.annotated import annotated

        named = PositionRequest(place.game, place.rules, place.fen, place.moves, found.game.names)
        return annotated(text or named.write(), [found])
    from ...reviews.page import facts, page

    return page([found], facts(reviewing.limits, rating), rating)


def tidy(folder: Path) -> None:
    """Remove all reviews but those that were viewed last."""
    kept = [path for path in folder.glob("*.jsonl") if path.is_file() and not path.is_symlink()]
    with suppress(OSError):  # somebody else is at work there
        for path in sorted(kept, key=os.path.getmtime)[:-MOST_KEPT]:
            path.unlink(missing_ok=True)
