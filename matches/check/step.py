"""One step of the check, and the demands that several of them make."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from .subject import Search, Subject
from .verdict import Failure

NO_MOVE = ("", "(none)", "0000", "none", "NULL")

Attempt = Callable[[Subject], Awaitable[None]]


@dataclass(frozen=True)
class Step:
    """name: what the engine does if it is right. attempt: raises Failure or Skipped.

    must: whether every client needs it; without it, a failure is a warning.
    """

    name: str
    attempt: Attempt
    must: bool = True


def advice(name: str, attempt: Attempt) -> Step:
    return Step(name, attempt, must=False)


def needs_move(search: Search) -> None:
    """Failure unless a search has ended in a move, which must be legal if the legal moves are known."""
    if search.move in NO_MOVE:
        raise Failure(f"it says that it has no move: {search.best!a}", search.evidence(search.best))
    choices = search.root.choices
    if choices is not None and search.move not in choices:
        raise Failure(f"{search.move!a} is no legal move", search.evidence(search.best))


def needs_silence(lines: list[str]) -> None:
    """Failure if anything was said."""
    if lines:
        raise Failure(f"nobody asked for {lines[0]!a}")
