"""Steps: a search with clocks ends in a move, and reports what clients show.

They follow fastchess's compliance run.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from .info_lines import has_score, infos, wrong_number
from .root import Root
from .step import Step, needs_move
from .subject import Subject
from .verdict import Failure, Skipped

SHORT = 100  # milliseconds on a clock
SLACK = 0.03  # seconds until a line that was sent is read
TIMES = ("wtime", "btime", "p1time", "p2time")

RootOf = Callable[[Subject], Root]


def clock_steps(what: str, root: RootOf, go: str, new_game: bool = False) -> tuple[Step, ...]:
    """The steps of one search. what: how its clocks are given."""

    async def moves(subject: Subject) -> None:
        if new_game:
            subject.talk.say(subject.words.new_game)
        needs_move(await subject.ask(root(subject), go))

    async def informs(subject: Subject) -> None:
        if not infos(subject.search.lines):
            raise Failure("no info line came before the bestmove", subject.search.evidence(subject.search.best))

    async def counts(subject: Subject) -> None:
        for line in informed(subject):
            if wrong := wrong_number(line):
                raise Failure(f"{wrong!a} has no whole number", subject.search.evidence(line))

    async def scores(subject: Subject) -> None:
        lines = informed(subject)
        if not any(map(has_score, lines)):
            raise Failure("no info line has a score", subject.search.evidence(lines[-1]))

    return (
        Step(f"A search with {what} ends in a legal move", moves),
        Step(f"A search with {what} sends an info line", informs),
        Step(f"A search with {what} sends whole numbers", counts),
        Step(f"A search with {what} sends a score", scores),
    )


def informed(subject: Subject) -> list[str]:
    """The info lines of the last search; Skipped if there are none."""
    lines = infos(subject.search.lines)
    if not lines:
        raise Skipped("no info line came")
    return lines


async def keeps_clocks(subject: Subject) -> None:
    for search in subject.searches:
        short = any(word in TIMES and time == str(SHORT) for word, time in pairwise(search.go.split()))
        if short and search.seconds > SHORT / 1000 + SLACK:
            raise Failure(f"{search.go!a} took {search.seconds:.3f} s", search.evidence(search.best))
