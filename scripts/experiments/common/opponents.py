"""The opponents of a study, each by its name: `PVS`, or a kind of player and its rating."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import chess
import chess.engine
from maia import draw
from oddsfish.engine import ChessPosition, Limits

from .odds import network, session_with

PVS = "PVS"
MAIA = "Maia "  # and the rating of the network
HUMANLIKE = "Humanlike "  # and HumanlikeElo
STOCKFISH = "Stockfish "  # and UCI_Elo; it has no seed, so its games cannot be repeated

Reply = Callable[[chess.Board, ChessPosition], str]  # the move of the opponent


@contextmanager
def opponent(name: str, folder: Path | None, position: ChessPosition, random: Random, nodes: int) -> Iterator[Reply]:
    """Yield how an opponent replies. folder: with Maia's networks. nodes: for each move of PVS and Stockfish."""
    elo = int(name.rpartition(" ")[2]) if name != PVS else 0
    if name.startswith(MAIA):
        assert folder is not None
        maia = network(folder, elo)
        yield lambda board, _: draw(maia.policy([board])[0], 1.0, random).uci()
    elif name.startswith(STOCKFISH):
        with chess.engine.SimpleEngine.popen_uci("stockfish") as engine:
            engine.configure({"UCI_LimitStrength": True, "UCI_Elo": elo})
            yield lambda board, _: str(engine.play(board, chess.engine.Limit(nodes=nodes)).move)
    elif name.startswith(HUMANLIKE):
        chosen = {"Search": "Humanlike", "HumanlikeElo": elo, "Seed": random.randrange(2**31)}
        yield searching(position, chosen, Limits(depth=1))
    else:
        yield searching(position, {}, Limits(nodes=nodes))


def searching(position: ChessPosition, chosen: dict[str, object], limits: Limits) -> Reply:
    session = session_with(position, chosen)

    def reply(_: chess.Board, position: ChessPosition) -> str:
        session.set_position(position)
        return str(session.search(limits, lambda _: None).move)

    return reply
