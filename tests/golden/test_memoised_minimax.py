"""R2: memoised minimax on one position, and five mates in two."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from oddsfish.engine import ChessPosition, Limits, analyse

GOLDEN = json.loads(Path(__file__).with_name("chess_memoised_minimax.json").read_text())


def test_static_value() -> None:
    assert ChessPosition(GOLDEN["fen"]).value() == GOLDEN["static"]


@pytest.mark.parametrize("depth", [int(depth) for depth in GOLDEN["minimax"]])
@pytest.mark.parametrize("search", ["Minimax", "AlphaBeta"])
@pytest.mark.parametrize(("kept", "endgame_king"), [("Table", False), ("Memoise", True)])
def test_values(depth: int, search: str, endgame_king: bool, kept: str) -> None:
    value, move = GOLDEN["minimax"][str(depth)]
    options = {kept: True, "EndgameKing": endgame_king, "MultiPV": 256}
    result = analyse(ChessPosition(GOLDEN["fen"]), search, Limits(depth=depth), options)
    assert result.score.value == value
    assert move in {line.move for line in result.lines if line.score == result.score}


@pytest.mark.parametrize("fen", GOLDEN["mate_in_2"])
@pytest.mark.parametrize("search", ["Minimax", "AlphaBeta"])
@pytest.mark.parametrize("kept", ["Table", "Memoise"])
def test_mates_in_two(fen: str, search: str, kept: str) -> None:
    result = analyse(ChessPosition(fen), search, Limits(mate=2), {kept: True})
    assert result.move == GOLDEN["mate_in_2"][fen]
    assert result.score.plies == 3
    assert result.score.value == 100000 - 3
