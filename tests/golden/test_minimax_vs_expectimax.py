"""R0: minimax against expectimax on one middlegame position, through UCI and through Python.

The engine has no infinite mate value: it would make every mean with a mate infinite. `RootWindow` mate gives the node
counts that alpha-beta has with it; values that stay finite are the same with any mate value.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from engine_process import EngineProcess
from oddsfish.engine import ChessPosition, Limits, analyse

GOLDEN = json.loads(Path(__file__).with_name("chess_minimax_vs_expectimax.json").read_text())
FEN = GOLDEN["fen"]
DEPTH = GOLDEN["depth"]
SEARCHES = {"minimax": "Minimax", "alphabeta": "AlphaBeta", "expectimax": "Expectimax"}


def settings(run: str) -> dict[str, Any]:
    orientation, mate, algorithm = run.split("/")
    return {
        "Search": SEARCHES[algorithm],
        "Evaluation": "Simplified",
        "EndgameKing": False,
        "PieceSquare": "published" if orientation == "as_published" else "correct",
        "MateValue": 100000 if mate == "inf" else int(mate),
        "RootWindow": "mate" if mate == "inf" else "infinite",
        "MoveOrder": "python-chess",
        "MateDistance": False,
        "Deepening": False,
    }


def is_finite(run: dict[str, Any]) -> bool:
    return bool(run["value"] != "inf")


def wanted_top(run: dict[str, Any]) -> list[tuple[str, float]]:
    return [(move, value) for move, value in run.get("top", []) if value != "inf"]


@pytest.mark.parametrize("name", GOLDEN["runs"])
def test_through_python(name: str) -> None:
    run = GOLDEN["runs"][name]
    options = settings(name)
    result = analyse(ChessPosition(FEN), options.pop("Search"), Limits(depth=DEPTH), options)
    assert result.move == run["move"]
    assert result.nodes == run["nodes"]
    if is_finite(run):
        assert result.score.value == pytest.approx(run["value"], rel=1e-13)
    if top := wanted_top(run):
        skipped = 0 if is_finite(run) else 1  # the move with the infinite value
        found = [(line.move, line.score.value) for line in result.lines[skipped : skipped + len(top)]]
        assert [move for move, _ in found] == [move for move, _ in top]
        assert [value for _, value in found] == pytest.approx([value for _, value in top], rel=1e-13)


def test_through_uci() -> None:
    with EngineProcess() as engine:
        for name, run in GOLDEN["runs"].items():
            for option, value in settings(name).items():
                engine.send(f"setoption name {option} value {str(value).lower() if isinstance(value, bool) else value}")
            engine.send(f"position fen {FEN}", f"go depth {DEPTH}")
            lines = engine.expect("bestmove ")
            assert lines[-1].split()[:2] == ["bestmove", run["move"]], name
            (info,) = (line.split() for line in lines if " multipv " in line)
            assert int(info[info.index("nodes") + 1]) == run["nodes"], name
            if is_finite(run):
                centi = int(info[info.index("cp") + 1])
                assert centi == round(run["value"])
                exact = [float(line.split()[-1]) for line in lines if line.startswith("info string value ")]
                wanted = [run["value"]] if run["value"] != round(run["value"]) else []
                assert exact == pytest.approx(wanted, rel=1e-13)
