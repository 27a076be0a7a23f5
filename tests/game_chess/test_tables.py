"""`SyzygyPath`: which root moves endgame tables leave, which scores follow, and which files are refused."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import chess
import chess.syzygy
import pytest
from chess_books import TABLES, write_book
from engine_process import EngineProcess
from oddsfish.engine import ChessPosition, Limits, Session, games
from oddsfish.engine.games.chess.ranking import rank
from oddsfish.engine.games.chess.tables import Tables
from oddsfish.engine.results import Info, Result

WON = "8/8/8/8/8/2k5/7Q/K7 w - - 0 1"
DRAWN = "8/8/8/8/k7/p7/8/K7 b - - 0 1"
ONE = Limits(depth=1)


@pytest.fixture
def engine() -> Iterator[EngineProcess]:
    with EngineProcess() as process:
        yield process


@pytest.fixture(scope="module")
def library() -> Iterator[chess.syzygy.Tablebase]:
    with chess.syzygy.open_tablebase(str(TABLES)) as tables:
        yield tables


def session(fen: str, path: object = TABLES, **options: str) -> Session[ChessPosition]:
    made = Session(ChessPosition(fen))
    for name, value in {"SyzygyPath": str(path), **options}.items():
        made.set_option(name, value)
    return made


def left(result: Result[str]) -> set[str]:
    """The root moves that were searched."""
    return {line.move for line in result.lines}


def remarks(playing: Session[ChessPosition]) -> list[str]:
    infos: list[Info] = []
    playing.search(ONE, infos.append)
    return [info.remark for info in infos if info.remark]


def boards(pieces: str, rng: random.Random, count: int) -> Iterator[chess.Board]:
    """Positions with these pieces in which there is a legal move."""
    while count:
        board = chess.Board(None)
        for square, piece in zip(rng.sample(chess.SQUARES, len(pieces)), pieces, strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(piece))
        board.turn = rng.random() < 0.5
        if board.is_valid() and any(board.legal_moves):
            count -= 1
            yield board


def value(library: chess.syzygy.Tablebase, board: chess.Board, move: chess.Move) -> int:
    """The WDL value after a move, from the view of the side that has moved."""
    board.push(move)
    try:
        return -library.probe_wdl(board)
    finally:
        board.pop()


# Which moves are left.


@pytest.mark.parametrize("pieces", ["KQk", "KPk", "KRk", "kpK"])
def test_moves_that_keep_the_result_are_left_and_no_others(library: chess.syzygy.Tablebase, pieces: str) -> None:
    for board in boards(pieces, random.Random(pieces), 10):
        values = {move.uci(): value(library, board, move) for move in board.legal_moves}
        best = max(values.values())
        result = session(board.fen()).search(ONE)
        assert left(result) == {move for move, found in values.items() if found == best}, board.fen()
        score = result.score
        if best == 0:
            assert (score.centi, score.value, score.plies) == (0, 0.0, None), board.fen()
        else:
            assert score.centi * best >= 5000, board.fen()


@pytest.mark.parametrize(("pieces", "limits"), [("KPk", ONE), ("kqK", Limits(nodes=1))])
def test_what_is_won_is_won(library: chess.syzygy.Tablebase, pieces: str, limits: Limits) -> None:
    """Against the longest resistance, with searches too shallow to find the win by themselves."""
    rng = random.Random(7)
    won = [
        board
        for board in boards(pieces, rng, 30)
        if library.probe_wdl(board) * (1 if board.turn else -1) * (1 if pieces[0] == "K" else -1) == 2
    ][:2]
    assert won
    for board in won:
        winner = pieces[0] == "K"
        start = board.fen()
        playing = session(start)
        while not board.is_game_over(claim_draw=True):
            if board.turn == winner:
                position = ChessPosition(start)
                for played in board.move_stack:
                    position.play(played.uci())
                playing.set_position(position)
                move = playing.search(limits).move
                assert move is not None
                board.push_uci(move)
            else:
                moves = list(board.legal_moves)
                board.push(max(moves, key=lambda move: (resistance(library, board, move), rng.random())))
        assert board.is_checkmate() and board.turn != winner, (start, board.move_stack)


def resistance(library: chess.syzygy.Tablebase, board: chess.Board, move: chess.Move) -> int:
    board.push(move)
    try:
        return library.probe_dtz(board)
    finally:
        board.pop()


def test_the_clock_leaves_the_moves_that_win_in_time(library: chess.syzygy.Tablebase) -> None:
    board = chess.Board(WON)
    needed = library.probe_dtz(board)
    for left_over, score in ((needed, True), (needed - 2, False)):
        board.halfmove_clock = 99 - left_over
        result = session(board.fen()).search(ONE)
        assert (result.score.centi >= 5000) == score
        assert score or result.score.centi == 0
        for move in left(result):
            assert -resistance(library, board, chess.Move.from_uci(move)) + 1 <= needed


def test_a_win_makes_progress_unless_it_is_analysed(library: chess.syzygy.Tablebase) -> None:
    board = chess.Board(WON.replace("- 0", "- 2"))
    plies = {
        move.uci(): resistance(library, board, move) for move in board.legal_moves if value(library, board, move) == 2
    }
    quickest = {move for move, dtz in plies.items() if dtz == max(plies.values())}
    playing = session(board.fen())
    assert left(playing.search(ONE)) == quickest < set(plies)
    results: list[Result[str]] = []
    task = playing.go(Limits(infinite=True), lambda info: None, results.append, print)
    task.stop()
    playing.wait()
    assert left(results[0]) == set(plies)


def test_who_loses_repeats_the_position_for_the_third_time() -> None:
    playing = session("7k/8/8/8/8/8/1Q6/K7 b - - 0 1")
    moves = ["h8g8", "b2b3", "g8h8", "b3b2", "h8g8", "b2b3", "g8h8", "b3b2"]
    for move in moves:
        playing.position.play(move)
    result = playing.search(ONE)
    assert (left(result), result.score.centi) == ({"h8g8"}, 0)


def test_beyond_the_tables_all_moves_are_searched() -> None:
    """There are too many pieces, somebody may castle, or there is no such table."""
    for fen in (
        "4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
        "8/8/8/8/8/2k5/6Q1/K6Q w - - 0 1",
    ):
        assert left(session(fen).search(ONE)) == {move.uci() for move in chess.Board(fen).legal_moves}


def test_root_moves_that_are_asked_for_are_compared_with_each_other() -> None:
    position = ChessPosition(WON)
    lost = [position.parse(move) for move in ("h2d2", "h2h1")]  # the first loses the queen
    result = session(WON).search(Limits(depth=1, moves=tuple(lost)))
    assert left(result) == {"h2h1"}
    only = session(WON).search(Limits(depth=1, moves=(position.parse("h2d2"),)))
    assert (only.move, only.score.centi) == ("h2d2", 0)


@pytest.mark.parametrize("search", ["PVS", "AlphaBeta", "Expectimax", "Random"])
def test_every_search_keeps_to_the_tables(search: str) -> None:
    playing = session(WON, Search=search, MultiPV="256")
    assert "h2d2" not in left(playing.search(Limits(depth=2)))


def test_a_client_is_told_of_hits(engine: EngineProcess) -> None:
    engine.send(f"setoption name SyzygyPath value {TABLES}", f"position fen {WON}")
    lines = engine.go("go depth 3")
    moves = chess.Board(WON).legal_moves.count()
    assert lines[:-1] and all(f" tbhits {moves} " in line for line in lines[:-1])
    assert re.search(r"score (cp 1\d{4}|mate \d+) ", lines[0])
    engine.send(f"position fen {DRAWN}")
    lines = engine.go("go depth 3")
    assert lines[:-1] and all(" score cp 0 " in line for line in lines[:-1])
    engine.send("setoption name SyzygyPath value <empty>")
    assert all(" tbhits 0 " in line for line in engine.go("go depth 3")[:-1])


def test_a_book_and_a_proof_of_a_mate_come_first(tmp_path: Path) -> None:
    book = write_book(tmp_path / "book.bin", [(WON, "h2d2", 1)])
    assert session(WON, BookFile=str(book), OwnBook="true").search(ONE).move == "h2d2"
    result = session("7k/8/6K1/8/8/8/8/1Q6 w - - 4 1").search(Limits(mate=3))
    assert len(result.lines) > 20 and result.score.plies is not None


# Which files are tables.


def test_several_directories_are_one(tmp_path: Path) -> None:
    for number, name in enumerate(("KPvK", "KQvK", "KRvK", "KBvK", "KNvK")):
        for path in TABLES.glob(f"{name}.*"):
            (tmp_path / str(number % 2)).mkdir(exist_ok=True)
            shutil.copy(path, tmp_path / str(number % 2))
    fen = "8/7P/8/8/8/k7/8/K7 w - - 0 1"
    half = session(fen, tmp_path / "0").search(ONE)
    whole = session(fen, os.pathsep.join([str(tmp_path / "0"), "", str(tmp_path / "1")])).search(ONE)
    assert left(half) > left(whole) == left(session(fen).search(ONE))


def make_bad(kind: str, folder: Path) -> str:
    """Make a path without usable tables."""
    table = folder / "KQvK.rtbw"
    data = (TABLES / "KQvK.rtbw").read_bytes()
    contents = {"file": data, "empty table": b"", "cut": data[:-20], "text": b"It is no table.\n" * 5}
    if kind == "missing":
        return str(folder / "none")
    if kind == "directory":
        table.mkdir()
    elif kind in contents:
        table.write_bytes(contents[kind])
    elif kind == "dtz":
        shutil.copy(TABLES / "KQvK.rtbz", folder)
    return {"file": str(table), "second": f"{TABLES}{os.pathsep}{folder}"}.get(kind, str(folder))


BAD = {
    "missing": "No such file or directory",
    "file": "Not a directory",
    "directory": "no tables",
    "empty": "no tables",
    "empty table": "is empty",
    "cut": "cut short",
    "text": "no table",
    "dtz": "no WDL tables",
    "second": "no tables",
}


def test_what_are_no_tables_is_refused_in_one_line(engine: EngineProcess, tmp_path: Path) -> None:
    engine.send(f"position fen {WON}")
    for kind, reason in BAD.items():
        (tmp_path / kind).mkdir()
        engine.send(f"setoption name SyzygyPath value {make_bad(kind, tmp_path / kind)}")
        (said,) = engine.settle()
        assert said.startswith("info string error: ") and reason in said and str(tmp_path / kind) in said
    assert all(" tbhits 0 " in line for line in engine.go("go depth 3")[:-1])


@pytest.mark.parametrize(
    ("name", "data"), [("", b""), ("KQvK.rtbw", b"\xff" * 12), ("KQvK.rtbz", b"")], ids=["vanished", "WDL", "DTZ"]
)
def test_tables_that_vanish_or_are_damaged_are_complained_of_once(tmp_path: Path, name: str, data: bytes) -> None:
    """A damaged file has the magic number of a table, and a size that a table can have."""
    copy = tmp_path / "tables"
    shutil.copytree(TABLES, copy)
    if name:
        whole = (copy / name).read_bytes()
        (copy / name).write_bytes(whole[:4] + data if data else whole[:80])
    playing = session(WON, copy)
    if not name:
        shutil.rmtree(copy)
    (said,) = remarks(playing)
    assert "SyzygyPath is not used" in said and ("is damaged" in said) == bool(name)
    assert remarks(playing) == []
    assert len(left(playing.search(ONE))) == chess.Board(WON).legal_moves.count()


def test_without_python_chess_there_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    playing = session(WON)
    monkeypatch.setitem(sys.modules, "chess.syzygy", None)
    with pytest.raises(ValueError, match="pip install chess"):
        Session(ChessPosition()).set_option("SyzygyPath", str(TABLES))
    (said,) = remarks(playing)
    assert "pip install chess" in said
    assert remarks(playing) == []


def test_python_chess_is_imported_only_then() -> None:
    code = (
        "import sys; from oddsfish.engine import ChessPosition, Limits, Session;"
        "session = Session(ChessPosition()); session.prepare(); session.search(Limits(depth=2));"
        "assert 'chess' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_tables_that_answer_too_late_are_done_without() -> None:
    """They may lie on a disk that has to start first."""
    playing = session(WON)
    adviser = games.find("chess").adviser()
    assert adviser is not None
    known = [
        adviser.advise(playing.position, Limits(depth=1), playing.options, random.Random(0), until).hits
        for until in (time.monotonic() - 1, time.monotonic() + 100)
    ]
    assert known == [0, len(playing.position.moves())]


def test_a_win_that_the_clock_may_make_a_draw_is_not_announced_without_dtz() -> None:
    """The DTZ table for king and rook is missing. On the last ply of the fifty moves every move draws; WDL says won."""
    for clock, known in ((0, True), (50, False), (99, False)):
        score = session(f"8/8/8/3k4/8/8/8/R3K3 w - - {clock} 100").search(Limits(depth=4)).score
        assert (score.centi > 5000) == known, clock


def test_where_there_is_no_time_for_dtz_wdl_has_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    until = time.monotonic() + 0.2

    def slow(tables: Tables, board: chess.Board) -> int | None:
        time.sleep(max(0.0, until - time.monotonic()))
        return None

    monkeypatch.setattr(Tables, "dtz", slow)
    position = ChessPosition(DRAWN)
    ranking = rank(Tables(str(TABLES)), position, position.moves(), until=until)
    assert ranking.hits == len(position.moves())
    assert ranking.result == 0


def test_without_dtz_a_losing_move_of_a_drawn_position_loses(library: chess.syzygy.Tablebase, tmp_path: Path) -> None:
    """The WDL value of the position says nothing of the root moves to which a search is restricted."""
    for table in TABLES.glob("*.rtbw"):
        shutil.copy(table, tmp_path)
    tried = 0
    for board in boards("KPk", random.Random(11), 150):
        for move in board.legal_moves if library.probe_wdl(board) == 0 else ():
            if value(library, board, move) == -2:
                chosen = ChessPosition(board.fen()).parse(move.uci())
                result = session(board.fen(), tmp_path).search(Limits(depth=1, moves=(chosen,)))
                assert result.score.centi < 0, (board.fen(), move)
                tried += 1
    assert tried > 10


def test_what_the_tables_know_is_no_matter_of_chances() -> None:
    result = session(DRAWN).search(ONE)
    game = games.of(ChessPosition(DRAWN))
    assert game is not None
    assert game.wdl(ChessPosition(DRAWN), result.score) == (0, 1000, 0)
    assert game.wdl(ChessPosition(WON), session(WON).search(ONE).score) == (1000, 0, 0)
