"""The check of one engine: words in, a line for each step out, an exit status."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Sequence
from typing import TextIO

from ...engine.support.text import printable
from ..cli.entrants import read_entry, read_wait
from ..cli.words import choice, quote
from ..players.configurations import resolve
from ..settings import Engine
from .conversation import Line
from .step import Step
from .subject import Subject
from .uci_steps import UCI_STEPS
from .ugi_steps import UGI_STEPS
from .verdict import Failure, Skipped

STEPS = {"uci": UCI_STEPS, "ugi": UGI_STEPS}
KEYED = re.compile(r"\w+=|option\.")
WORDS = ("cmd", "conf", "dir", "proto", "startup")  # of an engine that is checked, each once
STARTUP = 10.0  # seconds in which python-chess, lichess-bot and fastchess must have uciok
MOST_STARTS = 8  # of an engine that dies or hangs: each may take a while
SENT, HEARD = 3, 5  # last lines of a conversation that are shown
WIDEST = 120  # characters of one
PASS, FAIL, WARN, SKIP = ("PASS", "FAIL", "WARN", "SKIP")


def check_engine(words: Sequence[str], out: TextIO) -> int:
    """Check an engine step by step, and print the verdict of each step.

    words: a program and its arguments, or cmd= and more as after -engine. Returns 1 if a step failed that every client
    needs, else 0. ValueError if the words are wrong or the engine cannot be started.
    """
    return asyncio.run(Check(read_engine(words), out).run())


def read_engine(words: Sequence[str]) -> Engine:
    """The engine that is checked; ValueError if the words are wrong."""
    owner = "-check"
    if not words:
        raise ValueError(f"{owner} needs a program and its arguments, or cmd= and more as behind -engine")
    if words[0].startswith("-"):
        raise ValueError(f"{owner} takes a program, or cmd= and more, and no option such as {quote(words[0])}")
    if not KEYED.match(words[0]):
        return Engine(owner, words[0], tuple(words[1:]), startup=STARTUP)
    entry = read_entry(owner, words)
    for name in (*entry.words, *entry.flags):
        if name not in WORDS:
            raise ValueError(f"{owner}: {name} means nothing to a check, which plays no game")
    if not {"cmd", "conf"} & entry.words.keys():
        raise ValueError(f"{owner} has neither cmd= nor conf=: what program is it?")
    protocol = choice(f"{owner}: proto=", entry.words.get("proto", "uci"), tuple(STEPS))
    for name in entry.options:
        if protocol == "uci" and name.lower() == "uci_variant":
            raise ValueError(f"{owner}: option.{name}= is not for a user to choose; the check sets it")
    return resolve(
        Engine(
            name=owner,
            command=entry.words.get("cmd", ""),
            arguments=tuple(entry.arguments),
            directory=entry.words.get("dir", ""),
            conf=entry.words.get("conf", ""),
            protocol=protocol,
            options=tuple(entry.options.items()),
            startup=read_wait(owner, entry.words, "startup", STARTUP),
        )
    )


class Check:
    """The steps of one engine, tried one after the other."""

    def __init__(self, engine: Engine, out: TextIO) -> None:
        self.subject = Subject(engine)
        self.steps = STEPS[engine.protocol]
        self.out = out
        self.counts: Counter[str] = Counter()
        self.starts = 0  # after failures

    async def run(self) -> int:
        try:
            await self.subject.start()
        except Failure as failure:
            raise ValueError(f"-check: {failure.reason}") from failure
        try:
            for number, step in enumerate(self.steps, 1):
                if number > 1 and (trouble := await self.resume()):
                    self.say(f"The other steps were not tried: {trouble}.")
                    self.counts[SKIP] += len(self.steps) - number + 1
                    break
                await self.attempt(number, step)
        finally:
            await self.subject.close()
        counts, warnings = self.counts, "warning" if self.counts[WARN] == 1 else "warnings"
        self.say(f"{counts[PASS]} passed, {counts[FAIL]} failed, {counts[WARN]} {warnings}, {counts[SKIP]} skipped")
        return 1 if counts[FAIL] else 0

    async def resume(self) -> str:
        """Start the engine again if it has ended. Returns why that is not possible, "" if it runs."""
        subject = self.subject
        if not subject.introduction:
            return "the greeting was not answered"
        if subject.process is None:
            if self.starts >= MOST_STARTS:
                return f"the engine has died or hung {self.starts} times"
            try:
                await subject.start()
                await subject.greet()
            except Failure as failure:
                return f"the engine does not start any more: {failure.reason}"
        return ""

    async def attempt(self, number: int, step: Step) -> None:
        before = len(self.subject.log)
        try:
            await step.attempt(self.subject)
        except Skipped as skipped:
            self.show(SKIP, number, f"{step.name}: {skipped}")
        except Failure as failure:
            evidence = failure.evidence
            if evidence is None:
                evidence = last_lines(self.subject.log[before:])
            reason = failure.reason + await self.subject.recover()
            self.starts += self.subject.process is None
            self.show(FAIL if step.must else WARN, number, step.name, *evidence, reason)
        else:
            self.show(PASS, number, step.name)

    def show(self, verdict: str, number: int, text: str, *indented: str) -> None:
        self.counts[verdict] += 1
        self.say(f"{verdict} {number:2} {text}", *(f"        {printable(line, WIDEST)}" for line in indented))

    def say(self, *lines: str) -> None:
        for line in lines:
            print(line.encode("ascii", "backslashreplace").decode("ascii"), file=self.out, flush=True)


def last_lines(log: Sequence[Line]) -> list[str]:
    """The last lines that were sent and the last that were heard, in their order."""
    sent = [place for place, line in enumerate(log) if line.direction == ">"]
    heard = [place for place, line in enumerate(log) if line.direction != ">"]
    return [str(log[place]) for place in sorted([*sent[-SENT:], *heard[-HEARD:]])]
