"""Every sub-command of go, alone and together; infinite, ponder and ponderhit; one bestmove for each go."""

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


def release(engine: EngineProcess, command: str) -> None:
    """Do what a search waits for that must not end by itself."""
    if "infinite" in command or "ponder" in command:
        time.sleep(0.02)
        assert not any(line.startswith("bestmove") for line in engine.settle())
        engine.send("stop")


def depths(lines: list[str]) -> list[int]:
    return [int(found[1]) for line in lines if (found := re.match(r"info depth (\d+) seldepth", line))]


@pytest.mark.slow
def test_sub_commands_in_any_order_and_combination(engine: EngineProcess) -> None:
    chooser = random.Random(20)
    for _ in range(60):
        words = chooser.sample(sorted(PARTS), chooser.randint(1, len(PARTS)))
        command = "go " + " ".join(PARTS[word] for word in words)
        engine.send(command)
        release(engine, command)
        lines = engine.expect("bestmove ", 5)
        assert not any("error" in line for line in lines), command
        move = chess.Move.from_uci(lines[-1].split()[1])
        assert move in chess.Board().legal_moves, command
        if "searchmoves" in words:
            assert move.uci() in ("e2e4", "d2d4", "g1f3"), command
        if "depth" in words:
            assert max(depths(lines), default=0) <= 3, command


@pytest.mark.parametrize("part", sorted(set(PARTS) - {"infinite", "ponder"}))
def test_each_sub_command_ends_by_itself(engine: EngineProcess, part: str) -> None:
    lines = engine.go("go " + PARTS[part], 3)
    assert re.fullmatch(r"bestmove [a-h][1-8][a-h][1-8]( ponder [a-h][1-8][a-h][1-8])?", lines[-1])


def test_depth_is_reached_and_not_exceeded(engine: EngineProcess) -> None:
    assert depths(engine.go("go depth 5")) == [1, 2, 3, 4, 5]


def test_mate_ends_with_the_mate(engine: EngineProcess) -> None:
    engine.send(f"position fen {MATE_IN_TWO}")
    for search in ("PVS", "AlphaBeta"):
        engine.send(f"setoption name Search value {search}")
        lines = engine.go("go mate 2")
        assert " score mate 2 " in lines[-2]
        assert max(depths(lines)) <= 3


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("go mate 3", "no mate in 3"),
        ("go mate 1 searchmoves e2a6 e1g1", "no mate in 1"),
        ("go mate 5 nodes 20000", "mate in 5 undecided"),
        ("go mate 5 movetime 30", "mate in 5 undecided"),
        ("go mate 5 depth 4", "mate in 5 undecided"),
        ("go mate 30 depth 8", "mate in 30 undecided"),
        ("go depth 3", ""),
    ],
)
def test_a_mate_that_is_not_found_is_refuted_or_undecided(engine: EngineProcess, command: str, said: str) -> None:
    engine.send(f"position fen {KIWIPETE}")
    lines = engine.go(command)
    assert [line for line in lines if "string" in line] == [f"info string {said}"] * bool(said)
    assert (lines[-2] == f"info string {said}") == bool(said)
    assert " mate " not in "".join(line for line in lines if " score " in line)


def test_movetime_is_used_and_kept(engine: EngineProcess) -> None:
    engine.settle()
    sent = engine.send("go movetime 300")
    engine.expect("bestmove ")
    assert 0.15 < engine.came - sent < 0.9


def test_a_clock_is_kept(engine: EngineProcess) -> None:
    engine.settle()
    sent = engine.send("go wtime 300 btime 100000 winc 0 binc 0")
    engine.expect("bestmove ")
    assert engine.came - sent < 0.3


def test_a_bare_go_thinks_for_about_a_second(engine: EngineProcess) -> None:
    engine.settle()
    for command in ("go", "go btime 1"):  # the other side's clock
        sent = engine.send(command)
        engine.expect("bestmove ")
        assert 0.4 < engine.came - sent < 3, command


@pytest.mark.parametrize("search", SEARCHES)
def test_info_has_every_field(engine: EngineProcess, search: str) -> None:
    engine.send(
        f"setoption name Search value {search}", "setoption name Table value true", "setoption name Hash value 1"
    )
    lines = engine.go("go movetime 400")
    told = [line for line in lines if " pv " in line]
    for field in ("depth", "seldepth", "multipv", "score cp", "nodes", "nps", "hashfull", "tbhits", "time", "pv"):
        assert all(f" {field} " in line for line in told)
    values = {
        name: [int(v) for line in told for v in re.findall(rf" {name} (\d+)", line)] for name in ("nodes", "time")
    }
    assert values["nodes"] == sorted(values["nodes"]) and values["time"] == sorted(values["time"])
    assert all(int(value) <= 1000 for line in told for value in re.findall(r" hashfull (\d+)", line))
    if search != "Minimax":  # which takes longer for one depth than it has
        assert max(depths(lines)) >= 4
    seldepths = [tuple(map(int, re.findall(r"depth (\d+)", line))) for line in told]
    assert all(seldepth >= 1 and depth >= 1 for depth, seldepth in seldepths)


def test_a_long_search_tells_which_move_it_is_at(engine: EngineProcess) -> None:
    engine.send("setoption name Search value Minimax")
    current = [line for line in engine.go("go movetime 1800") if " currmove " in line]
    assert all(re.match(r"info depth \d+ currmove [a-h][1-8][a-h][1-8] currmovenumber \d+ ", line) for line in current)
    assert current, "after a second the root moves are worth a report"


def test_hashfull_grows(engine: EngineProcess) -> None:
    engine.send("setoption name Table value true", "setoption name Hash value 1")
    lines = engine.go("go movetime 500")
    assert int(re.findall(r" hashfull (\d+)", lines[-2])[0]) > 0


def test_multipv_tells_that_many_lines_best_first(engine: EngineProcess) -> None:
    engine.send("setoption name MultiPV value 4", f"position fen {KIWIPETE}")
    lines = [line for line in engine.go("go depth 3") if line.startswith("info depth 3 ")]
    assert [int(re.findall(r" multipv (\d+)", line)[0]) for line in lines] == [1, 2, 3, 4]
    scores = [int(re.findall(r" score cp (-?\d+)", line)[0]) for line in lines]
    assert scores == sorted(scores, reverse=True)
    assert len({line.split(" pv ")[1].split()[0] for line in lines}) == 4


def test_infinite_goes_on_until_stop(engine: EngineProcess) -> None:
    for fen in ("8/8/8/8/8/1k6/3q4/K7 w - - 0 1", MATE_IN_TWO, "7k/8/8/8/8/8/8/K7 w - - 0 1"):
        engine.send(f"position fen {fen}", "go infinite depth 3 movetime 10 nodes 100")
        time.sleep(0.1)
        assert not any(line.startswith("bestmove") for line in engine.settle())
        engine.send("stop")
        engine.expect("bestmove ", 1)


def test_ponderhit_starts_the_clock(engine: EngineProcess) -> None:
    for command in (
        "go ponder wtime 300 btime 300",
        "go ponder movetime 200",
        "go ponder",
        "go wtime 300 btime 300 ponder",
    ):
        engine.send(command)
        time.sleep(0.4)
        assert not any(line.startswith("bestmove") for line in engine.settle()), command
        sent = engine.send("ponderhit")
        engine.expect("bestmove ")
        assert engine.came - sent < 2, command


def test_a_ponderhit_at_once_is_not_lost(engine: EngineProcess) -> None:
    for _ in range(50):
        engine.send("go ponder movetime 20", "ponderhit")
        engine.expect("bestmove ", 2)


def test_a_ponder_search_that_is_done_waits_for_the_ponderhit(engine: EngineProcess) -> None:
    engine.ask("go ponder depth 2", "info depth 2 ")
    assert engine.silent(0.2)
    engine.send("ponderhit")
    engine.expect("bestmove ", 1)


def test_infinite_outlasts_a_ponderhit(engine: EngineProcess) -> None:
    engine.send("go ponder infinite wtime 50 btime 50", "ponderhit")
    time.sleep(0.3)
    assert not any(line.startswith("bestmove") for line in engine.settle())
    engine.go("stop", 1)


@pytest.mark.parametrize("seed", range(3))
def test_one_bestmove_for_each_go_whatever_the_timing(engine: EngineProcess, seed: int) -> None:
    chooser = random.Random(seed)
    engine.send(f"setoption name Search value {SEARCHES[seed]}")
    rounds = 120
    bestmoves = 0
    for _ in range(rounds):
        command = chooser.choice(
            ["go infinite", "go depth 2", "go movetime 3", "go ponder wtime 50 btime 50", "go nodes 300"]
        )
        engine.send(command)
        time.sleep(chooser.choice([0, 0, 0.001, 0.005]))
        endings = [["stop"], ["stop", "stop"], ["ponderhit", "stop"], ["stop", "ponderhit", "stop"]]
        engine.send(*chooser.choice(endings))
        bestmoves += engine.expect("bestmove ", 3)[-1].startswith("bestmove")
        late = engine.settle() if chooser.random() < 0.2 else []
        assert not late
    assert bestmoves == rounds
    assert engine.settle() == []


def test_the_next_command_may_follow_a_bestmove_at_once(engine: EngineProcess) -> None:
    for number in range(250):
        engine.send(f"position startpos moves {'e2e4' if number % 2 else 'd2d4'}", "go depth 1")
        lines = engine.expect("bestmove ", 3)
        assert not any("error" in line for line in lines)


def test_what_comes_during_a_search_waits_for_its_end(engine: EngineProcess) -> None:
    engine.send("go infinite", "position startpos moves e2e4", "d", "go depth 1", "ucinewgame")
    assert not any(line.startswith(("bestmove", "Fen: ")) for line in engine.settle())
    assert len(engine.go("stop")) >= 1
    fen = [line for line in engine.expect("bestmove ") if line.startswith("Fen: ")]
    assert [line.split()[2] for line in fen] == ["b"]
    assert engine.settle() == []


@pytest.mark.parametrize(
    "command", ["go infinite", "go ponder wtime 9999 btime 9999", "go depth 40", "go movetime 60000"]
)
def test_end_of_input_ends_the_search(engine: EngineProcess, command: str) -> None:
    engine.ask(command, "info depth 3 ")
    began = time.perf_counter()
    assert engine.end() == 0
    assert time.perf_counter() - began < 1
    assert sum(line.startswith("bestmove ") for line in engine.rest()) == 1


def test_quit_ends_the_search(engine: EngineProcess) -> None:
    engine.ask("go infinite", "info depth 3 ")
    began = time.perf_counter()
    engine.send("quit")
    assert engine.process.wait(5) == 0
    assert time.perf_counter() - began < 1
    assert sum(line.startswith("bestmove ") for line in engine.rest()) == 1


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
