"""Steps: searches by other limits, and searches that wait to be ended."""

from __future__ import annotations

from ..players.uci_lines import pv_of
from .info_lines import has_score, infos, number
from .step import Step, advice, needs_move, needs_silence
from .subject import MOVE, Search, Subject
from .verdict import Failure, Skipped

MOVETIME = 100  # milliseconds
LATE = 0.1  # seconds after it
NODES = 5_000
MOST_NODES = 10_000  # when NODES were asked for
PROMPT = 0.1  # seconds from `stop` to the bestmove
QUICK = 1.0  # seconds for a move when there is no time
BUSY = 1.0  # seconds for readyok during a search
IDLE = 0.05  # seconds in which nothing must come
UNASKED = 0.1  # the same after a search


def by(go: str) -> Step:
    """A search by one limit."""

    async def attempt(subject: Subject) -> None:
        needs_move(await subject.ask(subject.opening(), go))

    return Step(f"`{go}` ends in a legal move", attempt)


async def keeps_movetime(subject: Subject) -> None:
    search = await subject.ask(subject.opening(), f"go movetime {MOVETIME}")
    if search.seconds > MOVETIME / 1000 + LATE:
        raise Failure(f"it took {search.seconds:.3f} s", search.evidence(search.best))


async def keeps_nodes(subject: Subject) -> None:
    search = await subject.ask(subject.opening(), f"go nodes {NODES}")
    needs_move(search)
    counts = [(count, line) for line in infos(search.lines) if (count := number(line, "nodes")) is not None]
    if not counts:
        raise Skipped("no info line has nodes")
    most, line = max(counts)
    if most > MOST_NODES:
        raise Failure(f"it searched {most} nodes", search.evidence(line))


async def stops(subject: Subject) -> None:
    needs_move(await subject.ask_until(subject.opening(), "go infinite", "stop"))


async def waits_for_stop(subject: Subject) -> None:
    if subject.search.early:
        raise Failure("its bestmove came before stop", subject.search.evidence(subject.search.best))


async def stops_promptly(subject: Subject) -> None:
    if subject.search.early:
        raise Skipped("its bestmove came before stop")
    if subject.search.seconds > PROMPT:
        raise Failure(f"it took {subject.search.seconds:.3f} s", ())


async def is_ready_at_work(subject: Subject) -> None:
    talk = subject.talk
    subject.begin(subject.opening(), "go infinite")
    early = await talk.collect("bestmove", IDLE)
    talk.say("isready")
    lines = await talk.collect("readyok", BUSY)
    if any(line.split()[:1] == ["bestmove"] for line in early + lines):
        raise Skipped("its bestmove came before stop")
    talk.say("stop")
    await talk.wait_for("bestmove", MOVE)
    if lines[-1:] != ["readyok"]:
        raise Failure(f"no readyok comes within {BUSY:g} s", ["> go infinite", "> isready"])


async def moves_once(subject: Subject) -> None:
    await subject.ask(subject.opening(), "go depth 1")
    lines = await subject.ready() + await subject.talk.collect(None, IDLE)
    await subject.ask_until(subject.opening(), "go infinite", "stop")
    lines += await subject.ready() + await subject.talk.collect(None, IDLE)
    for line in lines:
        if line.split()[:1] == ["bestmove"]:
            raise Failure("a second bestmove came")


def quickly(go: str) -> Step:
    """A search with hardly any time or nodes."""

    async def attempt(subject: Subject) -> None:
        needs_move(await subject.ask(subject.opening(), go, QUICK))

    return advice(f"`{go}` is answered quickly by a legal move", attempt)


async def is_silent_when_idle(subject: Subject) -> None:
    subject.talk.unread.clear()
    subject.talk.say("stop")
    needs_silence(await subject.ready() + await subject.talk.collect(None, IDLE))


async def says_nothing_unasked(subject: Subject) -> None:
    talk = subject.talk
    talk.unread.clear()
    talk.say(subject.words.new_game, f"position {subject.opening().text}")
    lines = await subject.ready()
    await subject.ask(subject.opening(), "go movetime 20")
    lines += await talk.collect(None, UNASKED)
    needs_silence(lines)


async def scores_at_last(subject: Subject) -> None:
    for search in searched(subject):
        last = infos(search.lines)[-1:]
        if not all(map(has_score, last)):
            raise Failure("the last info line before a bestmove has no score", search.evidence(*last, search.best))


async def plays_its_line(subject: Subject) -> None:
    for search in searched(subject):
        lines = [line for line in infos(search.lines) if pv_of(line) and number(line, "multipv") in (None, 1)]
        if lines and pv_of(lines[-1])[0] != search.move:
            raise Failure("the last PV does not begin with the bestmove", search.evidence(lines[-1], search.best))


def searched(subject: Subject) -> list[Search]:
    """All searches so far, without those of positions without a legal move."""
    return [search for search in subject.searches if search.root.choices != ()]


LIMITS = (
    by("go movetime 50"),
    by("go depth 2"),
    advice(f"A search of {MOVETIME} ms ends in time", keeps_movetime),
    advice(f"A search of {NODES} nodes ends near them in a legal move", keeps_nodes),
)
WAITING = (
    Step("`go infinite` ends in a legal move at stop", stops),
    advice("`go infinite` waits for stop", waits_for_stop),
    advice("stop is answered within 100 ms", stops_promptly),
    advice("isready is answered during a search", is_ready_at_work),
    Step("Each search has one bestmove", moves_once),
)
REPORTS = (
    advice("The last info line has a score", scores_at_last),
    advice("The last PV begins with the bestmove", plays_its_line),
    advice("stop is ignored when nothing is searched", is_silent_when_idle),
    advice("Nothing is said that nobody asked for", says_nothing_unasked),
)
NO_TIME = (quickly("go depth 0"), quickly("go movetime 1"), quickly("go nodes 1"))
