"""The player by lot: never illegal, as likely to play each move as any other, and the same again from the same seed."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import chess
import pytest
from oddsfish.matches.backends.host import Host
from oddsfish.matches.record import Record, Termination
from oddsfish.matches.settings import Engine, Fixture, Opening, Rules
from slow_games import chi_square

RANDOM = Engine("random", protocol="random")
START = Fixture(1, 1, 1, (0, 1), (RANDOM, RANDOM), Opening(), "1:1")
BRIEF = Rules(maxmoves=1)


def play(*games: Fixture) -> list[Record]:
    shop = Host()
    try:
        return [shop.play(game) for game in games]
    finally:
        shop.close()


def moves(game: Fixture) -> list[str]:
    (record,) = play(game)
    return [ply.move for ply in record.plies]


@pytest.mark.parametrize("variant", ["standard", "fischerandom"])
def test_games_of_chess_by_lot_are_legal_and_end_by_the_rules(variant: str) -> None:
    games = [replace(START, number=number, seed=f"1:{number}", variant=variant) for number in range(1, 7)]
    for record in play(*games):
        board = chess.Board(chess960=variant == "fischerandom")
        for ply in record.plies:
            assert not board.is_game_over() and ply.choices == board.legal_moves.count()
            move = chess.Move.from_uci(ply.move)
            assert move in board.legal_moves and ply.text == board.san(move)
            board.push(move)
        outcome = board.outcome(claim_draw=False)
        if record.ending in (Termination.CHECKMATE, Termination.STALEMATE, Termination.MATERIAL):
            assert outcome is not None and outcome.result() == record.result
        else:
            assert record.ending in (Termination.FIFTY, Termination.REPETITION) and record.result == "1/2-1/2"
        assert all(ply.seconds == 0 and ply.score is None and ply.depth is None for ply in record.plies)


def test_every_move_is_as_likely() -> None:
    """Of the 20 first moves of chess, and of the 20 answers, each comes as often as it should."""
    games = [replace(START, number=number, rules=BRIEF) for number in range(1000)]
    records = play(*games)
    for ply in (0, 1):
        counts = Counter(record.plies[ply].move for record in records)
        assert len(counts) == 20
        assert chi_square(list(counts.values()), [1 / 20] * 20) < 44
    pairs = Counter((record.plies[0].move, record.plies[1].move) for record in records)
    assert len(pairs) > 350


def test_seed_number_and_seat_decide_and_nothing_else() -> None:
    games = [replace(START, rules=Rules(maxmoves=10))]
    (game,) = games
    same = moves(game)
    assert moves(replace(game, pair=2, leg=2, seats=(3, 1), players=(replace(RANDOM, name="another"), RANDOM))) == same
    others = [moves(replace(game, seed="1:2")), moves(replace(game, seed="2:1")), moves(replace(game, number=2))]
    assert len({tuple(each) for each in [same, *others]}) == 4


def test_the_two_seats_have_lots_of_their_own() -> None:
    records = play(*(replace(START, number=number, variant="connect4", rules=BRIEF) for number in range(300)))
    equal = sum(record.plies[0].move == record.plies[1].move for record in records)
    assert abs(equal - 300 / 7) < 4 * (300 * 6 / 49) ** 0.5


def test_these_moves_are_those_of_every_machine() -> None:
    """Lots are part of what a seed promises: a change here is one that users see."""
    assert moves(replace(START, rules=Rules(maxmoves=3))) == ["f2f4", "a7a6", "d2d4", "d7d5", "g2g4", "a6a5"]
    slips = moves(replace(START, variant="connect4", variant_options=(("Slip", "true"),)))
    assert slips[:6] == ["f>e", "b>a", "a", "g", "a>b", "a"]
