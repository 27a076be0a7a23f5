"""Connect-4 for UCI GUIs: UCI_Variant cfour."""

from __future__ import annotations

import random
import re

import pytest
from engine_process import EngineProcess
from slow_games import COLUMNS, Grid
from ugi_runner import drop

START = "7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1"
AFTER_TWO = f"7/7/7/7/4p2/4P2[{'P' * 20}{'p' * 20}] w - - 0 2"
DROP = r"P@[a-g][1-6]"


@pytest.fixture
def cfour(engine: EngineProcess) -> EngineProcess:
    engine.send("setoption name UCI_Variant value cfour")
    return engine


def fen(engine: EngineProcess) -> str:
    return engine.ask("d", "Fen: ")[-1].removeprefix("Fen: ")


def test_ways_to_a_position(cfour: EngineProcess) -> None:
    assert fen(cfour) == START
    for command in (
        "position startpos moves P@e1 P@e2",
        "position startpos moves 5 e",
        f"position fen {START} moves P@e1 P@e2",
        f"position fen {AFTER_TWO}",
        f"position fen {AFTER_TWO.replace(' 0 2', ' 2 2')}",
        f"position fen 7/7/7/7/4p2/4P2[{'p' * 20}{'P' * 20}] w - -\nposition fen {AFTER_TWO}",
    ):
        cfour.send("position startpos", *command.split("\n"))
        assert cfour.settle() == []
        assert fen(cfour) == AFTER_TWO


def test_a_mate_is_counted_in_moves(cfour: EngineProcess) -> None:
    cfour.send("position startpos moves P@d1 P@d2 P@e1 P@e2")
    assert " score mate 2 " in cfour.go("go depth 5")[-2]
    cfour.send("position startpos moves P@d1 P@d2 P@e1 P@e2 P@c1")
    assert " score mate -1 " in cfour.go("go depth 5")[-2]
    cfour.send("position startpos moves a b a b a b a")
    assert cfour.go("go wtime 100 btime 100") == ["info depth 0 score mate 0", "bestmove (none)"]
    cfour.send(f"position fen PPppPPp/ppPPppP/PPppPPp/ppPPppP/PPppPPp/ppPPppP[{'-'}] w - - 0 22")
    assert cfour.go("go depth 3") == ["info depth 0 score cp 0", "bestmove (none)"]


def test_options_of_chess_do_not_disturb(cfour: EngineProcess) -> None:
    wanted = cfour.go("go depth 4")[-1]
    for option in ("Evaluation value Material", "UCI_Chess960 value true", "PieceSquare value published"):
        cfour.send(f"setoption name {option}")
        lines = cfour.go("go depth 4")
        assert lines[-1] == wanted and not any("error" in line for line in lines)
    cfour.send("setoption name MoveOrder value python-chess")
    assert re.fullmatch(f"bestmove {DROP}( ponder {DROP})?", cfour.go("go depth 4")[-1])


def test_every_search_plays(cfour: EngineProcess) -> None:
    cfour.send("position startpos moves d d")
    for search in ("Minimax", "AlphaBeta", "Expectimax", "Random"):
        cfour.send(f"setoption name Search value {search}")
        lines = cfour.go("go depth 3 searchmoves P@a1 P@d3")
        assert not any("error" in line for line in lines)
        assert all(re.search(rf" pv {DROP}( {DROP})*$", line) for line in lines if " pv " in line)
        assert lines[-1].split()[1] in ("P@a1", "P@d3")


def test_chess_comes_back_with_its_position(engine: EngineProcess) -> None:
    engine.send("position startpos moves e2e4")
    chess = engine.display()
    engine.send("setoption name UCI_Variant value cfour", "position startpos moves d")
    before = fen(engine)
    engine.send("setoption name UCI_Variant value CHESS")
    assert engine.display() == chess
    assert re.match("bestmove [a-h][78]", engine.go("go depth 1")[-1])
    engine.send("setoption name UCI_Variant value cfour")
    assert fen(engine) == before


def test_a_chess960_game_that_cannot_come_back_begins_anew(engine: EngineProcess) -> None:
    engine.send("setoption name UCI_Chess960 value true")
    engine.send("position fen 1rk2r2/pppppppp/8/8/8/8/PPPPPPPP/1RK2R2 w FBfb - 0 1 moves c1f1")
    assert engine.settle() == []
    engine.send("setoption name UCI_Variant value cfour", "setoption name UCI_Chess960 value false")
    engine.send("setoption name UCI_Variant value chess")
    assert engine.settle() == []
    assert "Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1" in engine.display()


@pytest.mark.parametrize("seed", range(2))
def test_whole_games(engine: EngineProcess, seed: int) -> None:
    """As Cute Chess runs them: both sides on the clock, against random moves of its own."""
    chance, grid = random.Random(seed), Grid()
    lines = engine.ask("uci", "uciok$")
    assert "option name UCI_Variant type combo default chess var chess var cfour" in lines
    engine.send("setoption name UCI_Variant value cfour", "ucinewgame", "position startpos")
    moves: list[str] = []
    while True:
        engine.send(f"position startpos{' moves ' if moves else ''}{' '.join(moves)}")
        best = engine.go("go wtime 200 btime 200 winc 5 binc 5")[-1].split()[1]
        if best == "(none)":
            break
        square = best.removeprefix("P@")
        if len(moves) % 2 != seed % 2:
            square = COLUMNS[chance.choice(grid.open())]
        column = drop(grid, square[0], chance)
        row = len(grid.stacks[COLUMNS.index(column)])
        assert len(square) == 1 or square[1] == str(row)
        moves.append(f"P@{column}{row}")
    assert engine.go("go depth 1")[0] == "info depth 0 score mate 0" or len(moves) == 42
