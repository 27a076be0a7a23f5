"""How games of chess end: draws by the rules (`outcome`), and as a search sees them (`ending`)."""

import chess
import pytest
from oddsfish.engine.games.chess.position import ChessPosition
from oddsfish.engine.position import Win

SHUFFLE = ("g1f3", "g8f6", "f3g1", "f6g8")


def play(position: ChessPosition, *moves: str) -> None:
    for text in moves:
        position.play(position.parse(text))


def test_repetition() -> None:
    position = ChessPosition()
    for occurrence in range(2, 7):
        play(position, *SHUFFLE)
        assert position.ending() == (0.0 if occurrence >= 3 else None)
        assert position.outcome() == ("fivefold_repetition" if occurrence >= 5 else None)
    for _ in SHUFFLE:
        position.undo()
    assert position.outcome() == "fivefold_repetition"
    for _ in SHUFFLE:
        position.undo()
    assert position.outcome() is None


def occurrences(fen: str, *moves: str) -> int:
    """How often, by python-chess and by us, the last position stood on the board: 1, 2, or 3 for more."""
    board = chess.Board(fen)
    position = ChessPosition(fen)
    for text in moves:
        board.push_uci(text)
        play(position, text)
    theirs = max(count for count in (1, 2, 3) if board.is_repetition(count))
    assert (position.ending() == 0.0) == (theirs == 3)
    return theirs


def test_a_position_with_other_castling_rights_is_another() -> None:
    there_and_back = ("h1g1", "e8d8", "g1h1", "d8e8")
    assert occurrences("4k3/8/8/8/8/8/8/4K2R w - - 0 1", *2 * there_and_back) == 3
    assert occurrences("4k3/8/8/8/8/8/8/4K2R w K - 0 1", *2 * there_and_back) == 2
    assert occurrences("4k3/8/8/8/8/8/8/4K2R w K - 0 1", *3 * there_and_back) == 3


@pytest.mark.parametrize("file", "abcdefg")
def test_a_position_with_en_passant_is_another(file: str) -> None:
    ours = chess.FILE_NAMES[chess.FILE_NAMES.index(file) + 1]
    pieces = {f"{ours}5": "P", f"{file}7": "p", "e1": "K", "e8": "k"}
    board = chess.Board(None)
    board.set_piece_map({chess.parse_square(name): chess.Piece.from_symbol(piece) for name, piece in pieces.items()})
    board.turn = chess.BLACK
    there_and_back = ("e1f1", "e8f8", "f1e1", "f8e8")
    assert occurrences(board.fen(), f"{file}7{file}5", *2 * there_and_back) == 2
    assert occurrences(board.fen(), f"{file}7{file}5", *3 * there_and_back) == 3


def test_en_passant_that_a_pin_forbids_makes_no_difference() -> None:
    there_and_back = ("e1d1", "g8f8", "d1e1", "f8g8")
    assert occurrences("4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5", *2 * there_and_back) == 3


@pytest.mark.parametrize(
    ("clock", "move", "ending", "outcome"),
    [
        (98, "a1a2", None, None),
        (99, "a1a2", 0.0, None),
        (148, "a1a2", 0.0, None),
        (149, "a1a2", 0.0, "seventyfive_moves"),
        (149, "g2g3", None, None),
        (149, "a1a8", Win(0), "checkmate"),
    ],
)
def test_clock(clock: int, move: str, ending: Win | float | None, outcome: str | None) -> None:
    position = ChessPosition(f"6k1/5ppp/8/8/8/8/6P1/R5K1 w - - {clock} 200")
    play(position, move)
    assert (position.ending(), position.outcome()) == (ending, outcome)


def test_a_clock_above_the_limit_ends_the_game_at_once() -> None:
    position = ChessPosition("6k1/5ppp/8/8/8/8/6P1/R5K1 w - - 9999 9999")
    assert position.outcome() == "seventyfive_moves"
    play(position, "a1a2", "g8f8")
    assert position.fen() == "5k2/5ppp/8/8/8/8/R5P1/6K1 w - - 9999 9999"  # no larger than can be read again
    assert ChessPosition(position.fen()).outcome() == "seventyfive_moves"


@pytest.mark.parametrize(
    ("fen", "ending", "outcome"),
    [
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", Win(0), "checkmate"),
        ("6k1/8/8/8/8/8/5PPP/r5K1 w - - 0 1", Win(1), "checkmate"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0.0, "stalemate"),
        ("7k/5K2/6B1/8/8/8/8/8 b - - 150 99", 0.0, "insufficient_material"),
    ],
)
def test_the_last_move(fen: str, ending: Win | float | None, outcome: str | None) -> None:
    position = ChessPosition(fen)
    assert (position.ending(), position.outcome()) == (ending, outcome)


@pytest.mark.parametrize(
    ("pieces", "insufficient"),
    [
        ("", True),
        ("N", True),
        ("b", True),
        ("NN", False),
        ("Nn", False),
        ("Nb", False),
        ("BN", False),
        ("B.B.b", True),
        ("BB", False),
        ("B.b", True),
        ("Bb", False),
        ("P", False),
        ("r", False),
        ("Q", False),
    ],
)
def test_insufficient_material(pieces: str, insufficient: bool) -> None:
    """The pieces stand side by side on the second rank; a point leaves a square free: B.b are two of one colour."""
    rank = "".join("1" if piece == "." else piece for piece in pieces) + str(8 - len(pieces))
    fen = f"5k2/8/8/8/8/6K1/{rank}/8 w - - 0 1"
    assert chess.Board(fen).is_insufficient_material() == insufficient
    assert (ChessPosition(fen).outcome() == "insufficient_material") == insufficient
    assert ChessPosition(fen).ending() == (0.0 if insufficient else None)
