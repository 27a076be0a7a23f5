"""The last ply of Expectimax in chess: the game computes it without a search, but never with another value."""

from __future__ import annotations

import chess
import pytest
from conformance.test_chess_law import STARTS, make_position
from oddsfish.engine import ChessPosition, Limits, analyse
from oddsfish.engine.options import Value

SETTINGS: tuple[dict[str, Value], ...] = (
    {},
    {"EndgameKing": False, "PieceSquare": "published"},
    {"Evaluation": "Material", "MateDistance": False},
    {"Incremental": False},
    {"Evaluation": "SEF"},
    {"Opponent": "blunder", "OpponentBlunder": 300},
)
POSITIONS = 120
OPEN = "r1b1k2r/pp3ppp/2p5/8/8/2P5/PP3PPP/R1B1K2R w KQkq - 0 1"


@pytest.mark.parametrize("number", range(len(SETTINGS)))
def test_it_changes_no_value(number: int) -> None:
    for seed in range(number, POSITIONS, len(SETTINGS)):
        position, deepest = make_position(seed)
        if seed % 4 == 0:  # positions with castling
            position = ChessPosition(chess.Board.from_chess960_pos(seed).fen().replace("pppppppp", "8"), True)
        for depth in range(2, min(deepest, 3) + 1):
            options: dict[str, Value] = {"MultiPV": 256, "Deepening": False, **SETTINGS[number]}
            plain, asked = (
                analyse(position, "Expectimax", Limits(depth=depth), {**options, "Star": star})
                for star in ("off", "Star2")
            )
            told = [[(line.move, line.score, line.pv, line.seldepth) for line in r.lines] for r in (plain, asked)]
            assert told[0] == told[1], f"{position.fen()} {depth}"


def nodes(position: ChessPosition, depth: int, star: str, **options: Value) -> int:
    return analyse(position, "Expectimax", Limits(depth=depth), {"Star": star, **options}).nodes


def test_it_is_known_in_most_middlegames_but_not_beside_an_optimal_opponent_or_quiescence() -> None:
    asked, plain = (sum(nodes(ChessPosition(fen), 3, star) for fen in STARTS[:3]) for star in ("Star2", "off"))
    assert asked < plain / 4
    position = ChessPosition(OPEN)
    assert nodes(position, 3, "off", Opponent="optimal") == nodes(position, 3, "Star2", Opponent="optimal")
    assert nodes(position, 2, "off", Quiescence=True) == nodes(position, 2, "Star2", Quiescence=True)
