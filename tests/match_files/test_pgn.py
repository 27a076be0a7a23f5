"""PGN: read back by python-chess without an error, every tag, move and comment as it was recorded."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import chess
import chess.engine
import chess.pgn
import pytest
from match_process import parse_pgn
from oddsfish.matches.files.pgn import pgn
from oddsfish.matches.record import Ply, Record, Termination
from oddsfish.matches.settings import Engine, Match, TimeControl
from random_records import random_record

TERMINATIONS = {
    "normal",
    "adjudication",
    "time forfeit",
    "illegal move",
    "abandoned",
    "stalled connection",
    "unterminated",
}
CONTROLS = {
    TimeControl(base=60.0, increment=0.5): "60+0.5",
    TimeControl(base=40.0, moves=40): "40/40",
    TimeControl(per_move=0.5): "0.5/move",
    TimeControl(): "-",
}
SEVEN = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
NAMES = (
    "A",
    '"',
    "\\",
    '\\"',
    "C:\\engines\\x",
    "]",
    '"]',
    "[Event]",
    "%",
    "{}",
    "}",
    ";x",
    "Ünïcødé ♞",
    " ",
    "$1 (",
    "e4",
)
PLAIN = "So it ended"
# A reason may contain text that an engine wrote.
REASONS = (PLAIN, PLAIN, "}", "{", 'makes an illegal move: "}{"', "x" * 300, "%clk [%clk 1:00:00] }", "é\x07")
BLACK_BEGINS = "r3k2r/pppq1ppp/2n5/8/8/2N5/PPPQ1PPP/R3K2R b KQkq - 3 17"


def random_match(rng: Random) -> Match:
    controls = rng.choices(list(CONTROLS), k=2)
    engines = tuple(Engine(name, "none", time=time) for name, time in zip(rng.sample(NAMES, 2), controls, strict=True))
    variant = rng.choice(["standard", "fischerandom"])
    return Match(engines, variant, games=2, repeat=rng.choice([1, 2]), event=rng.choice(NAMES), site=rng.choice(NAMES))


def random_start(variant: str, rng: Random) -> str:
    if variant == "standard":
        return rng.choice(["", BLACK_BEGINS])
    board = chess.Board.from_chess960_pos(rng.randrange(960))
    for square in chess.SquareSet(board.occupied & ~board.kings & ~board.rooks & ~board.pawns):
        if rng.random() < 0.8:
            board.remove_piece_at(square)
    return board.fen()


def check_headers(game: chess.pgn.Game, record: Record, match: Match, minimal: bool) -> None:
    headers = dict(game.headers)
    escaped = [name.replace("\\", "\\\\").replace('"', '\\"') for name in (*record.names, match.event, match.site)]
    assert list(headers)[:7] == SEVEN  # python-chess leaves them escaped, as the standard has it
    assert [headers.pop(name) for name in ("White", "Black", "Event", "Site")] == escaped
    assert headers.pop("Result") == record.result and headers.pop("Round") == str(record.pair)
    assert headers.pop("Variant", "standard") == record.variant
    assert headers.pop("FEN", "") == record.start and headers.pop("SetUp", "0") == str(int(record.start != ""))
    assert headers.pop("Date").startswith("2023.11.")
    if minimal:
        assert headers == {}
        return
    controls = [CONTROLS[match.engines[seat].time] for seat in record.seats]
    names = ["TimeControl"] if controls[0] == controls[1] else ["WhiteTimeControl", "BlackTimeControl"]
    assert [headers.get(name) for name in names] == controls[: len(names)]
    assert headers.get("Leg") == (str(record.leg) if match.repeat == 2 else None)  # without pairs there are no legs
    assert (headers["GameNumber"], headers["PlyCount"]) == (str(record.number), str(len(record.plies)))
    assert headers["Termination"] == record.ending.termination and headers["Termination"] in TERMINATIONS


def check_comment(node: chess.pgn.ChildNode, ply: Ply) -> None:
    """The comment has what was recorded, as python-chess reads it."""
    turn = not node.turn()  # who moved
    evaluation, clock, spent = node.eval(), node.clock(), node.emt()
    if ply.seconds is None:
        assert (evaluation, clock, spent) == (None, None, None)
        assert node.comment.startswith("book")
        return
    assert spent == pytest.approx(ply.seconds, abs=0.001)
    assert clock == (None if ply.clock is None else pytest.approx(ply.clock, abs=0.001))
    if ply.mate is not None:
        assert evaluation is not None and evaluation.pov(turn) == chess.engine.Mate(ply.mate)
    elif ply.score is not None:
        assert evaluation is not None and evaluation.pov(turn) == chess.engine.Cp(ply.score)
    else:
        assert evaluation is None
    if evaluation is not None and ply.depth:
        assert node.eval_depth() == ply.depth
    said = re.match(r"(?:([+-]?[0-9.]+|[+-]M[0-9]+)/([0-9]+) )?([0-9.]+)s", node.comment)
    assert said is not None and float(said[3]) == pytest.approx(ply.seconds, abs=0.001)
    if ply.score is not None:
        assert float(said[1]) == ply.score / 100
    if ply.mate is not None:
        moves = (int(said[1].lstrip("+-M")) + 1) // 2
        assert (moves if said[1][0] == "+" else -moves) == ply.mate


@pytest.mark.parametrize("seed", range(60))
def test_games_by_lot_come_back(seed: int) -> None:
    """With any start and end, and any names of players and events and any reasons; several games in a file."""
    rng = Random(seed)
    match = random_match(rng)
    records = []
    for number in (seed + 1, seed + 2):
        ending = list(Termination)[(seed + number) % len(Termination)]
        result = "*" if ending is Termination.UNFINISHED else rng.choice(["1-0", "0-1", "1/2-1/2"])
        record = random_record(number, match, rng, random_start(match.variant, rng), most=60)
        records.append(replace(record, result=result, ending=ending, reason=rng.choice(REASONS)))
    for minimal in (False, True):
        text = "".join(pgn(record, match, minimal) for record in records)
        assert text.endswith("\n\n")
        if records[0].start == BLACK_BEGINS and records[0].plies:
            assert "\n17... " in text
        for game, record in zip(parse_pgn(text), records, strict=True):
            check_headers(game, record, match, minimal)
            nodes = list(game.mainline())
            assert [node.move.uci() for node in nodes] == [ply.move for ply in record.plies]
            if minimal:
                assert not any(node.comment for node in [game, *nodes])
                continue
            assert record.reason.replace("}", "").strip() in game.end().comment
            known = record.plies if record.reason == PLAIN else record.plies[:-1]
            for node, ply in zip(nodes, known, strict=False):
                check_comment(node, ply)
