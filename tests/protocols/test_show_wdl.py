"""`UCI_ShowWDL`: behind each score how many of a thousand games are won, drawn and lost."""

from __future__ import annotations

import re

import chess
import chess.engine
from engine_process import COMMAND, EngineProcess

SHOW = "setoption name UCI_ShowWDL value true"
WDL = re.compile(r" score (cp|mate) (-?\d+) wdl (\d+) (\d+) (\d+)(?= |$)")
MATED = "R6k/6pp/8/8/8/8/8/K7 b - - 0 1"
STALEMATE = "7k/5Q2/8/8/8/8/8/K7 b - - 0 1"


def test_every_score_has_them_when_asked(engine: EngineProcess) -> None:
    for fen, go in (
        (chess.STARTING_FEN, "go depth 6"),
        ("7k/8/8/8/8/8/1R6/R5K1 w - - 0 1", "go depth 6"),
        ("k7/8/1K6/8/8/8/8/7R b - - 0 1", "go depth 4"),
        (MATED, "go depth 3"),
        (STALEMATE, "go depth 3"),
    ):
        engine.send(f"position fen {fen}", "setoption name MultiPV value 3", SHOW.replace("true", "false"))
        assert not any("wdl" in line for line in engine.go(go))
        engine.send(SHOW, "ucinewgame")
        lines = [line for line in engine.go(go) if " score " in line]
        assert lines
        for line in lines:
            found = WDL.search(line)
            assert found, line
            won, drawn, lost = map(int, found.groups()[2:])
            assert won + drawn + lost == 1000
            if found[1] == "mate":
                assert 1000 in (won, lost)
                assert (won == 1000) is (int(found[2]) > 0)


def test_a_game_without_a_model_shows_none(engine: EngineProcess) -> None:
    engine.send(SHOW, "setoption name UCI_Variant value cfour", "setoption name SolverBook value false")
    engine.send("position startpos")
    lines = engine.go("go depth 3")
    assert any(" score " in line for line in lines)
    assert not any("wdl" in line for line in lines)


def test_python_chess_reads_them() -> None:
    with chess.engine.SimpleEngine.popen_uci(list(COMMAND)) as engine:
        engine.configure({"UCI_ShowWDL": True})
        info = engine.analyse(chess.Board(), chess.engine.Limit(depth=8))
    wdl = info["wdl"].pov(chess.WHITE)
    assert wdl.total() == 1000
    assert "score" in info
