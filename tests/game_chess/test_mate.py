"""Mates in N moves: proofs and refutations agree with python-chess; a search cut short claims nothing wrong."""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Callable, Mapping

import chess
import pytest
from oddsfish.engine import ChessPosition, Connect4Position, Info, Limits, Result, Session, analyse
from oddsfish.engine.games.chess.library import from_board
from oddsfish.engine.options import Options, Value
from oddsfish.engine.searches.factory import create
from oddsfish.engine.searches.search import RootMove
from oddsfish.engine.session import Busy

ONE = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
TWO = "7k/8/8/8/8/8/1R6/R5K1 w - - 0 1"
THREE = "2R5/5B2/8/8/1k6/3PR3/8/4K3 w - - 0 1"
FOUR = "8/p2N4/8/4P3/8/2Q5/2P1k2K/8 w - - 0 1"
FIVE = "8/8/4k3/2R5/2NR2p1/8/K7/8 w - - 0 1"
MIDDLEGAME = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 4 8"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
KINDS = (chess.PAWN, chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.ROOK, chess.QUEEN)


# The oracle: the definition of a mate in N, with python-chess; draws that can be claimed count as draws.


def drawn(board: chess.Board) -> bool:
    return board.halfmove_clock >= 100 or board.is_repetition(3) or board.is_insufficient_material()


def wins(board: chess.Board, moves: int) -> bool:
    """Whether the side to move mates within so many moves."""
    for move in list(board.legal_moves):
        if moves > 1 or board.gives_check(move):
            board.push(move)
            lost = loses(board, moves - 1)
            board.pop()
            if lost:
                return True
    return False


def loses(board: chess.Board, moves: int) -> bool:
    """Whether the side to move is mated now, or within so many moves of the other side."""
    replies = list(board.legal_moves)
    if not replies:
        return board.is_check()
    if moves == 0 or drawn(board):
        return False
    for move in replies:
        board.push(move)
        lost = not drawn(board) and wins(board, moves)
        board.pop()
        if not lost:
            return False
    return True


def shortest(board: chess.Board, most: int) -> int | None:
    """The fewest moves in which the side to move can mate; None if these are more than `most`."""
    return next((moves for moves in range(1, most + 1) if wins(board, moves)), None)


# Positions.


def scattered(chooser: random.Random, most: int, chess960: bool = False) -> chess.Board:
    """A few pieces anywhere, so that mates are near; in Chess960 the side to move may castle."""
    while True:
        us = chooser.random() < 0.5
        board = chess.Board(None, chess960=chess960)
        board.turn = us
        home = range(0, 8) if us else range(56, 64)
        squares = chooser.sample([square for square in chess.SQUARES if not chess960 or square not in home], most)
        king = chooser.choice(home[1:7]) if chess960 else squares.pop()
        board.set_piece_at(king, chess.Piece(chess.KING, us))
        board.set_piece_at(squares.pop(), chess.Piece(chess.KING, not us))
        if chess960:
            rook = chooser.choice([square for square in home if square != king])
            board.set_piece_at(rook, chess.Piece(chess.ROOK, us))
            board.castling_rights = chess.BB_SQUARES[rook]
        for square in squares[chooser.randrange(most - 2) :]:
            kind = chooser.choice(KINDS)
            if kind != chess.PAWN or 8 <= square < 56:
                board.set_piece_at(square, chess.Piece(kind, us if chooser.random() < 0.75 else not us))
        if board.is_valid() and not board.is_game_over():
            return board


def to_and_fro(board: chess.Board) -> chess.Board | None:
    """The same with a history: twice a first move of a mate in 2 was played and reversed; None if there is none."""
    for move in list(board.legal_moves):
        after = board.copy()
        after.push(move)
        if board.is_zeroing(move) or board.is_castling(move) or after.is_check() or not loses(after, 1):
            continue
        for reply in list(after.legal_moves):
            cycle = [move, reply, *(chess.Move(each.to_square, each.from_square) for each in (move, reply))]
            past = board.copy()
            for each in 2 * cycle:
                if not past.is_legal(each) or past.is_zeroing(each) or past.is_castling(each):
                    break
                past.push(each)
            else:
                return past
    return None


def check(board: chess.Board, most: int, options: Mapping[str, Value]) -> int | None:
    """The result must agree with the oracle; return the moves to the mate, None if there is none."""
    truth = shortest(board.copy(), most)
    result = analyse(board, "PVS", Limits(mate=most), options)
    plies = result.score.plies
    if truth is None:
        assert result.mate == "refuted", board.fen()
        assert plies is None or not 0 < plies < 2 * most
    else:
        assert (result.mate, plies) == ("found", 2 * truth - 1), board.fen()
        check_line(board, result)
    return truth


def check_line(board: chess.Board, result: Result[chess.Move]) -> None:
    """The line is legal, and mates after as many plies as the score says, without a draw on the way."""
    after = board.copy()
    assert result.pv[0] == result.move
    for number, move in enumerate(result.pv):
        assert number == 0 or not drawn(after)
        assert after.is_legal(move)
        after.push(move)
    assert len(result.pv) == result.score.plies
    assert after.is_checkmate()


def check_many(make: Callable[[random.Random], chess.Board], count: int, most: int) -> None:
    """Check so many positions; some must have mates of each length up to `most`, and some must have none."""
    chooser = random.Random(count)
    found = Counter(check(make(chooser), most, {"Hash": 1, "MultiPV": chooser.choice((1, 3))}) for _ in range(count))
    assert all(found[moves] for moves in (None, *range(1, most + 1))), found


@pytest.mark.parametrize("chess960", [False, True])
def test_mates_are_those_of_the_oracle(chess960: bool) -> None:
    check_many(lambda chooser: scattered(chooser, 8, chess960), 60, 2)


@pytest.mark.slow
@pytest.mark.parametrize("chess960", [False, True])
def test_longer_mates_are_those_of_the_oracle(chess960: bool) -> None:
    check_many(lambda chooser: scattered(chooser, 7, chess960), 60, 3)
    check_many(lambda chooser: scattered(chooser, 12, chess960), 300, 2)


def test_a_draw_by_the_clock_comes_before_the_mate() -> None:
    def late(chooser: random.Random) -> chess.Board:
        board = scattered(chooser, 8)
        board.halfmove_clock = chooser.randrange(95, 101)
        return board

    check_many(late, 80, 2)


def test_a_draw_by_repetition_comes_before_the_mate() -> None:
    """In one session: an entry of the table need not be true for the same position with another history."""
    chooser = random.Random(3)
    longer = 0
    session = Session(ChessPosition())
    while longer < 3:
        board = scattered(chooser, 7)
        past = to_and_fro(board) if shortest(board, 2) == 2 else None
        if past is None:
            continue
        expected = (2, shortest(past, 2))
        found = []
        for each in (board, past):
            session.set_position(from_board(each))
            result = session.search(Limits(mate=2))
            found.append(None if result.mate == "refuted" else ((result.score.plies or 0) + 1) // 2)
        assert tuple(found) == expected, board.fen()
        longer += expected[1] is None


@pytest.mark.parametrize(("mate", "count"), [(2, 20), pytest.param(3, 100, marks=pytest.mark.slow)])
def test_mates_are_those_of_alphabeta(mate: int, count: int) -> None:
    """AlphaBeta searches all moves, too; the positions have many pieces."""
    chooser = random.Random(mate)
    while count:
        board = chess.Board(chooser.choice((chess.STARTING_FEN, KIWIPETE)))
        for _ in range(chooser.randrange(60)):
            if not board.is_game_over():
                board.push(chooser.choice(list(board.legal_moves)))
        if board.is_game_over(claim_draw=True):
            continue
        count -= 1
        result = analyse(board, "PVS", Limits(mate=mate))
        truth = analyse(board, "AlphaBeta", Limits(mate=mate), {"Table": True}).score.plies
        if truth is None or truth < 0:
            assert result.mate == "refuted", board.fen()
        else:
            assert (result.mate, result.score.plies) == ("found", truth), board.fen()
            check_line(board, result)


@pytest.mark.parametrize(("fen", "moves"), [(ONE, 1), (TWO, 2), (THREE, 3), (FOUR, 4), (FIVE, 5)])
def test_the_shortest_mate_is_told_with_its_line(fen: str, moves: int) -> None:
    told: list[Info] = []
    choices: tuple[dict[str, Value], ...] = (
        {},
        {"Deepening": False},
        {"Threads": 2, "Hash": 1},
        {"MultiPV": 256, "MateDistance": False},
        {"Skill Level": 0, "Seed": 3},
    )
    for options in choices:
        for mate in {moves, 5}:
            result = analyse(chess.Board(fen), "PVS", Limits(mate=mate), options, told.append)
            assert (result.mate, result.score.plies, result.score.bound) == ("found", 2 * moves - 1, "")
            check_line(chess.Board(fen), result)
            lines = [info.line for info in told if info.line is not None and info.number == 1]
            assert lines[-1].score == result.score
            assert lines[-1].move == result.pv[0].uci()
            values = [line.score.value for line in result.lines]
            assert values == sorted(values, reverse=True) or "MultiPV" not in options
    if moves > 1:
        assert analyse(fen, "PVS", Limits(mate=moves - 1)).mate == "refuted"


def test_only_the_chosen_moves_are_tried() -> None:
    """With two rooks, mate in 2 begins with a move of the rook that does not check, or of the king."""
    board = chess.Board(TWO)
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        result = analyse(board, "PVS", Limits(mate=2, moves=(move,)))
        assert (result.mate, result.move) == ("found" if loses(after, 1) else "refuted", move)


def test_where_a_limit_comes_first_nothing_is_claimed() -> None:
    for fen in (KIWIPETE, MIDDLEGAME):
        for limits in (Limits(mate=5, nodes=300), Limits(mate=5, nodes=60_000), Limits(mate=5, movetime=60)):
            result = analyse(fen, "PVS", limits)
            assert (result.mate, result.score.plies) == ("undecided", None)
            assert result.nodes <= (limits.nodes or result.nodes)
            assert result.seconds < 0.5


def test_wherever_it_is_cut_short_what_is_claimed_is_true() -> None:
    for nodes in range(1, 60_000, 3061):
        result = analyse(FOUR, "PVS", Limits(mate=4, nodes=nodes))
        assert result.nodes <= nodes
        assert result.mate in ("found", "undecided")
        if result.mate == "found":
            assert result.score.plies == 7
        else:
            assert result.score.plies is None or result.score.plies > 7


@pytest.mark.parametrize(
    ("fen", "search", "limits", "mate", "plies"),
    [
        (KIWIPETE, "PVS", Limits(depth=3), "", None),
        ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "PVS", Limits(mate=1), "", 0),
        (TWO, "AlphaBeta", Limits(mate=2), "", 3),  # other searches do not set `mate`
        ("k7/8/1K6/8/8/8/8/7R b - - 0 1", "PVS", Limits(mate=4), "refuted", -2),
        (MIDDLEGAME, "PVS", Limits(mate=4), "refuted", None),
        (KIWIPETE, "PVS", Limits(mate=6, depth=4), "undecided", None),  # longer than can be proved
        (TWO, "PVS", Limits(mate=2**31), "found", 3),
    ],
)
def test_what_is_said_of_a_mate(fen: str, search: str, limits: Limits, mate: str, plies: int | None) -> None:
    result = analyse(fen, search, limits)
    assert (result.mate, result.score.plies) == (mate, plies)


def test_it_is_stopped_at_once() -> None:
    session = Session(ChessPosition(MIDDLEGAME))
    told: list[Result[str]] = []
    task = session.go(Limits(mate=5), lambda info: None, told.append, lambda failure: None)
    threading.Timer(0.05, task.stop).start()
    session.wait()
    assert told[0].mate == "undecided"
    assert told[0].seconds < 1


def test_a_search_proves_step_by_step() -> None:
    search = create("PVS", ChessPosition())
    with pytest.raises(ValueError, match="`begin` with a position comes first"):
        search.prove(1)
    search.begin(ChessPosition(THREE))
    for moves in (0, 6, -1):
        with pytest.raises(ValueError, match=f"PVS proves wins in 1 to 5 moves, not {moves}"):
            search.prove(moves)
    assert [search.prove(moves) for moves in (1, 2, 1, 4, 5, 3)] == [False, False, False, True, True, True]
    assert search.lines[0].forced
    assert len(search.lines[0].moves) == 5
    assert search.deepen(6)
    told: list[int] = []
    search.begin(ChessPosition(THREE))
    assert search.prove(3, lambda line, number, bounded: told.append(number))
    assert told
    search.begin(ChessPosition(KIWIPETE))
    search.halt()
    assert search.prove(3) is None
    other = create("AlphaBeta", Connect4Position())
    other.begin(Connect4Position())
    with pytest.raises(ValueError, match="AlphaBeta proves nothing beside its values"):
        other.prove(1)


def test_a_search_that_proves_is_busy_and_what_a_report_raises_is_raised() -> None:
    search = create("PVS", ChessPosition())
    for method in ("prove", "deepen"):

        def disturb(line: RootMove, number: int, bounded: bool, method: str = method) -> None:
            getattr(search, method)(1)

        search.begin(ChessPosition(KIWIPETE))
        with pytest.raises(Busy, match=method):
            search.prove(2, disturb)
    search.begin(ChessPosition(KIWIPETE))
    assert search.prove(2) is False


# Mates of an ordinary search: they need not be the shortest, but each is shown to its end.


def check_mates(board: chess.Board, told: list[Info]) -> int:
    """Each mate reported as exact has a line of that length without a draw; return how many there are."""
    mates = [info.line for info in told if info.line and info.line.score.plies and not info.line.score.bound]
    for line in mates:
        after = board.copy()
        for number, move in enumerate(map(chess.Move.from_uci, line.pv)):
            assert number == 0 or not drawn(after)
            assert after.is_legal(move)
            after.push(move)
        assert len(line.pv) == abs(line.score.plies or 0), f"{board.fen()}: {line}"
        assert after.is_checkmate()
    return len(mates)


def search_twice(board: chess.Board, depth: int, options: Mapping[str, str]) -> list[Info]:
    """Search, then search again half as deep, with the table of the first search."""
    told: list[Info] = []
    settings = Options()
    for name, value in {"Hash": "1", **options}.items():
        settings.set(name, value)
    session = Session(from_board(board), settings)
    for each in (depth, depth // 2):
        session.search(Limits(depth=each), told.append)
    return told


@pytest.mark.parametrize("count", [150, pytest.param(10_000, marks=pytest.mark.slow)])
def test_a_mate_is_told_with_all_its_moves(count: int) -> None:
    chooser = random.Random(count)
    mates = 0
    for _ in range(count):
        board = scattered(chooser, chooser.randrange(4, 10))
        board.halfmove_clock = chooser.choice((0, 0, 0, 85, 94))
        options = {"MultiPV": chooser.choice(("1", "256", "256")), "Threads": chooser.choice(("1", "1", "2"))}
        mates += check_mates(board, search_twice(board, chooser.randrange(2, 8), options))
    assert mates > count


@pytest.mark.parametrize(
    ("fen", "depth", "options"),
    [
        ("5Q2/8/8/4K2k/4P2P/3b4/8/6R1 b - - 0 1", 2, {}),
        ("8/K1p1R3/2B5/1p6/1P6/N1Pk4/7r/1N6 b - - 0 1", 19, {"MultiPV": "4"}),  # the table joins 23 plies to 93 more
    ],
)
def test_the_table_cuts_no_mate_short(fen: str, depth: int, options: Mapping[str, str]) -> None:
    board = chess.Board(fen)
    assert check_mates(board, search_twice(board, depth, options))
