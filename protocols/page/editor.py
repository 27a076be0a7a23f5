"""Positions that somebody composes, piece by piece, and random positions with which a game may begin."""

from __future__ import annotations

from dataclasses import replace

from ...engine import games
from ...engine.game import Game
from ...engine.options import options_for
from ...matches.openings.setups import random_start
from .as_json import Json
from .message import Fields
from .position_request import LONGEST_WORD, RANDOM, PositionRequest, take_rules
from .search_settings import first_position

MOST_CELLS = 400
MOST_FIELDS = 12


def edit(fields: Fields) -> Json:
    """The first values of the editor for a place: those of the game's `editor`."""
    place = PositionRequest.take(fields.inner("place"))
    fields.end()
    values = editable(place.game).composed(place.position().fen())
    return {"values": {name: str(value).lower() for name, value in values.items()}}


def compose(fields: Fields) -> Json:
    """The FEN of a composed position; ValueError, with the reason, if it is wrong.

    cells: the keys of symbols, as in diagrams. player: whose turn it is. values: of the game's `editor`, by name.
    """
    game = editable(games.find(fields.text("game", LONGEST_WORD)))
    rules = take_rules(fields)
    cells = fields.texts("cells", MOST_CELLS, 1)
    player = fields.number("player", 0, len(game.seats) - 1)
    given = fields.texts_by_name("values", MOST_FIELDS, LONGEST_WORD)
    fields.end()
    drawn = first_position(game, options_for(game)).diagram()
    if len(cells) != len(drawn.cells) or not {*cells} <= {"", *drawn.symbols}:
        raise ValueError(f"these cells are no board of {game.title}")
    if strangers := {*given} - {option.name for option in game.editor}:
        raise ValueError(f"the editor of {game.title} has no {min(strangers)!a}")
    values = {option.name: option.read(given.get(option.name, str(option.default))) for option in game.editor}
    signs = [cell or " " for cell in cells]
    rows = ["".join(signs[at : at + drawn.columns]) for at in range(0, len(signs), drawn.columns)]
    place = PositionRequest(game, rules, game.compose(rows, player, values))
    return {"fen": place.position().fen()}


def editable(game: Game) -> Game:
    if not game.side_letters:
        raise ValueError(f"there is no board editor for {game.title}")
    return game


def begun(place: PositionRequest) -> PositionRequest:
    """The same place with a start position drawn at random, if its game has several."""
    if place.fen or not place.game.seats[1:]:
        return place
    return replace(place, fen=random_start(place.variant()[0], RANDOM).fen)
