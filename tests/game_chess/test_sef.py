"""SEF against the text of its source, implemented here with python-chess's boards."""

from __future__ import annotations

from random import Random

import chess
import pytest
from oddsfish.engine import ChessPosition, Limits, analyse
from oddsfish.engine.options import options_of

PIECES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 20}
WEIGHTS = {
    "opening": (1.0, 0.2, 0.5, 0.5, 0.1),
    "middlegame": (1.0, 0.3, 0.3, 0.4, 0.3),
    "endgame": (1.5, 0.2, 0.1, 0.2, 0.5),
}


def phase(board: chess.Board) -> str:
    """The phase as in docs/searches.md: an opening with 22 or more pieces, an endgame with 12 or fewer."""
    pieces = len(board.piece_map())
    return "opening" if pieces >= 22 else "endgame" if pieces <= 12 else "middlegame"


def sef(board: chess.Board, side: chess.Color, mobility: str) -> float:
    """The evaluation by the features of one side, in pawns from White's view."""
    own = {square: piece for square, piece in board.piece_map().items() if piece.color == side}
    material = sum(
        PIECES[piece.piece_type] * (1 if piece.color == side else -1) for piece in board.piece_map().values()
    )
    files = [chess.square_file(square) for square, piece in own.items() if piece.piece_type == chess.PAWN]
    doubled = sum(files.count(file) - 1 for file in set(files))
    isolated = sum(file - 1 not in files and file + 1 not in files for file in files)
    centre = sum(0.5 for square in (chess.D4, chess.E4, chess.D5, chess.E5) if square in own)
    turned = board.copy(stack=False)
    if turned.turn != side:
        turned.turn = side
        turned.ep_square = None
    moves = 0.1 * (len(own) if mobility == "published" else turned.legal_moves.count())
    king = board.king(side)
    assert king is not None
    beside = [square for square in chess.SquareSet(chess.BB_KING_ATTACKS[king]) if square not in own]
    safe = sum(0.2 for square in beside if not board.is_attacked_by(not side, square))
    parts = (material, -0.5 * (doubled + isolated), centre, moves, safe)
    total = sum(weight * part for weight, part in zip(WEIGHTS[phase(board)], parts, strict=True))
    return total if side else -total


def random_boards(seed: int, chess960: bool) -> list[chess.Board]:
    random = Random(seed)
    board = chess.Board.from_chess960_pos(random.randrange(960)) if chess960 else chess.Board()
    boards = []
    while not board.is_game_over() and len(board.move_stack) < 250:
        boards.append(board.copy(stack=False))
        board.push(random.choice(list(board.legal_moves)))
    return boards


def seen_from(board: chess.Board, mobility: str) -> ChessPosition:
    """The position with SEF, configured as at the root of a search."""
    position = ChessPosition(board.fen(), board.chess960)
    options = options_of(position)
    options.set("Evaluation", "SEF")
    options.set("Mobility", mobility)
    position.configure(options)
    return position


@pytest.mark.parametrize("mobility", ["written", "published"])
@pytest.mark.parametrize("chess960", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_it_is_the_text(seed: int, chess960: bool, mobility: str) -> None:
    """At the root, and one and two plies below it, where SEF still counts the features of the root's side."""
    random = Random(seed)
    boards = random_boards(seed, chess960)
    assert {phase(board) for board in boards} >= {"opening", "middlegame"}
    for board in boards:
        side = board.turn
        position = seen_from(board, mobility)
        assert position.value() == pytest.approx(sef(board, side, mobility), abs=1e-9)
        for _ in range(2):
            moves = list(board.legal_moves)
            if not moves:
                break
            move = random.choice(moves)
            position.play(position.parse(board.uci(move)))
            board.push(move)
            assert position.value() == pytest.approx(sef(board, side, mobility), abs=1e-9), board.fen()


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/8/8/8/2k5/2q5/K7 w - - 0 1",  # an endgame, and squares beside the king that are attacked
        "4k3/pp3p1p/8/3PP3/3pp3/8/P1P2P1P/4K3 b - - 0 1",  # isolated, doubled and central pawns
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",  # a pawn that White could not take en passant
        "4k3/8/8/8/4R3/8/8/4K3 b - - 0 1",  # a king that could be captured, were it White's turn
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    ],
)
def test_positions_that_ask_for_more(fen: str) -> None:
    board = chess.Board(fen)
    for mobility in ("written", "published"):
        assert seen_from(board, mobility).value() == pytest.approx(sef(board, board.turn, mobility), abs=1e-9)
        for move in list(board.legal_moves):
            position = seen_from(board, mobility)
            position.play(position.parse(board.uci(move)))
            board.push(move)
            assert position.value() == pytest.approx(sef(board, not board.turn, mobility), abs=1e-9), board.fen()
            board.pop()


def test_colours_turned_round_turn_the_value_round() -> None:
    for board in random_boards(9, chess960=False)[::5]:
        value = seen_from(board, "written").value()
        assert seen_from(board.mirror(), "written").value() == pytest.approx(-value, abs=1e-9)


def test_a_search_sees_one_side_throughout() -> None:
    """At depths 1 and 3 the other side is to move at the leaves; SEF still counts the features of the root's side."""
    board = chess.Board("r1bqkbnr/ppp2ppp/2np4/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4")
    for board.turn in (chess.WHITE, chess.BLACK):
        result = analyse(ChessPosition(board.fen()), "Minimax", Limits(depth=1), {"Evaluation": "SEF"})
        sign = 1 if board.turn else -1
        for line in result.lines:
            after = board.copy()
            after.push_uci(line.move)
            assert line.score.value == pytest.approx(sign * sef(after, board.turn, "written"), abs=1e-9)
        again = analyse(ChessPosition(board.fen()), "AlphaBeta", Limits(depth=3), {"Evaluation": "SEF", "Table": True})
        full = analyse(ChessPosition(board.fen()), "Minimax", Limits(depth=3), {"Evaluation": "SEF"})
        assert (again.move, again.score) == (full.move, full.score)
