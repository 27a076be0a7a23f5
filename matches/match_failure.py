"""What ends a match that has begun and is no player's fault: a full disk, workers that die, a scheduler gone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class MatchFailure(Exception):
    """Its cause is the error that says why."""


@contextmanager
def after_start() -> Iterator[None]:
    """Whatever fails in here is a breakdown: the match could begin."""
    try:
        yield
    except (OSError, RuntimeError, ValueError) as error:
        raise MatchFailure from error
