"""When something inside fails: the client is told, and gets a move all the same."""

from __future__ import annotations

import io

import chess
import pytest
from oddsfish.engine import session
from oddsfish.engine.control.deepening import Deepening
from oddsfish.engine.support import worker
from oddsfish.protocols import cli
from oddsfish.protocols.streams import Streams
from oddsfish.protocols.uci import Uci


def talk(*commands: str) -> list[str]:
    """The answers to these commands. It waits for the end of each search."""
    sink = io.BytesIO()
    uci = Uci(Streams(io.BytesIO(), sink))
    for command in commands:
        uci.obey(*uci.split(command))
        uci.session.wait()
    return sink.getvalue().decode().splitlines()


def check_told_and_moved(lines: list[str], error: str) -> None:
    assert len(lines) == 2 and lines[0].startswith("info string error: the search failed: ") and error in lines[0]
    assert chess.Move.from_uci(lines[1].removeprefix("bestmove ")) in chess.Board().legal_moves


@pytest.mark.parametrize("failure", [MemoryError("none left"), ValueError("a bug\nin two lines"), ZeroDivisionError()])
def test_a_search_that_fails(monkeypatch: pytest.MonkeyPatch, failure: Exception) -> None:
    """In a conversation, and on the command line."""

    def fail(*arguments: object) -> None:
        raise failure

    monkeypatch.setattr(Deepening, "run", fail)
    lines = talk("go depth 3", "go depth 3")
    sink = io.BytesIO()
    cli.once(["go depth 3"], Uci(Streams(io.BytesIO(), sink)))
    for told in (lines[:2], lines[2:], sink.getvalue().decode().splitlines()):
        check_told_and_moved(told, type(failure).__name__)


def test_a_search_without_memory_to_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        raise MemoryError

    monkeypatch.setattr(session, "Deepening", fail)
    check_told_and_moved(talk("go infinite"), "MemoryError")


def test_a_thread_that_cannot_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patch:
        patch.setattr(worker, "IDLE", [])  # no idle worker is available
        patch.setattr(worker, "start_new_thread", fail)
        for command in ("go infinite", "go depth 60", "go movetime 10000"):
            sink = io.BytesIO()
            cli.once([command], Uci(Streams(io.BytesIO(), sink)))
            lines = sink.getvalue().decode().splitlines()
            assert lines[0] == "info string error: searches end at once: can't start new thread"
            assert chess.Move.from_uci(lines[-1].removeprefix("bestmove ")) in chess.Board().legal_moves
    assert talk("go depth 1")[-1].startswith("bestmove ")
