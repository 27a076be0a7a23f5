"""Steps that judge all lines that the engine has said so far."""

from __future__ import annotations

from collections.abc import Iterator

from .step import advice
from .subject import Subject
from .verdict import Failure

WORDS = ("id", "option", "info", "bestmove", "readyok", "response", "copyprotection", "registration")
GREETINGS = (["id"], ["uciok"], ["ugiok"])  # the first words of the first line


async def trims_lines(subject: Subject) -> None:
    for text in said(subject):
        if not text.strip():
            raise Failure("an empty line came", ())
        if text != text.strip():
            raise Failure(f"a line has blanks at its ends: {text!a}", ())


async def speaks_protocol(subject: Subject) -> None:
    for text in said(subject):
        if text.split()[:1] and text.split()[0] not in (*WORDS, f"{subject.words.hello}ok"):
            raise Failure(f"a line is none of the protocol: {text!a}", ())


async def spares_errors(subject: Subject) -> None:
    for line in subject.log:
        if line.direction == "!":
            raise Failure(f"it says {line.text!a} there", ())


def said(subject: Subject) -> Iterator[str]:
    """Its lines from the first one of its greeting on. A banner before them does no harm."""
    for talk in subject.conversations:
        heard = [line.text for line in talk.log if line.direction == "<"]
        first = next((place for place, text in enumerate(heard) if text.split()[:1] in GREETINGS), len(heard))
        yield from heard[first:]


TIDINESS = (
    advice("No line is empty or has blanks at its ends", trims_lines),
    advice("Every line is one of the protocol", speaks_protocol),
    advice("Nothing is said on standard error", spares_errors),
)
