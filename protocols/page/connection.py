"""The requests of one page over its connection, and their answers.

Every request has an id, which its answers repeat. Most requests have one answer. A search has many; the last has
`done`. An error in what somebody typed is answered by `error`, a line of text. A message that no page of ours would
write ends the connection (Malformed). Requests are read in order, one by one. This does not happen on the thread that
serves all pages, because reading a long game takes time.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from ...engine.display.diagram import CARD, diagram_of
from ...engine.limits import Limits
from ...engine.position import Position
from ...engine.searches import strongest
from . import editor, game_text, reviews, trees
from .as_json import Json, guesses_json, position_json
from .editor import begun
from .message import LARGEST_ID, Fields, Malformed, parse_message
from .position_request import LONGEST_WORD, MOST_MOVES, RANDOM, PositionRequest, begin
from .search_settings import set_all
from .shared import Served
from .thinking import Thinking

STOP = "stop"
MOST_SEARCHES = 8  # of one page
MOST_ENDING = 32  # with stopped ones that have not ended yet
MOST_SETTINGS = 40
DEEPEST = 99
LONGEST_TIME = 24 * 60 * 60 * 1000  # milliseconds
MOST_NODES = 10**12

LOG = logging.getLogger(__name__)

Send = Callable[[Json], None]
Job = Callable[[], Coroutine[Any, Any, None]]  # work that takes longer than an answer


class Connection:
    """The connection with one page. `send` queues a message to it."""

    def __init__(self, served: Served, send: Send) -> None:
        self.served = served
        self.send = send
        self.running: dict[int, asyncio.Task[None]] = {}
        self.stopped: set[int] = set()

    async def obey(self, text: str) -> None:
        fields = parse_message(text)
        number = fields.number("id", 0, LARGEST_ID)
        ask = fields.choice("ask", (STOP, *ANSWERS, *JOBS))
        if ask == STOP:
            fields.end()
            self.stop(number)
            return
        with self.answering(number):
            async with self.served.reading:
                if ask in ANSWERS:
                    answer = await asyncio.to_thread(ANSWERS[ask], fields)
                    self.send({"id": number, **answer})
                    return
                job = await asyncio.to_thread(JOBS[ask], fields, self.served, self.teller(number))
            searching = len(self.running) - len(self.stopped)
            if number in self.running or searching >= MOST_SEARCHES or len(self.running) >= MOST_ENDING:
                raise ValueError(f"this page runs {MOST_SEARCHES} searches already: stop one")
            task = asyncio.create_task(self.attend(number, job))
            task.add_done_callback(lambda task: self.ended(number, task))
            self.running[number] = task

    async def attend(self, number: int, job: Job) -> None:
        with self.answering(number):
            await job()

    @contextmanager
    def answering(self, number: int) -> Iterator[None]:
        """Answer a request with any exception of the block. Only Malformed is passed on."""
        try:
            yield
        except Malformed:
            raise
        except MemoryError:
            self.send({"id": number, "error": "there is not enough memory for it"})
        except (ValueError, RuntimeError) as fault:
            self.send({"id": number, "error": str(fault)})
        except Exception as fault:  # such as one of a game, which anybody may have written
            self.send({"id": number, "error": f"the request has failed: {fault!r}"})
            LOG.exception("a request has failed")

    def ended(self, number: int, task: asyncio.Task[None]) -> None:
        """Forget a job that has ended. If it was cancelled, perhaps before its first step, answer `done`."""
        self.running.pop(number, None)
        self.stopped.discard(number)
        if task.cancelled():
            self.send({"id": number, "done": True, "move": None})

    def teller(self, number: int) -> Send:
        return lambda answer: self.send({"id": number, **answer})

    async def end(self) -> None:
        """The page is gone: cancel all its jobs."""
        for task in self.running.values():
            task.cancel()
        await asyncio.gather(*self.running.values(), return_exceptions=True)

    def stop(self, number: int) -> None:
        """End the job of an id; it answers `done`."""
        if number in self.running and number not in self.stopped:  # else it is ending already
            self.stopped.add(number)
            self.running[number].cancel()


# Requests with one answer. They run on another thread than the connection's.


def position(fields: Fields) -> Json:
    """The position of a place, and its moves as people read them."""
    place = PositionRequest.take(fields.inner("place"))
    fields.end()
    answer = position_answer(place)
    return {**answer, "texts": place.texts()}


def new_game(fields: Fields) -> Json:
    """A new game from a place, without its moves. What no player decides is drawn at random."""
    place = begun(PositionRequest.take(fields.inner("place")))
    fields.end()
    return position_answer(replace(place, moves=begin(place)), {"fen": place.fen})


def play(fields: Fields) -> Json:
    """Play a move in a place, as people or the game write it. Its chance outcome is drawn at random."""
    place = PositionRequest.take(fields.inner("place"))
    text = fields.text("move", LONGEST_WORD)
    fields.end()
    position, game = place.position(), place.game
    if position.ending() is not None:
        raise ValueError("the game is over")
    if len(place.moves) == MOST_MOVES:
        raise ValueError(f"a game can have at most {MOST_MOVES} moves here")
    move = game.words.parse(position, text.strip())
    certain = position.sample(move, RANDOM)
    said = {
        "move": position.notation(move),
        "text": game.words.spell(position, move),
        "outcome": game.words.outcome(position, certain) if certain != move else "",
    }
    return position_answer(replace(place, moves=(*place.moves, position.notation(certain))), said)


ANSWERS: dict[str, Callable[[Fields], Json]] = {
    "position": position,
    "begin": new_game,
    "play": play,
    "edit": editor.edit,
    "compose": editor.compose,
    "read": game_text.read,
    "write": game_text.write,
}


# Jobs, which take time. They are prepared on that other thread, too.


def search(fields: Fields, served: Served, tell: Send) -> Job:
    place = PositionRequest.take(fields.inner("place"))
    values = fields.texts_by_name("options", MOST_SETTINGS, LONGEST_WORD)
    limits = take_limits(fields.inner("limits"))
    even = fields.flag("even")
    fields.end()
    position, game, options = place.position(), place.game, place.options()
    if position.ending() is not None:
        raise ValueError("the game is over")
    set_all(game, options, served.given, values)
    if options["Search"] == "Auto":
        options.set("Search", strongest(position))
    if "Seed" not in values:
        options.set("Seed", str(place.seed_of(served.given.get("Seed"))))
    thinking = Thinking(position, game, options, limits, tell, even=even)
    return lambda: thinking.run(served.workers)


def match(fields: Fields, served: Served, tell: Send) -> Job:
    fields.end()
    watching = served.watching
    if watching is None:
        raise ValueError(
            "No match is shown here. Play one with oddsfish match ... -pgnout games.pgn, and start the page with "
            "--match games.pgn.results.jsonl."
        )
    return lambda: watching.show(tell)


JOBS: dict[str, Callable[[Fields, Served, Send], Job]] = {
    "search": search,
    "tree": trees.grow,
    "review": reviews.review,
    "match": match,
}


def position_answer(place: PositionRequest, said: Json | None = None) -> Json:
    position = place.position()
    return {
        "moves": list(place.moves),
        "position": position_json(position, place.game, place.last) | card_json(position, place),
        "opening": place.opening(),
        "first": place.first,
        **(said or {}),
    }


def card_json(position: Position[Any], place: PositionRequest) -> Json:
    """For games with one card: the outcomes of each guess, and the card before. Empty for other games."""
    drawn = diagram_of(position)
    if drawn is None or drawn.surface != CARD:
        return {}
    before = diagram_of(replace(place, moves=place.moves[:-1]).position()) if place.course else None
    return {"guesses": guesses_json(position), "before": "" if before is None else before.cells[0]}


def take_limits(fields: Fields) -> Limits:
    """The limits of a search; Malformed if they are wrong. Without limits, it goes on until it is stopped."""
    depth = fields.number_or_none("depth", 1, DEEPEST)
    movetime = fields.number_or_none("movetime", 1, LONGEST_TIME)
    nodes = fields.number_or_none("nodes", 1, MOST_NODES)
    first, second = (fields.number_or_none(name, -LONGEST_TIME, LONGEST_TIME) for name in ("time0", "time1"))
    increments = [fields.number_or_none(name, 0, LONGEST_TIME) or 0 for name in ("increment0", "increment1")]
    fields.end()
    if (first is None) != (second is None):
        raise Malformed("a clock is for both")
    return Limits(
        depth=depth,
        movetime=movetime,
        nodes=nodes,
        times=(first, second),
        increments=(increments[0], increments[1]),
        infinite=(depth, movetime, nodes, first) == (None, None, None, None),
    )
