"""The engine as python-chess drives it: whatever it does, nothing appears on python-chess's log."""

from __future__ import annotations

import asyncio
import gc
import logging
import time
from collections.abc import Iterator

import chess
import chess.engine
import pytest
from engine_process import COMMAND

MATE_IN_TWO = "7k/8/8/8/8/8/1R6/R5K1 w - - 0 1"


@pytest.fixture(autouse=True)
def log(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    gc.collect()  # remains of engines that other tests have killed are not logged here
    with caplog.at_level(logging.WARNING, logger="chess.engine"):
        yield
    assert [record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.WARNING] == []


@pytest.fixture
def engine() -> Iterator[chess.engine.SimpleEngine]:
    with chess.engine.SimpleEngine.popen_uci(list(COMMAND)) as simple:
        yield simple


def played(board: chess.Board, result: chess.engine.PlayResult | chess.engine.BestMove) -> chess.Move:
    """The move, which has to be a legal one."""
    assert result.move is not None and board.is_legal(result.move)
    return result.move


def test_a_board_that_is_refused_gets_no_move(engine: chess.engine.SimpleEngine) -> None:
    """A move for the position before would be taken for an illegal one."""
    assert engine.play(chess.Board(), chess.engine.Limit(depth=1)).move is not None
    kings = chess.Board("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
    kings.set_piece_at(chess.A1, chess.Piece(chess.KING, chess.WHITE))
    assert engine.play(kings, chess.engine.Limit(depth=1)).move is None
    with engine.analysis(kings) as analysis:
        assert any("no move: the last position was refused" in info.get("string", "") for info in analysis)
        analysis.stop()
        assert analysis.wait().move is None
    assert engine.play(chess.Board(), chess.engine.Limit(depth=1)).move is not None


def test_play(engine: chess.engine.SimpleEngine) -> None:
    assert engine.id["name"].startswith("Oddsfish ")
    assert {"Hash", "Threads", "MultiPV", "Ponder", "Move Overhead", "UCI_Chess960"} <= set(engine.options)
    board = chess.Board(MATE_IN_TWO)
    for limit in (
        chess.engine.Limit(time=0.05),
        chess.engine.Limit(nodes=2000),
        chess.engine.Limit(mate=2),
        chess.engine.Limit(white_clock=0.5, black_clock=0.5, white_inc=0.01, black_inc=0.01, remaining_moves=5),
        chess.engine.Limit(white_clock=0.0, black_clock=0.0),
    ):
        result = engine.play(board, limit, info=chess.engine.INFO_ALL)
        assert "score" in result.info and result.info["pv"][0] == played(board, result)


def test_analyse(engine: chess.engine.SimpleEngine) -> None:
    info = engine.analyse(chess.Board(MATE_IN_TWO), chess.engine.Limit(depth=12))
    assert info["score"].white() == chess.engine.Mate(2)
    assert {"depth", "seldepth", "nodes", "nps", "time", "pv", "hashfull", "tbhits", "multipv"} <= set(info)


def test_streamed_analyses_are_stopped(engine: chess.engine.SimpleEngine) -> None:
    """At depth 5, then early; and it is ready for more."""
    board = chess.Board()
    with engine.analysis(board) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 5:
                break
        analysis.stop()
        played(board, analysis.wait())
    for _ in range(20):
        with engine.analysis(board, multipv=2) as analysis:
            analysis.get()
        board.push(next(iter(board.legal_moves)))
    assert engine.play(board, chess.engine.Limit(depth=1)).move


def test_configure(engine: chess.engine.SimpleEngine) -> None:
    for search in ("Minimax", "AlphaBeta", "Expectimax", "Auto"):
        engine.configure({"Search": search, "Hash": 32, "Table": search != "Auto", "Move Overhead": 5})
        assert engine.play(chess.Board(), chess.engine.Limit(depth=2)).move
    engine.configure({"Clear Hash": None})
    with pytest.raises(chess.engine.EngineError):
        engine.configure({"Search": "nonsense"})
    engine.ping()


def test_ponder(engine: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    limit = chess.engine.Limit(white_clock=0.4, black_clock=0.4, white_inc=0.01, black_inc=0.01)
    for number in range(8):
        result = engine.play(board, limit, ponder=True)
        board.push(played(board, result))
        expected = result.ponder if number % 2 else None  # sometimes the guess was right: ponderhit
        board.push(expected or next(iter(board.legal_moves)))
    engine.play(board, limit)


def test_chess960(engine: chess.engine.SimpleEngine) -> None:
    for number in (0, 711):
        board = chess.Board.from_chess960_pos(number)
        for _ in range(12):
            result = engine.play(board, chess.engine.Limit(nodes=300))
            board.push(played(board, result))
    board = chess.Board("4k3/8/8/8/8/8/8/1R2KR2 w BF - 0 1", chess960=True)
    castle = [move for move in board.legal_moves if board.is_castling(move)]
    for move in castle:
        assert engine.play(board, chess.engine.Limit(depth=2), root_moves=[move]).move == move
    engine.play(chess.Board(), chess.engine.Limit(depth=1))


def test_a_game_that_is_over_has_no_move(engine: chess.engine.SimpleEngine) -> None:
    for fen in ("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"):
        assert engine.play(chess.Board(fen), chess.engine.Limit(time=0.1)).move is None
    info = engine.analyse(chess.Board("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1"), chess.engine.Limit(depth=3))
    assert info["score"].relative == chess.engine.Mate(0)


def test_asyncio() -> None:
    async def talk() -> None:
        _, engine = await chess.engine.popen_uci(list(COMMAND))
        board = chess.Board()
        result = await engine.play(board, chess.engine.Limit(time=0.05))
        played(board, result)
        assert len(await engine.analyse(board, chess.engine.Limit(depth=3), multipv=2)) == 2
        with await engine.analysis(board) as analysis:
            async for info in analysis:
                if info.get("depth", 0) >= 4:
                    break
        searching = asyncio.ensure_future(engine.play(board, chess.engine.Limit(time=60)))
        await asyncio.sleep(0.1)
        result = await engine.play(board, chess.engine.Limit(depth=1))  # takes the first one's place
        played(board, result)
        searching.cancel()
        await engine.quit()

    asyncio.run(talk())


def play_on_the_clock(engine: chess.engine.SimpleEngine, base: float, increment: float, most_plies: int) -> None:
    """Play against itself with one engine and two clocks; fails as soon as one falls."""
    board = chess.Board()
    clocks = {chess.WHITE: base, chess.BLACK: base}
    while not board.is_game_over(claim_draw=True) and board.ply() < most_plies:
        limit = chess.engine.Limit(
            white_clock=clocks[chess.WHITE],
            black_clock=clocks[chess.BLACK],
            white_inc=increment,
            black_inc=increment,
        )
        began = time.perf_counter()
        result = engine.play(board, limit)
        clocks[board.turn] -= time.perf_counter() - began
        assert clocks[board.turn] > 0, f"lost on time after {board.ply()} plies"
        clocks[board.turn] += increment
        assert result.move is not None
        board.push(result.move)


@pytest.mark.clock
def test_a_short_game_is_not_lost_on_time(engine: chess.engine.SimpleEngine) -> None:
    play_on_the_clock(engine, 1.0, 0.01, 60)


@pytest.mark.slow
@pytest.mark.parametrize("search", ["AlphaBeta", "Minimax", "Expectimax"])
def test_a_whole_game_is_not_lost_on_time(engine: chess.engine.SimpleEngine, search: str) -> None:
    engine.configure({"Search": search})
    for _ in range(3):
        play_on_the_clock(engine, 1.0, 0.01, 600)
