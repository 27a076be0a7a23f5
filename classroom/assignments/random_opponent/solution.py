"""Chess against an opponent that plays any legal move: how does the best move change?

A state is a FEN. Player 0 is White, and values are those of White. The library python-chess knows the rules.
"""

import chess

VALUES = {"p": 100, "n": 320, "b": 330, "r": 500, "q": 900}  # of the pieces; a king counts nothing
CENTRE = 20  # points of a piece, also of a pawn or a king, on d4, e4, d5 or e5
MATE = 20000  # the value of a mate


def player(fen):
    """0 if it is White's turn, 1 if it is Black's."""
    return 0 if chess.Board(fen).turn == chess.WHITE else 1


def moves(fen):
    """The legal moves in the notation of UCI, such as "e2e4", in any order."""
    return [move.uci() for move in chess.Board(fen).legal_moves]


def result(fen, move):
    """The FEN after a move."""
    board = chess.Board(fen)
    board.push_uci(move)
    return board.fen()


def utility(fen):
    """MATE if Black is mated, -MATE if White is; 0 for stalemate and for too little material; else None."""
    board = chess.Board(fen)
    if board.is_checkmate():
        return -MATE if board.turn == chess.WHITE else MATE
    if board.is_stalemate() or board.is_insufficient_material():
        return 0
    return None


def evaluation(fen):
    """The pieces of White less those of Black, with CENTRE points for each piece in the centre."""
    total = 0
    for square, piece in chess.Board(fen).piece_map().items():
        points = VALUES.get(piece.symbol().lower(), 0)
        if square in (chess.D4, chess.E4, chess.D5, chess.E5):
            points += CENTRE
        total += points if piece.color == chess.WHITE else -points
    return total


def minimax(game, state, depth):
    """The value of a state if both sides play their best moves; after `depth` moves, the evaluation counts."""
    end = game.utility(state)
    if end is not None:
        return end
    if depth == 0:
        return game.evaluation(state)
    values = [minimax(game, game.result(state, move), depth - 1) for move in game.moves(state)]
    return max(values) if game.player(state) == 0 else min(values)


def expectimax(game, state, depth):
    """The value if the side to move plays its best moves, and the other plays any move, all equally likely."""
    return against_random(game, state, depth, game.player(state))


def against_random(game, state, depth, us):
    """The same; us: the side that plays its best moves."""
    end = game.utility(state)
    if end is not None:
        return end
    if depth == 0:
        return game.evaluation(state)
    values = [against_random(game, game.result(state, move), depth - 1, us) for move in game.moves(state)]
    if game.player(state) != us:
        return sum(values) / len(values)
    return max(values) if us == 0 else min(values)


def best(game, state, depth):
    """A move with the best value by expectimax, for the side to move."""
    us = game.player(state)
    sign = 1 if us == 0 else -1
    return max(game.moves(state), key=lambda move: sign * against_random(game, game.result(state, move), depth - 1, us))
