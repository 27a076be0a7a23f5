"""Chess: memoised minimax with an evaluation that is updated move by move.

A state is a FEN. Values are those of White. The library python-chess knows the rules.
"""

import chess

VALUES = {"p": 100, "n": 320, "b": 330, "r": 500, "q": 900, "k": 0}  # of the pieces
STEP = 7  # points of a pawn for each rank that it has advanced from its first square: a7 has 5 steps for White
RIM = 13  # points that a knight loses on the a-file, the h-file, the first and the eighth rank
MATE = 30000  # the value of a mate on the board
DELAY = 10  # points that a mate loses for each move of either side that leads to it

known = {}  # what has been searched: fill it, so that no position is searched twice to the same depth


def points(piece, square):
    """The points of a python-chess piece on a square, for its own side."""
    kind = piece.symbol().lower()
    value = VALUES[kind]
    rank, file = chess.square_rank(square), chess.square_file(square)
    if kind == "p":
        value += STEP * (rank - 1 if piece.color == chess.WHITE else 6 - rank)
    if kind == "n" and (rank in (0, 7) or file in (0, 7)):
        value -= RIM
    return value


def evaluation(fen):
    """The points of all pieces of White less those of Black."""
    total = 0
    for square, piece in chess.Board(fen).piece_map().items():
        total += points(piece, square) if piece.color == chess.WHITE else -points(piece, square)
    return total


def gain(fen, move):
    """The change of the evaluation by a move in UCI, only from the pieces that move, vanish and appear."""
    board = chess.Board(fen)
    played = board.parse_uci(move)
    sign = 1 if board.turn == chess.WHITE else -1
    mover = board.piece_at(played.from_square)
    after = chess.Piece(played.promotion, board.turn) if played.promotion else mover
    change = points(after, played.to_square) - points(mover, played.from_square)
    if board.is_castling(played):
        queenside = board.is_queenside_castling(played)
        rank = chess.square_rank(played.from_square)
        rook = chess.Piece(chess.ROOK, board.turn)
        change += points(rook, chess.square(3 if queenside else 5, rank)) - points(
            rook, chess.square(0 if queenside else 7, rank)
        )
    taken = played.to_square
    if board.is_en_passant(played):
        taken = chess.square(chess.square_file(played.to_square), chess.square_rank(played.from_square))
    victim = board.piece_at(taken)
    if victim is not None:
        change += points(victim, taken)
    return sign * change


def key(fen):
    """The part of a FEN on which the moves and the value depend: clocks do not count."""
    return " ".join(fen.split()[:4])


def result(fen, move):
    """The FEN after a move in UCI."""
    board = chess.Board(fen)
    board.push_uci(move)
    return board.fen()


def minimax(fen, depth):
    """The value of a position if both sides play their best moves; after `depth` moves, the evaluation counts.

    Black mated is MATE, White mated is -MATE; stalemate and too little material are 0. For each move that leads to it,
    a mate is DELAY points nearer to 0: a mate in one move of White has the value MATE - DELAY.
    """
    return searched(fen, depth, evaluation(fen))


def searched(fen, depth, points_now):
    """The same; points_now: the evaluation of the position."""
    place = key(fen), depth
    if place in known:
        return known[place]
    board = chess.Board(fen)
    if board.is_checkmate():
        value = -MATE if board.turn == chess.WHITE else MATE
    elif board.is_stalemate() or board.is_insufficient_material():
        value = 0
    elif depth == 0:
        value = points_now
    else:
        values = []
        for move in board.legal_moves:
            name = move.uci()
            after = searched(result(fen, name), depth - 1, points_now + gain(fen, name))
            values.append(later(after))
        value = max(values) if board.turn == chess.WHITE else min(values)
    known[place] = value
    return value


def later(value):
    """A value one move earlier: only a mate changes."""
    if value > MATE / 2:
        return value - DELAY
    if value < -MATE / 2:
        return value + DELAY
    return value
