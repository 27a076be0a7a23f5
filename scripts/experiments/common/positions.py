"""Middlegames of our own. A position depends only on a seed and its number."""

from __future__ import annotations

from random import Random

from oddsfish.engine import ChessPosition, Limits, Session
from oddsfish.engine.registry.common_options import SEEDS

RANDOM_PLIES = 6  # at the beginning, so that no two are alike
PLIES = 20  # in all: pieces are developed, and most are still on the board
DEPTH = 2  # of both sides after the random plies


def middlegame(seed: int, number: int) -> ChessPosition:
    """The position after 20 plies: 6 random ones, then AlphaBeta 2 plies deep against itself, ties drawn.

    If a game ends before that, another one begins.
    """
    random = Random(f"{seed} middlegame {number}")
    while True:
        position = ChessPosition()
        session = Session(position)
        settings = {"Search": "AlphaBeta", "TiePolicy": "random", "Seed": random.randrange(SEEDS), "Table": False}
        for name, value in settings.items():
            session.set_option(name, str(value))
        for ply in range(PLIES):
            if position.ending() is not None:
                break
            drawn = random.choice(position.moves()) if ply < RANDOM_PLIES else None
            position.play(drawn or position.parse(str(session.search(Limits(depth=DEPTH)).move)))
        if position.ending() is None:
            return position
