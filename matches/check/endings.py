"""Steps: the beginning and the end of processes."""

from __future__ import annotations

from ..players.process import exit_text
from .searches import IDLE
from .step import advice, needs_move
from .subject import MOVE, Search, Subject
from .verdict import Failure, Skipped

LEAVE = 2.0  # seconds in which a process ends


async def searches_at_once(subject: Subject) -> None:
    """`go` before any `position`, by a process that has just been started."""
    await subject.restart()
    await subject.greet()
    await subject.ready()
    go, opening = "go depth 1", subject.opening()
    if opening.text != "startpos":
        raise Skipped("the game does not begin with a player's move")
    subject.talk.say(go)
    best = (await subject.talk.wait_for("bestmove", MOVE))[-1]
    needs_move(Search(opening, go, (), best, 0.0))


async def ignores_xboard(subject: Subject) -> None:
    """`xboard` before the greeting, as Arena sends it."""
    await subject.restart()
    subject.talk.say("xboard")
    await subject.greet()
    await subject.ready()


async def quits(subject: Subject) -> None:
    subject.talk.say("quit")
    await needs_end(subject)


async def quits_at_work(subject: Subject) -> None:
    subject.begin(subject.opening(), "go infinite")
    await subject.talk.collect(None, IDLE)
    await quits(subject)


async def ends_with_input(subject: Subject) -> None:
    subject.talk.hang_up()
    await needs_end(subject, well=False)


async def needs_end(subject: Subject, well: bool = True) -> None:
    """Failure unless the process ends; well: with exit status 0."""
    talk = subject.talk
    ended = await talk.leaves(LEAVE)
    if not ended:
        talk.kill()
    await subject.close()
    if not ended:
        raise Failure(f"the process still runs {LEAVE:g} s later")
    if well and talk.status != 0:
        raise Failure(f"the process ends with {exit_text(talk.status)}")


ENDINGS = (
    advice("quit ends the process", quits),
    advice("quit ends the process during a search", quits_at_work),
    advice("The end of its input ends the process", ends_with_input),
)
