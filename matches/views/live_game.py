"""A game that is being played or has just ended, as watchers see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...engine.display.diagram import Diagram, diagram_of
from ...engine.display.diagram_text import Style
from ..record import Ply, Record
from ..score.figures import duration
from ..settings import Fixture
from ..variants import game_of, position

TENTHS = 20.0  # seconds: a clock with less time left shows tenths


@dataclass(frozen=True)
class LiveGame:
    """A game as a worker has reported it, see Speaker.show. heard: the time of the report; record: after its end."""

    game: Fixture
    ply: int
    fen: str
    turn: int
    sides: tuple[str, ...]
    last: tuple[Ply, ...]
    heard: float
    record: Record | None = None

    def latest(self, seat: int) -> Ply | None:
        """The last move that a player has chosen itself, None if there is none among the last plies."""
        return next((ply for ply in reversed(self.last) if ply.seat == seat and ply.seconds is not None), None)

    def left(self, seat: int, now: float) -> float | None:
        """The seconds on a player's clock, which runs while it thinks; None without a clock."""
        ply = self.latest(seat)
        left = ply.clock if ply else self.game.players[seat].time.base
        if left is None or seat != self.turn or self.record:
            return left
        return max(0.0, left - (now - self.heard))


def figures(live_game: LiveGame, seat: int, now: float) -> str:
    """A player's clock, and the score and depth of its last move."""
    ply = live_game.latest(seat)
    left = live_game.left(seat, now)
    words = []
    if left is not None:
        words.append(duration(left) if left >= TENTHS else f"{left:.1f} s")
    elif ply and ply.seconds is not None:
        words.append(f"{ply.seconds:.2f} s")
    if ply and ply.mate is not None:
        words.append(f"mate {ply.mate}")
    elif ply and ply.score is not None:
        words.append(f"{ply.score / 100:+.2f}")
    if ply and ply.depth is not None:
        words.append(f"d{ply.depth}")
    return " ".join(words)


def live_data(live_game: LiveGame, now: float) -> dict[str, Any]:
    """The game as plain data, for watchers in other processes.

    move: the last one, as protocols write it; moves: the last ones, as people read them. seats: each with its side,
    name, figures and whether it thinks. end: how the game has ended, "" while it goes on.
    """
    seats = [
        {
            "side": side,
            "name": live_game.game.players[seat].name,
            "figures": figures(live_game, seat, now),
            "thinks": seat == live_game.turn and live_game.record is None,
        }
        for seat, side in enumerate(live_game.sides)
    ]
    return {
        "number": live_game.game.number,
        "ply": live_game.ply,
        "fen": live_game.fen,
        "move": live_game.last[-1].move if live_game.last else "",
        "moves": [ply.text for ply in live_game.last],
        "seats": seats,
        "end": f"{live_game.record.result} {live_game.record.reason}" if live_game.record else "",
    }


def diagram(game: Fixture, fen: str, last: str) -> Diagram | None:
    """The diagram of a position, None if it cannot be drawn. last: the move that has led there, "" for none."""
    return diagram_of(position(game.variant, game.variant_options, fen), last)


def badge(game: Fixture, seat: int, board: Diagram | None, style: Style) -> str:
    """The symbol of a player's pieces on the board, with a blank before it; "" if there is none."""
    piece = game_of(game.variant).pieces[seat]
    return f" {style.glyph(board, piece)}" if piece and board is not None else ""
