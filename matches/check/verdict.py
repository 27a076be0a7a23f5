"""The ways in which a step does not pass."""

from __future__ import annotations

from collections.abc import Sequence


class Failure(Exception):
    """The engine does not do what the step demands.

    reason: in one line. evidence: the lines that show it, each after > (sent), < (received) or ! (its standard error);
    None: the last lines of the conversation.
    """

    def __init__(self, reason: str, evidence: Sequence[str] | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.evidence = evidence


class Skipped(Exception):
    """The step cannot be tried; the text says why."""
