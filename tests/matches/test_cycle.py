"""The draw by cycle, on legal games: one player's own last moves are a cycle twice over, and threefold says nothing."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import chess
import pytest
from match_games import fake_engine, game, host
from oddsfish.matches.game.adjudication import Adjudicator
from oddsfish.matches.game.arbiter import Verdict
from oddsfish.matches.game.chess_arbiter import ChessArbiter
from oddsfish.matches.record import Ply, Termination
from oddsfish.matches.settings import Opening, Rules

# A king goes round in so many moves, each of which it makes once.
TOURS = {
    2: "a1 b1",
    3: "a1 b1 a2",
    4: "a1 b1 b2 a2",
    5: "a1 b1 c2 b3 a2",
    6: "a1 b1 c1 c2 b2 a2",
    7: "a1 b1 c1 d2 c3 b3 a2",
    8: "a1 b1 c1 d1 d2 c2 b2 a2",
}
AWAY = ["a1", "a2", "b3", "c3", "b2", "a1"]  # where the king is before
START = "6k1/pppppppp/8/8/8/8/8/K7 w - - 0 1"
# What the other side does meanwhile: no position comes again.
OTHERS = [f"{file}{rank}{file}{rank - 1}" for file in "hgf" for rank in (7, 6, 5, 4)]
OTHERS += ["g8f8", "f8e8", "e8d8", "d8c8", "c8b8", "b8a8", "a7a6", "a6a5"]
# The first pawn promotes; the second takes its place, is taken for by its queen, and promotes, too.
PROMOTION = (
    "8/P6r/1P6/8/8/7k/8/K7 w - - 0 1",
    "a7a8q h7a7 b6a7 h3g4 a8b8 g4f5 b8b6 f5e4 a7a8q e4d3 b6a7 d3c4 a8b8 c4d5 b8b6",
)
# The king castles; the rook is taken, and the queen goes the king's way.
CASTLING = (
    "3k4/3b4/8/8/8/8/5Q2/4K2R w K - 0 1",
    "e1g1 d7b5 f2e1 b5f1 g1f2 f1b5 e1g1 d8c8 f2e1 c8b7 g1f2",
)
# A rook takes a pawn at one end of its way, and goes there again.
CAPTURE = ("7k/p7/8/8/8/8/8/R5K1 w - - 0 1", "a1a7 h8g8 a7a1 g8f8 a1a7 f8e8 a7a1")


def verdicts(fen: str, moves: list[str], rules: Rules | None = None) -> list[Verdict | None]:
    """What the rule says after each move of a legal game, none of which ends it or repeats a position twice."""
    board = chess.Board(fen)
    arbiter = ChessArbiter(Opening(fen), chess960=False)
    judge = Adjudicator(rules or Rules(draw_cycle=True))
    said = []
    for move in moves:
        mover = arbiter.turn
        board.push(board.parse_uci(move))
        arbiter.play(move)
        assert not board.is_repetition(3) and board.outcome() is None and arbiter.verdict() is None
        said.append(judge.judge(arbiter, mover, Ply(move, move)))
    return said


def way(squares: list[str]) -> list[str]:
    """The moves that lead from one square to the next."""
    return [a + b for a, b in pairwise(squares)]


def mirrored(fen: str, moves: list[str]) -> tuple[str, list[str]]:
    """The same game with colours changed."""
    ranks = str.maketrans("12345678", "87654321")
    return chess.Board(fen).mirror().fen(), [move.translate(ranks) for move in moves]


def mixed(own: list[str], others: list[str]) -> list[str]:
    """The moves of two players in turn, the last being the first one's."""
    return [move for pair in zip(own, others, strict=False) for move in pair][: 2 * len(own) - 1]


@pytest.mark.parametrize("black", [False, True])
@pytest.mark.parametrize("before", [1, len(AWAY)])
@pytest.mark.parametrize("length", TOURS)
def test_it_fires_after_the_second_round_of_one_player(length: int, before: int, black: bool) -> None:
    own = [*way(AWAY[:before]), *way([*TOURS[length].split() * 2, "a1"])]
    fen, moves = START, mixed(own, OTHERS)
    if black:
        fen, moves = mirrored(fen, moves)
    *before_it, last = verdicts(fen, moves)
    assert not any(before_it)
    if length > 7:
        assert last is None
    else:
        side = "Black" if black else "White"
        assert last == Verdict("1/2-1/2", Termination.CYCLE, f"Draw by a cycle of {length} moves of {side}")
    assert not any(verdicts(fen, moves, Rules()))


def test_both_in_a_cycle_are_a_draw_before_the_position_is_there_for_the_third_time() -> None:
    *before, last = verdicts(chess.STARTING_FEN, ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"])
    assert last is not None and not any(before)


@pytest.mark.parametrize(("fen", "moves", "length"), [(*PROMOTION, 4), (*CASTLING, 3), (*CAPTURE, 2)])
def test_a_move_is_its_text_whatever_it_does(fen: str, moves: str, length: int) -> None:
    *before, last = verdicts(fen, moves.split())
    assert not any(before)
    assert last is not None and last.reason == f"Draw by a cycle of {length} moves of White"
    board = chess.Board(fen)
    deeds = set()
    for move in map(chess.Move.from_uci, moves.split()):
        mover = board.piece_type_at(move.from_square)
        deeds.add((move.uci(), mover, board.is_capture(move), board.is_castling(move)))
        board.push(move)
    assert len({text for text, *_ in deeds}) < len(deeds)  # a text that was two different deeds


def test_another_promotion_is_another_move() -> None:
    fen, _ = PROMOTION
    under = "a7a8q h7a7 b6a7 h3g4 a8b8 g4f5 b8b6 f5e4 a7a8r e4d3 b6a7 d3c4 a8b8 c4d5 b8b6"
    assert not any(verdicts(fen, under.split()))


def test_the_moves_of_an_opening_count() -> None:
    arbiter = ChessArbiter(Opening(START), chess960=False)
    judge = Adjudicator(Rules(draw_cycle=True))
    *opening, last = mixed(way(["a1", "b1", "a1", "b1", "a1"]), OTHERS)
    for move in opening:
        arbiter.replay(move)
    arbiter.play(last)
    assert judge.judge(arbiter, 0, Ply(last, last)) is not None


def test_a_match_ends_by_it() -> None:
    white, black = (fake_engine(name, "line=cycle") for name in ("White", "Black"))
    with host() as shop:
        ruled = shop.play(replace(game(white, black), rules=Rules(draw_cycle=True, maxmoves=5)))
        free = shop.play(replace(game(white, black), rules=Rules(maxmoves=5)))
    assert (ruled.result, ruled.ending, len(ruled.plies)) == ("1/2-1/2", Termination.CYCLE, 7)
    assert ruled.reason == "Draw by a cycle of 2 moves of White"
    assert (free.ending, len(free.plies)) == (Termination.MAXMOVES, 10)
