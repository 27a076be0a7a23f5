"""Every sub-command of go, alone and together; clocks, stop and ponderhit."""

from __future__ import annotations

import random
import re
import time

import chess
import pytest
from engine_process import EngineProcess

pytestmark = pytest.mark.clock

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
MATE_IN_TWO = "7k/8/8/8/8/8/1R6/R5K1 w - - 0 1"
SEARCHES = ("Minimax", "AlphaBeta", "Expectimax")

PARTS = {
    "wtime": "wtime 200",
    "btime": "btime 200",
    "winc": "winc 10",
    "binc": "binc 10",
    "movestogo": "movestogo 5",
    "depth": "depth 3",
    "nodes": "nodes 5000",
    "mate": "mate 2",
    "movetime": "movetime 60",
    "infinite": "infinite",
    "ponder": "ponder",
    "searchmoves": "searchmoves e2e4 d2d4 g1f3",
}


def depths(lines: list[str]) -> list[int]:
    return [int(found[1]) for line in lines if (found := re.match(r"info depth (\d+) seldepth", line))]


@pytest.mark.parametrize("count", [12, pytest.param(60, marks=pytest.mark.slow)])
def test_sub_commands_alone_and_in_any_order_and_combination(engine: EngineProcess, count: int) -> None:
    chooser = random.Random(20)
    combined = [chooser.sample(sorted(PARTS), chooser.randint(2, len(PARTS))) for _ in range(count)]
    for words in [[word] for word in ("wtime", "depth", "nodes", "movetime")] + combined:
        command = "go " + " ".join(PARTS[word] for word in words)
        engine.send(command)
        if {"infinite", "ponder"} & set(words):  # it must not end by itself
            time.sleep(0.02)
            assert not any(line.startswith("bestmove") for line in engine.settle())
            engine.send("stop")
        lines = engine.expect("bestmove ", 5)
        assert not any("error" in line for line in lines), command
        move = chess.Move.from_uci(lines[-1].split()[1])
        assert move in chess.Board().legal_moves, command
        if "searchmoves" in words:
            assert move.uci() in ("e2e4", "d2d4", "g1f3"), command
        if "depth" in words:
            assert max(depths(lines), default=0) <= 3, command


def test_depth_is_reached_and_not_exceeded(engine: EngineProcess) -> None:
    assert depths(engine.go("go depth 5")) == [1, 2, 3, 4, 5]


def test_mate_ends_with_the_mate(engine: EngineProcess) -> None:
    engine.send(f"position fen {MATE_IN_TWO}")
    for search in ("PVS", "AlphaBeta"):
        engine.send(f"setoption name Search value {search}")
        lines = engine.go("go mate 2")
        assert " score mate 2 " in lines[-2]
        assert max(depths(lines)) <= 3


def test_a_mate_that_is_not_found_is_refuted_or_undecided(engine: EngineProcess) -> None:
    engine.send(f"position fen {KIWIPETE}")
    for command, said in (
        ("go mate 3", "no mate in 3"),
        ("go mate 1 searchmoves e2a6 e1g1", "no mate in 1"),
        ("go mate 5 nodes 20000", "mate in 5 undecided"),
        ("go mate 5 movetime 30", "mate in 5 undecided"),
        ("go mate 30 depth 8", "mate in 30 undecided"),
        ("go depth 3", ""),
    ):
        engine.send("setoption name Clear Hash")
        lines = engine.go(command)
        assert [line for line in lines if "string" in line] == [f"info string {said}"] * bool(said)
        assert (lines[-2] == f"info string {said}") == bool(said)
        assert " mate " not in "".join(line for line in lines if " score " in line)


def test_time_is_used_and_kept(engine: EngineProcess) -> None:
    """Without a limit, or with the other side's clock alone, it is about a second."""
    engine.settle()
    for command, least, most in (
        ("go movetime 300", 0.15, 0.9),
        ("go wtime 300 btime 100000 winc 0 binc 0", 0, 0.3),
        ("go", 0.4, 3),
        ("go btime 1", 0.4, 3),
    ):
        sent = engine.send(command)
        engine.expect("bestmove ")
        assert least < engine.came - sent < most, command


@pytest.mark.parametrize("search", SEARCHES)
def test_figures_of_a_search_grow(engine: EngineProcess, search: str) -> None:
    """After a second the root moves are reported, too; the time that one of them takes depends on the machine."""
    engine.send(f"setoption name Search value {search}", "setoption name Table value true")
    began = engine.send("setoption name Hash value 1")
    if search == "Minimax":
        lines = engine.ask("go infinite", r"info depth \d+ currmove ([a-h][1-8]){2} currmovenumber \d+ ")
        assert engine.came - began >= 1
        lines += engine.ask("stop", "bestmove ")
    else:
        lines = engine.go("go movetime 400")
    told = [line for line in lines if " pv " in line]
    for name in ("nodes", "time", "hashfull"):
        figures = [int(figure) for line in told for figure in re.findall(rf" {name} (\d+)", line)]
        assert len(figures) == len(told)
        assert figures[-1] > 0 and (figures == sorted(figures) if name != "hashfull" else max(figures) <= 1000)
    assert max(depths(lines)) >= 4


def test_multipv_tells_that_many_lines_best_first(engine: EngineProcess) -> None:
    engine.send("setoption name MultiPV value 4", f"position fen {KIWIPETE}")
    lines = [line for line in engine.go("go depth 3") if line.startswith("info depth 3 ")]
    assert [int(re.findall(r" multipv (\d+)", line)[0]) for line in lines] == [1, 2, 3, 4]
    scores = [int(re.findall(r" score cp (-?\d+)", line)[0]) for line in lines]
    assert scores == sorted(scores, reverse=True)
    assert len({line.split(" pv ")[1].split()[0] for line in lines}) == 4


def test_ponderhit_starts_the_clock(engine: EngineProcess) -> None:
    for command in ("go ponder movetime 200", "go ponder", "go wtime 300 btime 300 ponder"):
        engine.send(command)
        time.sleep(0.4)
        assert not any(line.startswith("bestmove") for line in engine.settle()), command
        sent = engine.send("ponderhit")
        engine.expect("bestmove ")
        assert engine.came - sent < 2, command


def test_a_ponderhit_at_once_is_not_lost(engine: EngineProcess) -> None:
    for _ in range(30):
        engine.send("go ponder movetime 5", "ponderhit")
        engine.expect("bestmove ", 2)


@pytest.mark.parametrize("search", SEARCHES)
def test_stop_is_answered_at_once(engine: EngineProcess, search: str) -> None:
    """10 ms is the promise; what a busy machine adds is allowed for, not much more."""
    engine.send(f"setoption name Search value {search}", f"position fen {KIWIPETE}")
    chooser = random.Random(1)
    waits = []
    engine.settle()
    for _ in range(15):
        engine.send("go infinite")
        time.sleep(chooser.uniform(0.0, 0.1))
        sent = engine.send("stop")
        engine.expect("bestmove ", 1)
        waits.append(engine.came - sent)
    assert sorted(waits)[len(waits) // 2] < 0.010
    assert max(waits) < 0.1
