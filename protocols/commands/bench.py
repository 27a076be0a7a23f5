"""oddsfish bench: a fixed amount of work whose node count is a checksum of the search."""

from __future__ import annotations

import time

from ...engine.game import Game
from ...engine.limits import Limits
from ...engine.options import options_for
from ...engine.session import Session
from ..streams import Streams


def bench(game: Game, depth: int | None, streams: Streams) -> None:
    """Search every position of a game to a depth; the last line is `N nodes N nps`, at an interrupt, too."""
    nodes = 0
    began = time.perf_counter()
    fens: tuple[str | None, ...] = game.positions or (None,)
    try:
        for number, fen in enumerate(fens, 1):
            result = Session(game.start(fen, options_for(game))).search(Limits(depth=depth or game.depth))
            nodes += result.nodes
            streams.write(
                f"{number}/{len(fens)} {result.move} {result.score.centi} {result.nodes} nodes  {fen or 'the start'}"
            )
    finally:
        streams.write(f"{nodes} nodes {int(nodes / (time.perf_counter() - began))} nps")
