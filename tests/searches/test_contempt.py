"""Contempt: the value of a draw for the side to move at the root, however the draw comes about."""

from __future__ import annotations

import chess
import pytest
from oddsfish.engine import ChessPosition, Limits, Result, Session, analyse
from oddsfish.engine.options import Value

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
BARE_KINGS = "7k/8/6K1/8/8/8/8/8 w - - 0 1"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
THERE_AND_BACK = ("g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1")
DRAWS = {
    "insufficient material": BARE_KINGS,
    "insufficient material, in quiescence": "k7/8/8/8/8/8/1q6/K7 w - - 0 1",
    "the clock": "7k/8/8/8/8/8/R7/K7 b - - 99 80",
    "stalemate": "k7/P7/2K5/8/8/8/8/8 w - - 0 1",
    "repetition": "6k1/5p1p/8/3Q4/n7/8/1rr5/7K w - - 0 1",
}


def mirrored(fen: str) -> str:
    return chess.Board(fen).mirror().fen()


@pytest.mark.parametrize("draw", DRAWS)
def test_a_draw_is_worth_less_to_whoever_is_to_move(draw: str) -> None:
    for contempt, fen in ((0, DRAWS[draw]), (-7, DRAWS[draw]), (100, mirrored(DRAWS[draw]))):
        score = analyse(fen, "PVS", Limits(depth=16), {"Contempt": contempt}).score
        assert (score.centi, score.bound) == (-contempt, ""), fen


@pytest.mark.parametrize(("contempt", "drawn"), [(-100, True), (100, False)])
def test_a_repetition_is_sought_or_avoided_and_a_win_is_one_all_the_same(contempt: int, drawn: bool) -> None:
    position = ChessPosition(START)
    for move in THERE_AND_BACK:
        position.play(move)
    result = analyse(position, "PVS", Limits(depth=8), {"Contempt": contempt})
    assert (result.move == "f6g8") is drawn
    assert (result.score.centi == 100) is drawn
    won = analyse("7k/8/8/8/8/8/1R6/R5K1 w - - 0 1", "PVS", Limits(depth=8), {"Contempt": contempt})
    assert won.score.plies == 3


def test_scores_of_another_contempt_or_side_are_not_found_in_the_table() -> None:
    session = Session(ChessPosition(KIWIPETE))
    session.set_option("Search", "PVS")

    def nodes(contempt: int) -> int:
        session.set_option("Contempt", str(contempt))
        return session.search(Limits(depth=7)).nodes

    fresh = nodes(0)
    session.new_game()
    first = nodes(80)
    assert nodes(0) == fresh
    assert nodes(80) < first
    for fen in (BARE_KINGS, mirrored(BARE_KINGS), BARE_KINGS):
        session.set_position(ChessPosition(fen))
        assert session.search(Limits(depth=6)).score.centi == -80


def test_several_threads_have_the_same_contempt() -> None:
    fen = "8/8/1p1k4/p1p1p1p1/P1P1P1P1/1P1K4/8/8 w - - 90 80"  # nobody gets through, and nobody can take anything
    options: dict[str, Value] = {"Contempt": 40, "Threads": 3}
    assert analyse(fen, "PVS", Limits(depth=30, nodes=200_000), options).score.centi == -40


def test_analysis_knows_no_contempt() -> None:
    fen = BARE_KINGS.replace(" w ", " b ")
    options: dict[str, Value] = {"Contempt": 50, "UCI_AnalyseMode": True}
    assert analyse(fen, "PVS", Limits(depth=6), options).score.centi == 0
    session = Session(ChessPosition(fen))
    session.set_option("Contempt", "50")
    told: list[Result[str]] = []
    session.go(Limits(depth=6, infinite=True), lambda info: None, told.append, lambda failure: None)
    session.stop()
    session.wait()
    assert told[0].score.centi == 0
    assert session.search(Limits(depth=6)).score.centi == -50
