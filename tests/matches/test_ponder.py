"""An engine that thinks while its opponent does, and the commands that it gets; and the times that others need."""

from __future__ import annotations

import shlex
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from engine_process import COMMAND
from match_games import fake_engine, introduce_here, kept, match_here, play
from match_process import run_match
from oddsfish.matches.record import Termination

GOOD = fake_engine("Good")


def conversation(path: Path) -> list[str]:
    """The commands about searches that the engine got."""
    words = ("position", "go", "ponderhit", "stop")
    return [line for line in path.read_text().splitlines() if line.split()[:1][0] in words]


def test_a_reply_that_was_foreseen_is_a_ponderhit(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    ponderer = replace(fake_engine("Ponderer", "guess=right", f"heard={heard}"), ponder=True)
    (record,) = play(ponderer, fake_engine("Good", "sleep=0.05"))
    assert record.ending is Termination.REPETITION
    lines = conversation(heard)
    assert "setoption name Ponder value true" in heard.read_text()
    assert lines.count("ponderhit") == 3 and lines.index("stop") == len(lines) - 1, "the game ends in the middle of one"
    assert lines[0] == "position startpos" and lines[1].startswith("go wtime ")
    assert lines[2] == "position startpos moves g1f3 g8f6" and lines[3].startswith("go ponder wtime ")
    taken = [ply.seconds or 0.0 for ply in record.plies[::2]]
    assert max(taken) < 0.05, "it pays for its own time alone"


@pytest.mark.parametrize("guess", ["a7a6", "h7h5"])
def test_a_reply_that_was_not_foreseen_stops_the_search(guess: str, tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    ponderer = replace(fake_engine("Ponderer", f"guess={guess}", f"heard={heard}"), ponder=True)
    first, second = play(ponderer, GOOD, 2)
    assert first.ending is second.ending is Termination.REPETITION
    assert [ply.move for ply in first.plies] == [ply.move for ply in second.plies]
    lines = conversation(heard)
    assert "ponderhit" not in lines
    assert len([line for line in lines if line.startswith("go ponder")]) == lines.count("stop") == 8
    at = lines.index("stop")
    assert lines[at + 1] == "position startpos moves g1f3 g8f6" and not lines[at + 2].startswith("go ponder")


@pytest.mark.clock
def test_our_own_engine_ponders_and_says_nothing_odd(tmp_path: Path) -> None:
    """Whatever it has pondered on. After a wrong guess, its lines are of another position."""
    ours = ["-engine", f"cmd={sys.executable}", f"args={shlex.join(COMMAND[1:])}", "ponder"]
    words = [*ours, "name=A", *ours, "name=B", "-each", "tc=60", "nodes=1000", "-games", "2"]
    words += ["-random-plies", "6", "-maxmoves", "25", "-strict"]
    finished = run_match(*words, "-debug", "-results", "games", where=tmp_path)
    assert finished.status == 0
    assert not any(record.ending.fault or record.oddities for record in kept(tmp_path, "games"))
    for name in "AB":
        asked = [line for line in finished.lines if line.startswith(f">{name}: go ponder ")]
        hits, stops = (finished.lines.count(f">{name}: {word}") for word in ("ponderhit", "stop"))
        assert len(asked) == hits + stops and min(hits, stops) > 3


LAGGING = """
import sys, threading, time, random, chess

board, pondering = chess.Board(), False


def answer():
    move = random.Random(board.fen()).choice(list(board.legal_moves))
    board.push(move)
    reply = next(iter(board.legal_moves), None)
    print(f"bestmove {move}" + (f" ponder {reply}" if reply else ""), flush=True)


for line in sys.stdin:
    words = line.split()
    if words[0] == "uci":
        print("id name Lagging", "option name Ponder type check default false", "uciok", sep="\\n", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        board = chess.Board()
        for move in words[3:]:
            board.push_uci(move)
    elif words[0] in ("go", "ponderhit", "stop"):
        if "ponder" in words:
            pondering = True
        elif words[0] == "stop" and pondering:
            pondering = False
            threading.Timer(0.15, answer).start()
        elif words[0] != "stop":
            pondering = False
            answer()
    elif words[0] == "quit":
        break
"""


def test_a_bestmove_that_comes_behind_readyok_is_none_of_the_next_game(tmp_path: Path) -> None:
    """An engine whose search is a thread of its own answers isready before it has stopped."""
    script = tmp_path / "lagging.py"
    script.write_text(LAGGING)
    lagging = ["-engine", f"cmd={sys.executable}", f"arg={script}", "ponder"]
    words = [*lagging, "name=A", *lagging, "name=B", "-each", "tc=60", "-games", "4", "-maxmoves", "3"]
    assert match_here(*words, "-results", "games", where=tmp_path).status == 0
    assert [record.ending for record in kept(tmp_path, "games")] == [Termination.MAXMOVES] * 4


def test_what_cannot_be_pondered_on_is_not(tmp_path: Path) -> None:
    """An illegal reply, and an engine without the option, for which there is a warning."""
    heard = tmp_path / "heard"
    for words in (["guess=e2e4"], ["guess=nonsense"], []):
        (record,) = play(replace(fake_engine("Ponderer", *words, f"heard={heard}"), ponder=True), GOOD)
        assert record.ending is Termination.REPETITION
    assert "go ponder" not in heard.read_text()
    unable = replace(fake_engine("Unable", "guess=right", "no-ponder"), ponder=True)
    assert introduce_here(unable).warnings == ("has no option Ponder, so that it does not ponder",)
    (record,) = play(unable, GOOD)
    assert record.ending is Termination.REPETITION


def test_an_engine_that_ends_while_it_ponders_loses_at_its_turn() -> None:
    (record,) = play(replace(fake_engine("Bad", "guess=right", "crash@2"), ponder=True), GOOD)
    assert (record.result, record.ending, record.loser) == ("0-1", Termination.CRASH, 0)
    assert len(record.plies) == 2


def test_one_that_ends_its_pondering_late_loses_on_time() -> None:
    """An engine that stops slowly after a reply that it did not expect loses its own time."""
    slow = replace(fake_engine("Slow", "guess=a7a6", "sleep=0.4"), ponder=True)
    slow = replace(slow, time=replace(slow.time, base=0.7))
    (record,) = play(slow, GOOD)
    assert (record.ending, record.loser) == (Termination.TIME, 0)
