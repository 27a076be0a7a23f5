"""Steps: how the engine introduces itself, and what it offers."""

from __future__ import annotations

import re

from ..players.engine_options import KEYWORDS
from .step import Step, advice
from .subject import Subject
from .verdict import Failure, Skipped

ONCE = ("name", "type", "default", "min", "max")
RESERVED = re.compile(r"\bvalue\b")  # ends the name in `setoption name N value V`
SERVED = ("Hash", "Threads", "Move Overhead")  # set by lichess-bot and OpenBench
LARGE_HASH = 256  # megabytes
PATIENCE = 10.0  # seconds that clients have for a large table


async def greets(subject: Subject) -> None:
    await subject.greet()


def says(what: str) -> Step:
    async def attempt(subject: Subject) -> None:
        if not any(re.match(rf"\s*id\s+{what}\s+\S", line) for line in subject.introduction):
            raise Failure(f"no line says id {what} and a text")

    return Step(f"It says its {what}", attempt)


async def has_options(subject: Subject) -> None:
    if warnings := subject.talk.odd_options.warnings:
        raise Failure(f"python-chess {warnings[0].replace('its line', 'the line')}", ())


async def has_plain_options(subject: Subject) -> None:
    for line in subject.introduction:
        words = KEYWORDS.findall(line) if line.split()[:1] == ["option"] else []
        twice = [word for word in ONCE if words.count(word) > 1]
        if "var" in words and not re.search(r"\btype\s+combo\b", line):
            twice.append("var")
        if words and RESERVED.search(line):
            twice.append("value")
        if twice:
            raise Failure(f"the word {twice[0]!a} ends a field, and is in a name or value here", [f"< {line}"])


async def serves(subject: Subject) -> None:
    missing = [name for name in SERVED if name not in subject.talk.options]
    if missing:
        raise Failure(f"it has no option {' and none '.join(missing)}", ())


async def is_ready(subject: Subject) -> None:
    await subject.ready()


async def takes_start(subject: Subject) -> None:
    subject.talk.say(subject.words.new_game, f"position {subject.opening().text}")
    await subject.ready()


async def takes_large_table(subject: Subject) -> None:
    option = subject.talk.options.get("Hash")
    if option is None or option.type != "spin" or option.default is None:
        raise Skipped("it has no option Hash with a number as its default")
    subject.set_option(option.name, min(LARGE_HASH, option.max or LARGE_HASH))
    subject.talk.say("isready")
    await subject.talk.wait_for("readyok", PATIENCE)
    subject.set_option(option.name, option.default)
    await subject.ready()


GREETING = Step("The greeting is answered", greets)
INTRODUCTION = (
    says("name"),
    says("author"),
    Step("Its options can be read", has_options),
    advice("Its options hold no word that ends a field", has_plain_options),
    advice("It has the options that servers set", serves),
    Step("isready is answered", is_ready),
    Step("A new game and the start position are taken", takes_start),
)
LARGE_TABLE = advice("A large Hash is ready within 10 s", takes_large_table)
