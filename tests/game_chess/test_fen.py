"""FEN against python-chess: what is accepted, what is refused and why, and what is written."""

import random

import chess
import pytest
from oddsfish.engine.games.chess.position import ChessPosition

KINGS = "4k3/8/8/8/8/8/8/4K3"
ROOKS = "r3k2r/8/8/8/8/8/8/R3K2R"


def rewrite(fen: str, chess960: bool = False) -> str:
    return ChessPosition(fen, chess960).fen()


# What is accepted.


@pytest.mark.parametrize(
    ("fen", "written"),
    [
        (f"{KINGS} w - -", f"{KINGS} w - - 0 1"),
        (f"{KINGS} w - - 7", f"{KINGS} w - - 7 1"),
        (f"{KINGS} w - - 7 31", f"{KINGS} w - - 7 31"),
        (f"{KINGS} b - - 0 0", f"{KINGS} b - - 0 1"),
        (f"  {KINGS}   b - -\t0  12 ", f"{KINGS} b - - 0 12"),
        (f"{ROOKS} w kqKQ - 0 1", f"{ROOKS} w KQkq - 0 1"),
        (f"{ROOKS} w HAha - 0 1", f"{ROOKS} w KQkq - 0 1"),
    ],
)
def test_fields_are_read_tolerantly(fen: str, written: str) -> None:
    assert rewrite(fen) == written


def test_white_to_move_and_black_to_move_count_the_same_full_move() -> None:
    position = ChessPosition(f"{KINGS} b - - 3 0")
    position.play(position.parse("e8d8"))
    assert position.fen() == "3k4/8/8/8/8/8/8/4K3 w - - 4 2"


@pytest.mark.parametrize(
    "fen",
    [
        "4k3/8/8/8/4r3/8/8/r3K2b w - - 0 1",
        "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1",
        "4k3/8/3N1N2/8/8/8/4R3/4K3 b - - 0 1",
        "3R4/8/q4k2/2B5/1NK5/3b4/8/8 w - - 0 1",
        "k3r3/8/8/8/b7/2n1n3/8/r2K3r w - - 0 1",
    ],
)
def test_checks_that_cannot_arise_are_accepted(fen: str) -> None:
    board = chess.Board(fen)
    position = ChessPosition(fen)
    assert position.fen() == board.fen()
    assert position.checking() == [chess.square_name(square) for square in board.checkers()]
    assert {position.notation(move) for move in position.moves()} == {move.uci() for move in board.legal_moves}


@pytest.mark.parametrize(
    ("placement", "turn", "square"),
    [
        ("4k3/8/8/3pP3/8/8/8/4K3", "b", "d6"),  # not the turn
        ("4k3/8/8/3p4/8/8/8/4K3", "w", "d6"),  # no pawn beside it
        ("4k3/8/8/3PP3/8/8/8/4K3", "w", "d6"),  # no pawn that stepped
        ("4k3/3p4/8/3pP3/8/8/8/4K3", "w", "d6"),  # something on the square it came from
        ("4k3/8/3n4/3pP3/8/8/8/4K3", "w", "d6"),  # something on the square it passed
        ("4k3/8/8/3pP3/8/8/8/4K3", "w", "d5"),  # not a square behind a pawn
        ("4k3/8/8/3pP3/8/8/8/4K3", "w", "a1"),
        ("8/8/8/K2pP2r/8/8/8/4k3", "w", "d6"),  # the capture would expose the king
        ("4r1k1/8/8/3pP3/8/8/8/4K3", "w", "d6"),
    ],
)
def test_an_en_passant_square_that_nobody_can_use_is_dropped(placement: str, turn: str, square: str) -> None:
    with_square = ChessPosition(f"{placement} {turn} - {square} 0 1")
    without = ChessPosition(f"{placement} {turn} - - 0 1")
    assert with_square.fen() == without.fen() == f"{placement} {turn} - - 0 1"
    assert with_square.zobrist == without.zobrist
    assert with_square.moves() == without.moves()


def test_an_en_passant_square_that_somebody_can_use_is_kept() -> None:
    fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
    assert rewrite(fen) == fen
    assert "e5d6" in map(ChessPosition(fen).notation, ChessPosition(fen).moves())


@pytest.mark.parametrize(
    ("fen", "chess960", "rights"),
    [
        (f"{KINGS} w KQkq - 0 1", False, "-"),
        ("r3k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", False, "Kq"),
        ("r4k1r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", False, "-"),
        ("r4k1r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", True, "KQkq"),
        ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1", False, "-"),
        ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1", True, "KQkq"),
        ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1", True, "KQkq"),
        ("rr2k1rr/8/8/8/8/8/8/RR2K1RR w KQkq - 0 1", True, "KQkq"),
        ("rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1", True, "GBgb"),
        ("rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBkq - 0 1", True, "GBkq"),
        ("rr2k1rr/8/8/8/8/8/8/RR2K1RR w GHkq - 0 1", True, "Kkq"),  # two on one side: the outer one
        ("rr2k1rr/8/8/8/8/8/8/RR2K1RR w GBgb - 0 1", False, "-"),
        (f"{ROOKS} w Bb - 0 1", True, "-"),  # no rook there
        ("r6r/4k3/8/8/8/8/4K3/R6R w KQkq - 0 1", True, "-"),  # no king there
    ],
)
def test_castling_rights_without_king_or_rook_are_dropped(fen: str, chess960: bool, rights: str) -> None:
    assert chess.Board(fen, chess960=chess960).castling_xfen() == rights
    assert rewrite(fen, chess960).split()[2] == rights


def test_an_inner_rook_castles_by_its_letter() -> None:
    position = ChessPosition("4k3/8/8/8/8/8/8/RR2K3 w B - 0 1", True)
    position.play(position.parse("e1b1"))
    assert position.fen() == "4k3/8/8/8/8/8/8/R1KR4 b - - 1 1"


# What is refused.


def refusal(fen: str) -> str:
    with pytest.raises(ValueError) as caught:
        ChessPosition(fen)
    return str(caught.value)


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("", "a FEN has four to six fields, not 0"),
        ("startpos", "a FEN has four to six fields, not 1"),
        (f"{KINGS} w -", "a FEN has four to six fields, not 3"),
        (f"{KINGS} w - - 0 1 1", "a FEN has four to six fields, not 7"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 0 kings, not one"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings, not one"),
        ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "White has 2 kings, not one"),
        ("4k3/8/8/8/8/8/8/4K2r b - - 0 1", "the side that is not to move is in check"),
        ("8/8/8/8/8/8/3k4/4K3 w - - 0 1", "the side that is not to move is in check"),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn stands on the first or last rank"),
        ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "a pawn stands on the first or last rank"),
        ("4k3/8/8/8/Q7/QQQQQQQQ/QQQQQQQ1/4K3 b - - 0 1", "White has 17 pieces, more than 16"),
        ("4k3/nnnnnnnn/nnnnnnnn/8/8/8/8/4K3 w - - 0 1", "Black has 17 pieces, more than 16"),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", "the board has eight ranks, not 7"),
        ("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "the board has eight ranks, not 9"),
        ("4k3/7/8/8/8/8/8/4K3 w - - 0 1", "rank 7 has 7 squares, not 8"),
        ("4k3/8N/8/8/8/8/8/4K3 w - - 0 1", "rank 7 has 9 squares, not 8"),
        ("4k3//8/8/8/8/8/4K3 w - - 0 1", "rank 7 has 0 squares, not 8"),
        ("4k3/44/8/8/8/8/8/4K3 w - - 0 1", "rank 7 is malformed: '44'"),
        ("4k3/8/9/8/8/8/8/4K3 w - - 0 1", "rank 6 is malformed: '9'"),
        ("4k3/8/8/7x/8/8/8/4K3 w - - 0 1", "rank 5 is malformed: '7x'"),
        ("4k3/8/8/7\u0665/8/8/8/4K3 w - - 0 1", "rank 5 is malformed: '7\u0665'"),
        (f"{KINGS} W - - 0 1", "the side to move is w or b, not 'W'"),
        (f"{KINGS} - - - 0 1", "the side to move is w or b, not '-'"),
        (f"{ROOKS} w KX - 0 1", "castling rights are malformed: 'KX'"),
        (f"{ROOKS} w KK - 0 1", "castling rights are malformed: 'KK'"),
        (f"{ROOKS} w K- - 0 1", "castling rights are malformed: 'K-'"),
        (f"{ROOKS} w KQA - 0 1", "castling rights are malformed: 'KQA'"),
        (f"{ROOKS} w \u212a - 0 1", "castling rights are malformed: '\u212a'"),  # the sign for kelvin: lower() is k
        (f"{KINGS} w - e9 0 1", "the en passant square is malformed: 'e9'"),
        (f"{KINGS} w - e 0 1", "the en passant square is malformed: 'e'"),
        (f"{KINGS} w - e33 0 1", "the en passant square is malformed: 'e33'"),
        (f"{KINGS} w - - -1 1", "the half-move clock is a number from 0 to 9999, not '-1'"),
        (f"{KINGS} w - - 10000 1", "the half-move clock is a number from 0 to 9999, not '10000'"),
        (f"{KINGS} w - - 0 1.0", "the full-move number is a number from 0 to 9999, not '1.0'"),
        (f"{KINGS} w - - 0 \u0661", "the full-move number is a number from 0 to 9999, not '\u0661'"),
    ],
)
def test_what_is_no_position_is_refused(fen: str, reason: str) -> None:
    assert refusal(fen) == reason


@pytest.mark.parametrize("field", range(6))
def test_a_reason_is_short_whatever_was_sent(field: int) -> None:
    fields = f"{KINGS} w - - 0 1".split()
    fields[field] = "1" * 100_000 if field else "/".join(["1" * 100_000] * 8)
    assert len(refusal(" ".join(fields))) < 200


# What is written.


def random_castling(rng: random.Random) -> str:
    """A castling field as python-chess accepts it: at most two letters a side."""
    white = "".join(rng.sample("KQABCDEFGH", rng.randrange(3)))
    black = "".join(rng.sample("kqabcdefgh", rng.randrange(3)))
    return white + black or "-"


def random_back_rank(rng: random.Random, king: str, rook: str) -> str:
    pieces = [rook if rng.random() < 0.5 else "" for _ in range(8)]
    pieces[4 if rng.random() < 0.5 else rng.randrange(8)] = king
    return "".join(piece or "1" for piece in pieces)


def merge(rank: str) -> str:
    """Neighbouring gaps made one, as FEN wants them."""
    for length in range(8, 1, -1):
        rank = rank.replace("1" * length, str(length))
    return rank


@pytest.mark.slow
@pytest.mark.parametrize("chess960", [False, True])
def test_random_castling_fields_mean_the_same(chess960: bool) -> None:
    rng = random.Random(5)
    for _ in range(5_000):
        ranks = [random_back_rank(rng, "k", "r"), "pppppppp", *4 * ["8"], "PPPPPPPP", random_back_rank(rng, "K", "R")]
        fen = f"{'/'.join(map(merge, ranks))} {rng.choice('wb')} {random_castling(rng)} - 0 1"
        board = chess.Board(fen, chess960=chess960)
        position = ChessPosition(fen, chess960)
        assert position.fen() == board.fen(), fen
        assert {position.notation(move) for move in position.moves()} == {move.uci() for move in board.legal_moves}, fen


@pytest.mark.parametrize("chess960", [False, True])
def test_random_positions_are_written_the_same(chess960: bool) -> None:
    rng = random.Random(6)
    accepted = 0
    while accepted < 3_000:
        board = chess.Board(None, chess960=chess960)
        squares = rng.sample(chess.SQUARES, rng.randrange(2, 20))
        for square, letter in zip(squares, "Kk" + "".join(rng.choices("QRBNPqrbnp", k=18)), strict=False):
            if letter not in "Pp" or 0 < chess.square_rank(square) < 7:
                board.set_piece_at(square, chess.Piece.from_symbol(letter))
        board.turn = rng.random() < 0.5
        board.halfmove_clock = rng.randrange(200)
        board.fullmove_number = rng.randrange(1, 300)
        if board.was_into_check():
            continue
        position = ChessPosition(board.fen(), chess960)
        assert position.fen() == board.fen()
        names = {position.notation(move) for move in position.moves()}
        assert names == {move.uci() for move in board.legal_moves}, board.fen()
        accepted += 1
