"""Limited strength: few nodes, a choice with errors, always legal, the same again by the same seed."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Mapping
from itertools import pairwise, product
from pathlib import Path

import chess
import pytest
from oddsfish.engine import ChessPosition, Limits, Session, analyse
from oddsfish.engine.control.handicap import Handicap
from oddsfish.engine.games.chess.searches.pvs import levels
from oddsfish.engine.games.chess.searches.pvs.algorithm import ELO, LEVEL
from oddsfish.engine.options import Options, Value
from oddsfish.engine.results import Info, Score
from oddsfish.engine.searches.factory import create

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
WEAK: dict[str, Value] = {"UCI_LimitStrength": True, "UCI_Elo": ELO.low}
MATES_IN_1 = (
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1",
    "6k1/3r1ppp/8/8/8/8/5PPP/6K1 b - - 0 1",
)


def limited(options: Mapping[str, Value]) -> Handicap | None:
    return levels.handicap({**Options(), **options})


def test_the_table_rises_and_means_what_it_says() -> None:
    elos, nodes, errors = zip(*levels.TABLE, strict=True)
    assert (elos[0], elos[-1]) == (ELO.low, ELO.high)
    assert list(elos) == sorted(set(elos)) and list(nodes) == sorted(set(nodes))
    assert list(errors) == sorted(errors, reverse=True)
    for elo, most, error in levels.TABLE:
        found = limited({"UCI_LimitStrength": True, "UCI_Elo": elo})
        assert found and (found.nodes, found.error) == (most, error)


def test_the_document_has_the_table() -> None:
    text = (Path(__file__).parents[2] / "docs" / "pvs.md").read_text()
    rows = [f"| {elo} | {nodes:,} | {error:g} |" for elo, nodes, error in levels.TABLE]
    assert "\n".join(["|---:|---:|---:|", *rows, ""]) in text


def test_each_level_is_stronger_than_the_one_below() -> None:
    found = [limited({"UCI_LimitStrength": True, "UCI_Elo": elo}) for elo in range(ELO.low, ELO.high + 1)]
    for low, high in pairwise(found):
        assert low and high
        assert low.nodes <= high.nodes and low.error >= high.error and low.lines >= high.lines
    skills = [limited({"Skill Level": level}) for level in range(LEVEL.low, LEVEL.high)]
    assert [skill.nodes for skill in skills if skill] == sorted({skill.nodes for skill in skills if skill})
    assert len(skills) == LEVEL.high


def test_who_says_what() -> None:
    assert limited({}) is None
    assert limited({"UCI_Elo": 1500}) is None
    assert limited({"Skill Level": 0}) == limited(WEAK)
    assert limited({**WEAK, "Skill Level": 15}) == limited(WEAK)
    assert limited({**WEAK, "Skill Level": 15, "UCI_LimitStrength": False}) == limited({"Skill Level": 15})


@pytest.mark.parametrize(("name", "value"), [("UCI_Elo", ELO.low - 1), ("UCI_Elo", "strong"), ("Skill Level", 21)])
def test_what_makes_no_sense_is_refused(name: str, value: Value) -> None:
    with pytest.raises(ValueError, match=f"^{name} is a number from"):
        analyse(KIWIPETE, "PVS", Limits(depth=1), {name: value})
    with pytest.raises(ValueError, match=f"^{name} is a number from"):
        create("PVS", ChessPosition()).configure({**Options(), name: value})


@pytest.mark.parametrize("elo", [ELO.low, 2000, ELO.high])
def test_moves_are_legal_and_nodes_few(elo: int) -> None:
    options: dict[str, Value] = {"UCI_LimitStrength": True, "UCI_Elo": elo, "Hash": 1, "Threads": 2}
    chooser = random.Random(elo)
    limit = limited(options)
    assert limit is not None
    board = chess.Board()
    for _ in range(12):
        result = analyse(board, "PVS", Limits(movetime=60), options)
        assert result.move == result.pv[0] == result.lines[0].move
        assert result.nodes <= max(limit.nodes, 4 * len(result.lines) * 100)  # depth 1 is always finished
        assert {line.move for line in result.lines} == set(board.legal_moves)
        board.push(result.move)
        if board.is_game_over():
            break
        board.push(chooser.choice(list(board.legal_moves)))
        if board.is_game_over():
            break


def test_time_and_other_limits_hold() -> None:
    options: dict[str, Value] = {"UCI_LimitStrength": True, "UCI_Elo": ELO.high}
    began = time.monotonic()
    analyse(KIWIPETE, "PVS", Limits(movetime=10), options)
    assert time.monotonic() - began < 1
    assert analyse(KIWIPETE, "PVS", Limits(nodes=300), options).nodes <= 300
    assert analyse(KIWIPETE, "PVS", Limits(depth=2), options).depth == 2
    assert analyse(KIWIPETE, "PVS", Limits(movetime=100_000), WEAK).seconds < 10
    assert analyse(KIWIPETE, "PVS", Limits(depth=5, moves=("a2a3",)), WEAK).move == "a2a3"
    assert analyse(KIWIPETE, "PVS", Limits(depth=12), {**WEAK, "Deepening": False}).nodes < 20_000


@pytest.mark.parametrize("threads", [1, 3])
def test_the_same_seed_plays_the_same_game(threads: int) -> None:
    def game(seed: int) -> list[str]:
        session = Session(ChessPosition())
        for name, value in {**WEAK, "Search": "PVS", "Seed": seed, "Threads": threads}.items():
            session.set_option(name, str(value))
        moves = []
        for _ in range(30):
            result = session.search(Limits(movetime=20_000))
            if result.move is None:
                break
            moves.append(result.move)
            session.position.play(result.move)
        return moves

    assert game(1) == game(1) != game(2)


def test_a_mate_in_1_is_played() -> None:
    for seed, (fen, elo) in enumerate(product(MATES_IN_1, 5 * (ELO.low, ELO.high))):
        options: dict[str, Value] = {"UCI_LimitStrength": True, "UCI_Elo": elo, "Seed": seed}
        assert analyse(fen, "PVS", Limits(movetime=1000), options).score.plies == 1


def test_errors_make_other_moves() -> None:
    played = {analyse(KIWIPETE, "PVS", Limits(movetime=1000), {**WEAK, "Seed": seed}).move for seed in range(30)}
    assert 1 < len(played) <= levels.MOST_LINES


@pytest.mark.parametrize("shown", [1, 2, 7])
def test_as_many_lines_are_shown_as_are_asked_for(shown: int) -> None:
    for seed in range(4):
        told: list[Info] = []
        result = analyse(KIWIPETE, "PVS", Limits(movetime=1000), {**WEAK, "MultiPV": shown, "Seed": seed}, told.append)
        assert max(info.number for info in told) == shown
        last = [info for info in told if info.number == 1 and info.line][-1]
        assert last.line and last.line.move == result.move
        assert {line.move for line in result.lines[:shown]} == {info.line.move for info in told[-shown:] if info.line}


def test_analysis_is_not_limited_nor_are_other_searches() -> None:
    full = analyse(KIWIPETE, "PVS", Limits(depth=8))
    analysed = analyse(KIWIPETE, "PVS", Limits(depth=8), {**WEAK, "UCI_AnalyseMode": True})
    assert (analysed.nodes, analysed.move) == (full.nodes, full.move)
    plain, weak = (analyse(KIWIPETE, "AlphaBeta", Limits(depth=3), options) for options in ({}, WEAK))
    assert (plain.move, plain.nodes) == (weak.move, weak.nodes)
    session = Session(ChessPosition(KIWIPETE))
    for option, value in {**WEAK, "Search": "PVS"}.items():
        session.set_option(option, str(value))
    told: list[int] = []
    done = threading.Event()

    def report(info: Info) -> None:
        if info.depth == full.depth:
            done.set()

    limits = Limits(depth=full.depth, infinite=True)
    session.go(limits, report, lambda result: told.append(result.nodes), lambda failure: None)
    assert done.wait(20)
    session.stop()
    session.wait()
    assert told == [full.nodes]


def test_errors_have_the_size_that_is_said() -> None:
    scores = [Score(float(centi), centi) for centi in (50, 0, -1000)]
    chooser = random.Random(1)
    chosen = [Handicap(1, 3, 50.0).choose(scores, chooser) for _ in range(2000)]
    # The difference of two errors of 50 has a standard deviation of 71: it is above 50 in 24 of 100 cases.
    assert 0.21 < chosen.count(1) / len(chosen) < 0.27
    assert 2 not in chosen
    assert {Handicap(1, 3, 0.0).choose(scores, chooser) for _ in range(20)} == {0}
    won = [Score(99_999.0, 99_999, 1), Score(99_997.0, 99_997, 3)]
    assert {Handicap(1, 2, 50.0).choose(won, chooser) for _ in range(50)} == {0}
