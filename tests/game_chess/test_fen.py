"""FEN against python-chess: what is accepted, what is refused and why, and what is written."""

import random
import re

import chess
import pytest
from oddsfish.engine.games.chess.position import ChessPosition

KINGS = "4k3/8/8/8/8/8/8/4K3"
ROOKS = "r3k2r/8/8/8/8/8/8/R3K2R"


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
    assert ChessPosition(fen).fen() == written


# What is refused.


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("startpos", "'startpos' is no FEN of chess: it has four to six fields, not 1"),
        (f"{KINGS} w - - 0 1 1", f"'{KINGS} w - - 0 1 1' is no FEN of chess: it has four to six fields, not 7"),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 0 kings, not one"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings, not one"),
        ("4k3/8/8/8/8/8/8/4K2r b - - 0 1", "the side that is not to move is in check"),
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn stands on the first or last rank"),
        ("4k3/8/8/8/Q7/QQQQQQQQ/QQQQQQQ1/4K3 b - - 0 1", "White has 17 pieces, more than 16"),
        ("4k3/8/8/8/8/8/4K3 w - - 0 1", "the board has eight ranks, not 7"),
        ("4k3/8N/8/8/8/8/8/4K3 w - - 0 1", "rank 7 has 9 squares, not 8"),
        ("4k3/44/8/8/8/8/8/4K3 w - - 0 1", "rank 7 is malformed: '44'"),
        ("4k3/8/8/7\u0665/8/8/8/4K3 w - - 0 1", "rank 5 is malformed: '7\u0665'"),
        (f"{KINGS} W - - 0 1", "the side to move is w or b, not 'W'"),
        (f"{ROOKS} w KK - 0 1", "castling rights are malformed: 'KK'"),
        (f"{ROOKS} w \u212a - 0 1", "castling rights are malformed: '\u212a'"),  # the sign for kelvin: lower() is k
        (f"{KINGS} w - e9 0 1", "the en passant square is malformed: 'e9'"),
        (f"{KINGS} w - - 10000 1", "the half-move clock is a number from 0 to 9999, not '10000'"),
        (f"{KINGS} w - - 0 \u0661", "the full-move number is a number from 0 to 9999, not '\u0661'"),
    ],
)
def test_what_is_no_position_is_refused(fen: str, reason: str) -> None:
    with pytest.raises(ValueError) as caught:
        ChessPosition(fen)
    assert str(caught.value) == reason


# What is written.


def random_castling(rng: random.Random) -> str:
    """A castling field as python-chess accepts it: at most two letters a side."""
    white = "".join(rng.sample("KQABCDEFGH", rng.randrange(3)))
    black = "".join(rng.sample("kqabcdefgh", rng.randrange(3)))
    return white + black or "-"


def random_back_rank(rng: random.Random, king: str, rook: str) -> str:
    pieces = [rook if rng.random() < 0.5 else "" for _ in range(8)]
    pieces[4 if rng.random() < 0.5 else rng.randrange(8)] = king
    return merge("".join(piece or "1" for piece in pieces))


def merge(placement: str) -> str:
    """Join neighbouring gaps, as FEN demands."""
    return re.sub("1+", lambda gap: str(len(gap[0])), placement)


@pytest.mark.parametrize("count", [250, pytest.param(5_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("chess960", [False, True])
def test_random_castling_fields_mean_the_same(chess960: bool, count: int) -> None:
    """Rights without king or rook are dropped; an inner rook castles by its letter."""
    rng = random.Random(5)
    for _ in range(count):
        ranks = [random_back_rank(rng, "k", "r"), "pppppppp", *4 * ["8"], "PPPPPPPP", random_back_rank(rng, "K", "R")]
        fen = f"{'/'.join(ranks)} {rng.choice('wb')} {random_castling(rng)} - 0 1"
        board = chess.Board(fen, chess960=chess960)
        position = ChessPosition(fen, chess960)
        assert position.fen() == board.fen(), fen
        assert {position.notation(move) for move in position.moves()} == {move.uci() for move in board.legal_moves}, fen


# Mutated FENs: they are refused with one line, or read as python-chess reads them.


PIECES = "PNBRQKpnbrqk"
CHARACTERS = PIECES + "12345678/wbKQkqABCDEFGHabcdefgh-0999 ~+._\t\n\0é٣\u212a\u2028"
CASTLING = ("-", "KQkq", "Kk", "Qq", "HAha", "GBgb", "KQ", "Bb", "kqKQ", "KK", "X", "KQA", "Hh")
SQUARES = ("-", "e3", "e6", "d3", "d6", "a3", "a6", "h6", "b6", "e4", "i3", "e")
COUNTERS = ("0", "1", "49", "99", "150", "9999", "10000", "-1", "1.5", "x", "00", "9" * 5000)

# The faults for which python-chess, too, calls a position unplayable. (It takes more than two kings for a variant.)
UNPLAYABLE = (
    chess.STATUS_NO_WHITE_KING
    | chess.STATUS_NO_BLACK_KING
    | chess.STATUS_TOO_MANY_KINGS
    | chess.STATUS_TOO_MANY_WHITE_PIECES
    | chess.STATUS_TOO_MANY_BLACK_PIECES
    | chess.STATUS_PAWNS_ON_BACKRANK
    | chess.STATUS_OPPOSITE_CHECK
)


def real_fens(rng: random.Random, games: int) -> list[str]:
    """FENs from random games, with right castling and en passant fields; standard chess and Chess960 in turn."""
    fens = []
    for number in range(games):
        board = chess.Board.from_chess960_pos(rng.randrange(960)) if number % 2 else chess.Board()
        for _ in range(rng.randrange(150)):
            if board.is_game_over():
                break
            board.push(rng.choice(list(board.legal_moves)))
            if rng.random() < 0.1:
                fens.append(board.fen())
            elif board.ep_square is not None:
                fens.append(board.fen(en_passant="fen"))
    return fens


def move_pieces(placement: str, rng: random.Random) -> str:
    """Put pieces on squares, remove them, and swap squares; mostly the result is still a placement."""
    board = list(re.sub("[1-8]", lambda gap: int(gap[0]) * "1", placement))
    squares = [index for index, letter in enumerate(board) if letter != "/"]
    for _ in range(rng.randrange(1, 4)):
        one, other = rng.choice(squares), rng.choice(squares)
        if rng.random() < 0.6:
            board[one], board[other] = board[other], board[one]
        else:
            board[one] = rng.choice(PIECES + "11111111")
    return merge("".join(board))


def garble(text: str, rng: random.Random) -> str:
    """Insert, replace, remove or double some characters."""
    for _ in range(rng.randrange(1, 4)):
        start = rng.randrange(len(text) + 1)
        end = start + rng.choice((0, 0, 1, 1, 2, 8))
        text = text[:start] + rng.choice(("", rng.choice(CHARACTERS), text[start:end] * 2)) + text[end:]
    return text


def mutate(fen: str, rng: random.Random) -> str:
    fields = fen.split(" ")
    for _ in range(rng.randrange(1, 4)):
        kind = rng.randrange(10)
        if kind < 4:
            fields[0] = move_pieces(fields[0], rng)
        elif kind == 4:
            fields[1] = rng.choice("wb")
        elif kind == 5:
            fields[2] = rng.choice(CASTLING)
        elif kind == 6:
            fields[3] = rng.choice(SQUARES)
        elif kind == 7:
            fields[rng.choice((4, 5))] = rng.choice(COUNTERS)
    if rng.random() < 0.05:
        fields = fields[: rng.randrange(8)]
    text = " ".join(fields)
    return garble(text, rng) if rng.random() < 0.3 else text


def library_refuses(fen: str, chess960: bool) -> bool:
    """Whether python-chess refuses this FEN, or our documented rules for a field are stricter."""
    try:
        board = chess.Board(fen, chess960=chess960)
    except ValueError:
        return True
    fields = fen.split()
    counters = fields[4:]
    return bool(
        board.status() & UNPLAYABLE
        or len(fields) < 4
        or "~" in fields[0]
        or not fen.isascii()  # python-chess takes the sign for kelvin for a K
        or len(set(fields[2])) < len(fields[2])
        or any(not re.fullmatch("[0-9]{1,9}", counter) or int(counter) > 9999 for counter in counters)
    )


def check(fen: str, chess960: bool) -> bool:
    """Return whether a FEN is accepted; it must be read or refused as documented."""
    try:
        position = ChessPosition(fen, chess960)
    except ValueError as error:
        reason = str(error)
        assert 0 < len(reason) < 200
        assert len(reason.splitlines()) == 1
        assert library_refuses(fen, chess960), (fen, reason)
        return False
    written = position.fen()
    board = chess.Board(written, chess960=chess960)
    assert not board.status() & (UNPLAYABLE | chess.STATUS_INVALID_EP_SQUARE | chess.STATUS_BAD_CASTLING_RIGHTS), fen
    assert board.fen() == written, fen
    again = ChessPosition(written, chess960)
    assert (again.fen(), again.zobrist) == (written, position.zobrist), fen
    moves = position.moves()
    assert sorted(map(position.notation, moves)) == sorted(move.uci() for move in board.legal_moves), fen
    assert position.count_sequences(1) == len(moves), fen
    try:
        literal = chess.Board(fen, chess960=chess960)
    except ValueError:
        return True  # castling rights in an order that only we accept
    if literal.ep_square is None or literal.status() & chess.STATUS_INVALID_EP_SQUARE == 0:
        assert literal.fen() == written
    return True


@pytest.mark.parametrize("count", [2_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_mutated_fens(count: int) -> None:
    rng = random.Random(count)
    fens = real_fens(rng, games=40)
    accepted = 0
    for _ in range(count):
        accepted += check(mutate(rng.choice(fens), rng), rng.random() < 0.5)
    assert 0.2 < accepted / count < 0.8  # a mixture of valid and invalid FENs
