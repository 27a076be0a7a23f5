"""Random positions of chess with few pieces, as cases."""

from __future__ import annotations

from random import Random

import chess

PIECES = "PPPNBRQ"
MOST_MOVES = 25  # of the side to move: python-chess is slow


def piece_values(random: Random) -> dict[str, int]:
    """Return random values of the pieces for a course."""
    pawn = random.choice((90, 100, 110))
    knight = random.choice((290, 305, 320))
    bishop = knight + random.choice((5, 10, 25))
    return {
        "p": pawn,
        "n": knight,
        "b": bishop,
        "r": random.choice((480, 500, 520)),
        "q": random.choice((880, 900, 950)),
    }


def position(random: Random, pieces: int) -> str:
    """Return the FEN of a legal position with this many pieces besides the kings. The game is not over there."""
    while True:
        board = chess.Board(None)
        squares = random.sample(range(64), pieces + 2)
        board.set_piece_at(squares[0], chess.Piece(chess.KING, chess.WHITE))
        board.set_piece_at(squares[1], chess.Piece(chess.KING, chess.BLACK))
        for square in squares[2:]:
            piece = chess.Piece.from_symbol(random.choice(PIECES))
            piece.color = random.random() < 0.5
            board.set_piece_at(square, piece)
        board.turn = random.random() < 0.5
        if board.is_valid() and not board.is_game_over() and board.legal_moves.count() <= MOST_MOVES:
            return board.fen()


def ended(random: Random, mated: bool) -> str:
    """The FEN of a position in which the side to move is mated, or stalemated."""
    while True:
        side = random.random() < 0.5
        board = chess.Board(None)
        squares = random.sample(range(64), 4)
        board.set_piece_at(squares[0], chess.Piece(chess.KING, side))
        board.set_piece_at(squares[1], chess.Piece(chess.KING, not side))
        board.set_piece_at(squares[2], chess.Piece(chess.QUEEN, not side))
        board.set_piece_at(squares[3], chess.Piece(chess.ROOK, not side))
        board.turn = side
        if board.is_valid() and (board.is_checkmate() if mated else board.is_stalemate()):
            return board.fen()


def before_mate(random: Random, plies: int) -> str:
    """The FEN of a position in which the side to move can mate in so many plies, 1 or 3."""
    while True:
        board = chess.Board(None)
        side = random.random() < 0.5
        squares = random.sample(range(64), 4)
        board.set_piece_at(squares[0], chess.Piece(chess.KING, not side))
        board.set_piece_at(squares[1], chess.Piece(chess.KING, side))
        board.set_piece_at(squares[2], chess.Piece(chess.QUEEN, side))
        board.set_piece_at(squares[3], chess.Piece(chess.ROOK, side))
        board.turn = side
        if board.is_valid() and not board.is_game_over() and mates(board, 1) == (plies == 1) and mates(board, plies):
            return board.fen()


def mates(board: chess.Board, plies: int) -> bool:
    """Whether the side to move can mate in at most so many plies."""
    for move in list(board.legal_moves):
        board.push(move)
        won = board.is_checkmate()
        if not won and plies > 1 and not board.is_game_over():
            replies = list(board.legal_moves)
            won = True
            for reply in replies:
                board.push(reply)
                won = won and mates(board, plies - 2)
                board.pop()
                if not won:
                    break
        board.pop()
        if won:
            return True
    return False
