"""What `-strict` finds in the variations and mates that engines report."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import chess
import pytest
from match_games import fake_engine, kept, match_here, play
from match_process import engine
from oddsfish.matches.game.chess_arbiter import ChessArbiter
from oddsfish.matches.players.variations import VariationCheck
from oddsfish.matches.record import Oddity
from oddsfish.matches.settings import Opening

FOOLS_MATE = ["f2f3", "e7e5", "g2g4", "d8h4"]
SHUFFLE = ["g1f3", "g8f6", "f3g1", "f6g8"] * 2


def findings(check: VariationCheck, arbiter: ChessArbiter, *lines: str, move: str = "") -> set[Oddity]:
    move = move or lines[-1].partition(" pv ")[2].split()[0]
    return {oddity for oddity, _ in check.findings(arbiter, lines, move)}


def info(*moves: str, score: str = "cp 1", more: str = "") -> str:
    return f"info depth 3 {more}score {score} nodes 9 pv {' '.join(moves)}"


def at_start() -> ChessArbiter:
    return ChessArbiter(Opening(), chess960=False)


def test_variations_by_lot_against_python_chess() -> None:
    """A legal line has no fault. A line with a randomly replaced move is judged as python-chess judges it."""
    rng = random.Random(5)
    seen: Counter[bool] = Counter()
    for _ in range(300):
        board, moves = chess.Board(), []
        for _ in range(rng.randrange(1, 30)):
            legal = list(board.legal_moves)
            if not legal or board.is_repetition(3) or board.halfmove_clock >= 100:
                break
            moves.append(rng.choice(legal).uci())
            board.push_uci(moves[-1])
        assert findings(VariationCheck(), at_start(), info(*moves)) == set()
        place = rng.randrange(len(moves))
        moves[place] = rng.choice(["e2e4", "e7e5", "a1a8", "0000", "zz", "g1f3", "e1g1"])
        replay, legal_line = chess.Board(), True
        for text in moves:
            try:
                legal_line = legal_line and bool(replay.push_uci(text))
            except ValueError:
                legal_line = False
        found = findings(VariationCheck(), at_start(), info(*moves))
        seen[legal_line] += 1
        assert (Oddity.ILLEGAL not in found) or not legal_line
        assert legal_line or found, moves
    assert min(seen.values()) > 5


@pytest.mark.parametrize(
    ("moves", "odd"),
    [
        (FOOLS_MATE, set()),
        ([*FOOLS_MATE, "a2a3"], {Oddity.PAST_END}),
        (SHUFFLE, set()),
        (["e2e4", "nodes", "5"], set()),
        ([*SHUFFLE, "g1f3"], {Oddity.PAST_END}),
        (["e2e4", "e2e4"], {Oddity.ILLEGAL}),
        (["e2e4", "0000"], {Oddity.ILLEGAL}),
    ],
)
def test_a_variation(moves: list[str], odd: set[Oddity]) -> None:
    assert findings(VariationCheck(), at_start(), info(*moves)) == odd
    assert findings(VariationCheck(), at_start(), info(*moves), info("e2e4"), move="e2e4") == odd, "not the last line"


def test_the_last_main_line_begins_with_the_move_that_is_played() -> None:
    lines = [info("d2d4"), info("e2e4"), info("a2a3", more="multipv 2 ")]
    assert findings(VariationCheck(), at_start(), *lines, move="e2e4") == set()
    assert findings(VariationCheck(), at_start(), *lines, move="d2d4") == {Oddity.OTHER_MOVE}
    assert findings(VariationCheck(), at_start(), move="d2d4") == set()


def test_mates_that_contradict_each_other() -> None:
    def scores(*texts: str) -> list[str]:
        return [info("e2e4", score=text) for text in texts]

    for texts, odd in (
        (["mate 5", "mate 3"], False),
        (["mate -5", "mate 3"], True),
        (["mate -5", "cp 30", "mate 3"], True),
        (["mate -5 lowerbound", "mate 3"], False),
        (["mate 5 upperbound", "mate -3"], False),
        (["mate 5 lowerbound", "mate -3"], True),
        (["cp 900", "mate 3"], False),
    ):
        assert findings(VariationCheck(), at_start(), *scores(*texts)) == ({Oddity.MATES} if odd else set()), texts
    check = VariationCheck()
    assert findings(check, at_start(), *scores("mate 3")) == set()
    assert findings(check, at_start(), *scores("mate -2")) == {Oddity.MATES}, "of the search before"
    assert findings(check, at_start(), *scores("mate -1")) == set()


def test_both_players_say_that_they_mate() -> None:
    one, other = (replace(fake_engine(name, "score=mate 5"), strict=True) for name in ("One", "Other"))
    (record,) = play(one, other)
    assert {(seat, kind, count) for seat, kind, count, _ in record.oddities} == {
        (0, Oddity.MATES, 3),
        (1, Oddity.MATES, 4),
    }


def test_each_kind_of_each_player_is_told_once_and_counted_at_the_end(tmp_path: Path) -> None:
    words = [*engine("A", "pv=e2e4,e2e4"), *engine("B"), "-each", "tc=30", "-games", "2", "-results", "games"]
    finished = match_here(*words, "-strict", where=tmp_path)
    assert finished.status == 0
    warnings = [line for line in finished.lines if line.startswith("Warning: ")]
    assert len(warnings) == 2 and all(line.startswith("Warning: game 1: A reports ") for line in warnings)
    assert all("pv e2e4 e2e4" in line for line in warnings)
    assert [line for line in finished.lines if " times in " in line] == [
        f"A {kind}: 8 times in 2 games" for kind in sorted((Oddity.ILLEGAL.value, Oddity.OTHER_MOVE.value))
    ]
    assert [len(record.oddities) for record in kept(tmp_path, "games")] == [2, 2]
    again = match_here(*words, "-strict", "-resume", where=tmp_path)
    assert again.status == 0 and [line for line in again.lines if " times in " in line]
    assert "times in" not in match_here(*words[:-1], "other", where=tmp_path).out, "nobody has asked"
