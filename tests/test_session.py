"""A session whose listeners fail."""

from __future__ import annotations

import threading

import pytest
from oddsfish.engine import ChessPosition, Limits
from oddsfish.engine.session import Session


def test_nobody_waits_for_a_search_that_could_not_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading, "excepthook", lambda arguments: None)  # the search's thread dies of what it is told

    def fail(*told: object) -> None:
        raise OSError("nobody listens")

    session = Session(ChessPosition())
    session.go(Limits(depth=2), fail, fail, fail)
    waiting = threading.Thread(target=session.wait, daemon=True)
    waiting.start()
    waiting.join(10)
    assert not waiting.is_alive()
    assert not session.searching
