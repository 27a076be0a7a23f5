"""`-tb`: games that endgame tables end, with which result, and what are no tables."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from chess_books import TABLES
from match_process import Finished, read_pgn, run_match
from oddsfish.matches.files.journal import read_records
from oddsfish.matches.game.adjudication import Adjudicator
from oddsfish.matches.game.chess_arbiter import ChessArbiter
from oddsfish.matches.record import Ply, Termination
from oddsfish.matches.settings import Opening, Rules

DICE = ["-engine", "proto=random", "name=A", "-engine", "proto=random", "name=B", "-each", "tc=inf", "-srand", "1"]


def judged(fen: str, move: str, tables: Path = TABLES) -> tuple[str, str] | None:
    """What the tables say after a move: the result, and the reason."""
    arbiter = ChessArbiter(Opening(fen), chess960=False)
    mover = arbiter.turn
    arbiter.play(move)
    assert arbiter.verdict() is None
    verdict = Adjudicator(Rules(tables=str(tables))).judge(arbiter, mover, Ply(move, move))
    if verdict is None:
        return None
    assert verdict.ending is Termination.TABLES
    return verdict.result, verdict.reason


WHITE = ("1-0", "White wins by adjudication: SyzygyTB")
BLACK = ("0-1", "Black wins by adjudication: SyzygyTB")
DRAW = ("1/2-1/2", "Draw by adjudication: SyzygyTB")


@pytest.mark.parametrize(
    ("fen", "move", "expected"),
    [
        ("8/8/8/8/8/2k5/5q2/K5Q1 w - - 0 1", "g1f2", WHITE),
        ("8/8/8/8/8/2K5/5Q2/k5q1 b - - 0 1", "g1f2", BLACK),
        ("8/P7/8/8/8/2k5/8/K7 w - - 30 1", "a7a8q", WHITE),
        ("8/P1k5/8/8/8/8/8/K7 w - - 30 1", "a1b1", DRAW),
        ("8/8/8/8/8/2k5/8/K6Q w - - 10 1", "h1h2", WHITE),
        ("8/8/8/8/8/2k5/8/K6Q w - - 90 1", "h1h2", None),  # there may not be time enough
        ("8/8/8/8/8/2k5/8/K6Q b - - 10 1", "c3d4", WHITE),
        ("8/8/8/8/8/2k5/8/K6R w - - 10 1", "h1h2", None),  # without a DTZ table nobody knows
        ("8/8/8/8/8/1rk5/8/KR6 w - - 10 1", "b1b3", DRAW),  # the rook is taken next
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "a1b1", None),
        ("4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1", "e1d1", None),  # too many pieces
    ],
)
def test_what_the_tables_say(fen: str, move: str, expected: tuple[str, str] | None) -> None:
    assert judged(fen, move) == expected


def test_without_dtz_a_win_waits_for_a_clock_of_0(tmp_path: Path) -> None:
    shutil.copy(TABLES / "KQvK.rtbw", tmp_path)
    assert judged("8/8/8/8/8/2k5/8/K6Q w - - 10 1", "h1h2", tmp_path) is None
    assert judged("8/8/8/8/8/2k5/5q2/K5Q1 w - - 10 1", "g1f2", tmp_path) == WHITE


def test_a_match_ends_by_them(tmp_path: Path) -> None:
    (tmp_path / "won.epd").write_text("8/8/8/8/8/k7/7P/K7 w - -\n")
    words = ["-openings", "file=won.epd", "format=epd", "-tb", str(TABLES), "-pgnout", "games.pgn"]
    finished = run_match(*DICE, *words, where=tmp_path)
    assert (finished.status, finished.err) == (0, "")
    (record,) = read_records(tmp_path / "games.pgn.results.jsonl")
    assert record.ending is Termination.TABLES
    assert f"{{{record.reason}}}" in finished.out
    (game,) = read_pgn(tmp_path / "games.pgn")
    assert (game.headers["Termination"], game.headers["Result"]) == ("adjudication", record.result)


def check_refused(finished: Finished, says: str) -> None:
    assert (finished.status, finished.out) == (2, "")
    assert re.fullmatch(r"match: -tb: [^\n]+\n", finished.err) and says in finished.err


@pytest.mark.parametrize(
    ("kind", "says"),
    [("none", "No such file"), ("file", "Not a directory"), ("empty", "no tables"), ("cut", "cut short")],
)
def test_what_are_no_tables(tmp_path: Path, kind: str, says: str) -> None:
    (tmp_path / "file").write_text("nothing")
    (tmp_path / "empty").mkdir()
    shutil.copytree(TABLES, tmp_path / "cut")
    (tmp_path / "cut" / "KPvK.rtbw").write_bytes(b"\x71\xe8\x23\x5d")
    check_refused(run_match(*DICE, "-pgnout", "games.pgn", "-tb", kind, where=tmp_path), says)
    assert not list(tmp_path.glob("games*"))


def test_a_damaged_table_breaks_the_match_off(tmp_path: Path) -> None:
    shutil.copytree(TABLES, tmp_path / "tables")
    (tmp_path / "tables" / "KPvK.rtbw").write_bytes(b"\x71\xe8\x23\x5d" + b"\xff" * 12)
    (tmp_path / "won.epd").write_text("8/8/8/8/8/k7/7P/K7 w - -\n")
    finished = run_match(*DICE, "-openings", "file=won.epd", "format=epd", "-tb", "tables", where=tmp_path)
    assert finished.status == 3
    assert re.fullmatch(r"match: broken off: [^\n]+ is damaged: [^\n]+\n", finished.err)
