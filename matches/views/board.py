"""The board of a game that is being played, as the engine draws it."""

from __future__ import annotations

from ...engine.display.diagram import Diagram, diagram_of
from ...engine.display.diagram_text import Style
from ..settings import Fixture
from ..variants import game_of, position


def diagram(game: Fixture, fen: str, last: str) -> Diagram | None:
    """A position of the game; last: the move that has led there, "" for none. None where it cannot be drawn."""
    return diagram_of(position(game.variant, game.variant_options, fen), last)


def badge(game: Fixture, seat: int, board: Diagram | None, style: Style) -> str:
    """What marks a player's pieces on the board, with a blank before it; "" where letters say it."""
    piece = game_of(game.variant).pieces[seat]
    return f" {style.glyph(board, piece)}" if piece and board is not None else ""
