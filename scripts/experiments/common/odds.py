"""Games at odds: PVS, without some of its pieces, against a player that draws its moves from a network of Maia."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import chess
from maia import Maia, read
from oddsfish.engine import ChessPosition, Session
from oddsfish.engine.options import Options

LONGEST = 600  # plies
STARTS = {  # the pieces that PVS plays without, by their squares for White
    "queen": "d1",
    "queen-knight": "d1 b1",
    "both-rooks": "a1 h1",
    "rook-two-minors": "a1 b1 c1",
    "all-minors": "b1 c1 f1 g1",
    "queen-rook": "d1 a1",
    "queen-rook-knight": "d1 a1 b1",
    "queen-both-knights": "d1 b1 g1",
    "rooks-knights": "a1 h1 b1 g1",
    "queen-both-rooks": "d1 a1 h1",
    "queen-rooks-knight": "d1 a1 h1 b1",
}


def odds(name: str, white: bool) -> str:
    """The FEN of a start without these pieces of PVS. white: whether PVS is White."""
    board = chess.Board()
    for square in STARTS.get(name, "").split():
        place = chess.parse_square(square)
        board.remove_piece_at(place if white else chess.square_mirror(place))
    board.castling_rights = board.clean_castling_rights()
    return board.fen()


def session_with(position: ChessPosition, chosen: Mapping[str, object]) -> Session[ChessPosition]:
    """PVS with these options."""
    options = Options()
    for name, value in {"Search": "PVS", **chosen}.items():
        options.set(name, str(value))
    return Session(position, options)


def over(board: chess.Board, position: ChessPosition) -> bool:
    return position.ending() is not None or len(board.move_stack) >= LONGEST


@cache
def network(folder: Path, rating: int) -> Maia:
    import torch

    torch.set_num_threads(1)
    return Maia(read(folder / f"maia-{rating}.pb.gz"))
