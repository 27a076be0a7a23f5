"""The steps of an engine that speaks UGI, for any game."""

from __future__ import annotations

from .clocks import clock_steps, keeps_clocks
from .endings import ENDINGS
from .introduction import GREETING, INTRODUCTION, LARGE_TABLE
from .root import Root, root_of
from .rough_input import ROUGH_INPUT
from .searches import LIMITS, NO_TIME, REPORTS, WAITING, quickly
from .step import Step, advice, needs_move
from .subject import Subject
from .tidiness import TIDINESS
from .verdict import Failure, Skipped

CLOCKS = "go p1time 100 p2time 100 p1inc 100 p2inc 100"
ANSWERS = {  # to each `query`
    "p1turn": ("true", "false"),
    "gameover": ("true", "false"),
    "result": ("p1win", "p2win", "draw", "none"),
}
PATIENCE = 0.5  # seconds for an answer
SHORTEST = 8  # characters of a line during a search: an existing runner fails on shorter ones


async def after_a_move(subject: Subject) -> tuple[Root, str]:
    """The position after a move of the engine, with the outcome of chance, and that move as it was played."""
    search = await subject.ask(subject.opening(), "go depth 1")
    needs_move(search)
    arbiter = subject.arbiter()
    if arbiter is None:
        return Root(f"startpos moves {search.move}"), search.move
    _, played = arbiter.play(search.move)
    return root_of(arbiter), played


async def moves_on(subject: Subject) -> None:
    root, _ = await after_a_move(subject)
    if root.choices == ():
        raise Skipped("the game is over after one move")
    needs_move(await subject.ask(root, "go movetime 50"))


async def says_two_words(subject: Subject) -> None:
    for search in subject.searches:
        if len(search.best.split()) != 2:
            raise Failure("a bestmove line has not exactly two words", search.evidence(search.best))


async def says_long_lines(subject: Subject) -> None:
    for search in subject.searches:
        for line in search.lines:
            if len(line) < SHORTEST:
                raise Failure(f"a line has fewer than {SHORTEST} characters: {line!a}", search.evidence(line))


async def query(subject: Subject, what: str) -> str:
    """The answer to a query; Skipped if there is none."""
    subject.talk.unread.clear()
    subject.talk.say(f"query {what}")
    lines = await subject.talk.collect("response", PATIENCE)
    if not lines or not lines[-1].startswith("response"):
        raise Skipped(f"`query {what}` is not answered")
    return lines[-1].removeprefix("response").strip()


async def answers_queries(subject: Subject) -> None:
    subject.talk.say(f"position {subject.opening().text}")
    for what, answers in ANSWERS.items():
        answer = await query(subject, what)
        if answer not in answers:
            raise Failure(f"`query {what}` is answered by {answer!a}, which is none of {', '.join(answers)}")


async def knows_the_start(subject: Subject) -> None:
    subject.talk.say(f"position {subject.opening().text}")
    for what, expected in (("p1turn", "true"), ("gameover", "false"), ("result", "none")):
        if (answer := await query(subject, what)) != expected:
            raise Failure(f"`query {what}` is answered by {answer!a}, not by {expected!a}")


async def plays_on(subject: Subject) -> None:
    """`moves X` after a position must lead to that position after X. The queries show it."""
    root, played = await after_a_move(subject)
    subject.talk.say(f"position {root.text}")
    expected = [await query(subject, what) for what in ANSWERS]
    subject.talk.say(f"position {subject.opening().text}", f"moves {played}")
    answers = [await query(subject, what) for what in ANSWERS]
    if answers != expected:
        raise Failure(f"the queries are answered by {', '.join(answers)}, not by {', '.join(expected)}")


UGI_STEPS = (
    GREETING,
    *INTRODUCTION,
    *clock_steps("both clocks and increments", Subject.opening, CLOCKS, new_game=True),
    advice("A clock of 100 ms does not run out", keeps_clocks),
    *LIMITS,
    Step("A search after a move ends in a legal move", moves_on),
    *WAITING,
    Step("Queries are answered by their words", answers_queries),
    advice("Queries know the start of a game", knows_the_start),
    advice("`moves X` plays on", plays_on),
    *REPORTS,
    *NO_TIME,
    quickly("go p1time 0 p2time 0"),
    quickly("go p1time -1000 p2time -1000"),
    LARGE_TABLE,
    Step("Every bestmove line has two words", says_two_words),
    advice("No line of a search is shorter than 8 characters", says_long_lines),
    *ENDINGS,
    *TIDINESS,
    *ROUGH_INPUT,
)
