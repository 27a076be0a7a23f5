"""`OwnBook` and `BookFile`: which moves are played from a book, when none is, and what is no book."""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import chess
import chess.polyglot
import pytest
from chess_books import raw, write_book
from engine_process import EngineProcess
from oddsfish.engine import ChessPosition, Limits, Session, analyse
from oddsfish.engine.games.chess.library import to_board
from oddsfish.engine.options import Value
from oddsfish.engine.results import Info

START = chess.STARTING_FEN
CASTLES = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"
QUICK = Limits(depth=2)


@pytest.fixture
def engine() -> Iterator[EngineProcess]:
    with EngineProcess() as process:
        yield process


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return write_book(
        tmp_path / "book.bin",
        [
            (START, "a2a4", 30),
            (START, "h2h4", 10),
            (START, "b2b4", 0),
            (START, "e2e5", 1000),
            (START, "a1a1", 1000),
            (CASTLES, "e1h1", 1),
        ],
    )


def session(book: Path, fen: str = START, chess960: bool = False) -> Session[ChessPosition]:
    made = Session(ChessPosition(fen, chess960))
    made.set_option("BookFile", str(book))
    made.set_option("OwnBook", "true")
    return made


def remarks(playing: Session[ChessPosition], limits: Limits = QUICK) -> list[str]:
    """The remarks that come with a search."""
    infos: list[Info] = []
    playing.search(limits, infos.append)
    return [info.remark for info in infos if info.remark]


def test_moves_are_drawn_by_their_weights_without_a_search(book: Path) -> None:
    playing = session(book)
    results = [playing.search(QUICK) for _ in range(400)]
    assert {(result.depth, result.nodes) for result in results} == {(0, 0)}
    drawn = Counter(result.move for result in results)
    assert set(drawn) == {"a2a4", "h2h4"}, "neither illegal moves nor those of no weight"
    assert 240 < drawn["a2a4"] < 360, "three of four"


def test_who_wants_a_book_and_names_none_is_told_once(book: Path) -> None:
    playing = Session(ChessPosition())
    playing.set_option("OwnBook", "true")
    assert remarks(playing) == ["OwnBook needs a BookFile: there is no book to play from"]
    assert remarks(playing) == []
    playing.set_option("BookFile", str(book))
    assert remarks(playing) == ["book move"]
    playing.set_option("BookFile", "")
    assert len(remarks(playing)) == 1
    playing.set_option("OwnBook", "false")
    assert remarks(playing) == []


def test_the_same_seed_draws_the_same_moves(book: Path) -> None:
    def drawn(seed: str) -> list[str | None]:
        playing = session(book)
        playing.set_option("Seed", seed)
        first = [playing.search(QUICK).move for _ in range(30)]
        playing.new_game()
        assert [playing.search(QUICK).move for _ in range(30)] == first
        return first

    assert drawn("1") == drawn("1") != drawn("2")


def test_castling_is_written_as_the_variant_has_it(book: Path) -> None:
    assert session(book, CASTLES).search(QUICK).move == "e1g1"
    assert session(book, CASTLES, True).search(QUICK).move == "e1h1"


def test_who_asks_for_a_search_has_one(book: Path) -> None:
    """With some limits, in analysis, with the book switched off, and after the end of the book."""
    for limits in (Limits(mate=1), Limits(depth=2, moves=(ChessPosition().parse("e2e4"),))):
        assert remarks(session(book), limits) == []
        assert session(book).search(limits).nodes > 0
    for name, value in (("UCI_AnalyseMode", "true"), ("OwnBook", "false"), ("BookFile", "<empty>")):
        playing = session(book)
        assert remarks(playing) == ["book move"]
        playing.set_option(name, value)
        assert "book move" not in remarks(playing)
        assert playing.search(QUICK).nodes > 0
    playing = session(book)
    playing.position.play("e2e4")
    assert playing.search(QUICK).nodes > 0


def test_analyse_plays_from_a_book_one_of_the_root_moves_that_are_asked_for(book: Path) -> None:
    moves = (chess.Move.from_uci("e2e4"), chess.Move.from_uci("h2h4"))
    options: dict[str, Value] = {"OwnBook": True, "BookFile": str(book)}
    result = analyse(chess.Board(), limits=Limits(depth=2, moves=moves), options=options)
    assert (result.move, result.nodes) == (moves[1], 0)
    with pytest.raises(ValueError, match="No such file"):
        analyse(chess.Board(), limits=QUICK, options={"BookFile": f"{book}s"})


def test_a_client_is_told_and_searches_where_nobody_waits_for_a_move(engine: EngineProcess, book: Path) -> None:
    engine.send(f"setoption name BookFile value {book}", "setoption name OwnBook value true")
    assert engine.settle() == []
    said, line, best = engine.go("go depth 5")
    assert said == "info string book move"
    (move,) = re.findall(r"^bestmove (a2a4|h2h4)$", best)
    assert re.match(rf"info depth 0 seldepth 0 multipv 1 score cp -?\d+ nodes 0 .* pv {move}$", line)
    for command in ("go infinite", "go ponder wtime 1000 btime 1000"):
        found = engine.ask(command, "info depth 2 ")
        engine.send("stop")
        assert not [line for line in found + engine.expect("bestmove ") if line.startswith("info string")]


# What is no book.


def make_bad(kind: str, folder: Path) -> Path:
    path = folder / "bad.bin"
    good = write_book(folder / "good.bin", [(START, "e2e4", 1)] * 3).read_bytes()
    contents = {"empty": b"", "cut": good[:-1], "text": b"It is no book.\n\n" * 20, "moves": good[:8] + b"\xff" * 8}
    if kind == "directory":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind in contents:
        path.write_bytes(contents[kind])
    return path


BAD = {
    "missing": "No such file or directory",
    "directory": "a directory, not a regular file",
    "pipe": "a FIFO, not a regular file",
    "empty": "empty",
    "cut": "cut short",
    "text": "no Polyglot book",
    "moves": "no Polyglot book",
}


def test_what_is_no_book_is_refused_in_one_line(engine: EngineProcess, tmp_path: Path, book: Path) -> None:
    engine.send("setoption name OwnBook value true")
    for kind, reason in BAD.items():
        (tmp_path / kind).mkdir()
        path = make_bad(kind, tmp_path / kind)
        engine.send(f"setoption name BookFile value {path}")
        (said,) = engine.settle()
        assert said.startswith("info string error: ") and reason in said and str(path) in said
    told = [line for line in engine.go("go depth 3") if "string" in line]
    assert told == ["info string OwnBook needs a BookFile: there is no book to play from"]
    engine.send(f"setoption name BookFile value {book}")
    assert "info string book move" in engine.go("go depth 3")


@pytest.mark.parametrize("kind", ["missing", "directory", "cut"])
def test_a_book_that_goes_bad_is_complained_of_once(tmp_path: Path, kind: str) -> None:
    path = write_book(tmp_path / "bad.bin", [(START, "a2a4", 1)])
    playing = session(path)
    path.unlink()
    make_bad(kind, tmp_path)
    (said,) = remarks(playing)
    assert BAD[kind] in said
    assert remarks(playing) == []
    path.rmdir() if kind == "directory" else path.unlink(missing_ok=True)
    write_book(path, [(START, "a2a4", 1)])
    assert remarks(playing) == ["book move"]


def test_without_python_chess_there_is_one_line(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    playing = session(book)
    monkeypatch.setitem(sys.modules, "chess", None)
    monkeypatch.setitem(sys.modules, "chess.polyglot", None)
    with pytest.raises(ValueError, match="pip install chess"):
        Session(ChessPosition()).set_option("BookFile", str(book))
    (said,) = remarks(playing)
    assert "pip install chess" in said
    assert remarks(playing) == []


def test_moves_that_no_board_can_have_are_passed_over(tmp_path: Path) -> None:
    seventh = "8/P6k/8/8/8/8/8/K7 w - - 0 1"
    path = write_book(tmp_path / "all.bin", [(seventh, move, 1) for move in ("a7a8q", "a7a8n", "a7a8", "a1a1", "h7h8")])
    assert raw("a7a8q") == 0x4C38  # squares are counted as in the description of the format
    playing = session(path, seventh)
    assert {playing.search(QUICK).move for _ in range(40)} == {"a7a8q", "a7a8n"}


@pytest.mark.parametrize("count", [1000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_boards_have_polyglots_keys_as_if_their_moves_had_been_pushed(count: int) -> None:
    """Games of kings, rooks and pawns, with many double steps."""
    random = Random(count)
    compared = beside = false = 0
    while compared < count:
        board, position = random_start(random)
        while compared < count and not board.is_game_over() and len(board.move_stack) < 60:
            again = to_board(position)
            assert chess.polyglot.zobrist_hash(again) == chess.polyglot.zobrist_hash(board), board.fen()
            assert set(again.legal_moves) == set(board.legal_moves)
            compared += 1
            if board.ep_square is not None and chess.polyglot.zobrist_hash(board) != chess.polyglot.zobrist_hash(
                chess.Board(board.fen(en_passant="legal").replace(f" {chess.square_name(board.ep_square)} ", " - "))
            ):
                beside += 1
                false += not board.has_legal_en_passant()
            steps = [move for move in board.legal_moves if is_double_step(board, move)]
            move = random.choice(steps if steps and random.random() < 0.5 else list(board.legal_moves))
            position.play(move.uci())
            board.push(move)
    assert beside > count / 100 and false > count / 500, (beside, false)


def random_start(random: Random) -> tuple[chess.Board, ChessPosition]:
    """A legal position with pawns that may double-step beside others; often one of these is pinned along the rank."""
    while True:
        board = chess.Board(None)
        board.turn = random.random() < 0.5
        us, rank = board.turn, 4 if board.turn else 3  # the rank on which our pawns can take en passant
        king, rook, first = random.choice([(0, 7, 3), (7, 0, 3), (1, 6, 3), (6, 1, 4), (0, 4, 1)])
        row = {king: chess.KING, rook: chess.ROOK, first: chess.PAWN}
        if random.random() < 0.5:
            row = {random.randrange(8): chess.KING, first: chess.PAWN, rook: chess.ROOK}
        for file, kind in row.items():
            board.set_piece_at(8 * rank + file, chess.Piece(kind, us != (kind == chess.ROOK)))
        board.set_piece_at(random.randrange(64), chess.Piece(chess.KING, not us))
        for file in random.sample(range(8), 4):
            board.set_piece_at(48 + file if us else 8 + file, chess.Piece(chess.PAWN, not us))
        board.turn = random.random() < 0.5
        if board.turn == us and random.random() < 0.5:  # the step has just been made
            file = first + random.choice((-1, 1))
            behind = 8 if us else -8
            square = 8 * rank + file
            if not any(board.piece_at(square + i * behind) for i in (0, 1, 2)):
                board.set_piece_at(square, chess.Piece(chess.PAWN, not us))
                board.ep_square = square + behind
        if board.is_valid():
            return board, ChessPosition(board.fen(en_passant="fen"))


def is_double_step(board: chess.Board, move: chess.Move) -> bool:
    return board.piece_type_at(move.from_square) == chess.PAWN and abs(move.from_square - move.to_square) == 16


GNU = Path("/usr/share/games/gnuchess/book.bin")


@pytest.mark.skipif(not GNU.exists(), reason="needs Debian's gnuchess-book")
def test_a_real_book_leads_through_an_opening() -> None:
    playing = session(GNU)
    board = chess.Board()
    for _ in range(6):
        position = ChessPosition()
        for move in board.move_stack:
            position.play(move.uci())
        playing.set_position(position)
        result = playing.search(QUICK)
        assert result.depth == 0 and result.move is not None
        board.push_uci(result.move)
