"""Games and positions that somebody pastes or saves."""

from __future__ import annotations

import re
from dataclasses import replace

from ...engine import games
from ...engine.game import Game
from ...matches.files.saved_game import BETWEEN, SavedGame
from ...matches.files.text_file import plain_text
from .as_json import Json
from .message import Fields
from .position_request import LONGEST_WORD, PositionRequest, take_rules

LONGEST_TEXT = 32 * 1024  # characters of a game or a position that somebody pastes


def read(fields: Fields) -> Json:
    """Read a pasted text: a FEN, or the moves of a game, with or without tags. ValueError if it is neither; Malformed.

    rules: for a FEN, which contains none.
    """
    game = fields.text("game", LONGEST_WORD)
    text = fields.text("text", LONGEST_TEXT)
    rules = take_rules(fields)
    fields.end()
    known, text = games.find(game), plain_text(text)
    line = text.strip()
    if re.match(r"https?://", line):
        raise ValueError("this is a web address: paste the game or the position itself")
    if re.match(r"position\s+(startpos|fen)\b", line):
        raise ValueError("that is a command to an engine: paste its FEN or its moves alone")
    # More like a FEN than like moves, which also may begin with a number.
    like_fen = "/" in line.split(" ", 1)[0] or re.match(known.fen_form, line) is not None
    is_fen = like_fen and "\n" not in line and not BETWEEN.search(line)
    if is_fen:
        place = PositionRequest(known, rules, " ".join(text.split()))
        try:
            place.position()
            return place_json(place)
        except ValueError as fault:
            try:
                return place_json(read_game(known, text))
            except ValueError:
                raise fault from None  # the error in the FEN tells more
    return place_json(read_game(known, text))


def read_game(game: Game, text: str) -> SavedGame:
    if (moves := game.in_short(text.strip())) is not None:
        return SavedGame(game, moves=moves).checked()
    return SavedGame.read(text, game)


def place_json(saved: SavedGame) -> Json:
    """A game in the form of a page: its place, its players and their clocks."""
    place = {"game": saved.game.name, "rules": dict(saved.rules), "fen": saved.fen, "moves": list(saved.moves)}
    return {**place, "names": [name[:LONGEST_WORD] for name in saved.names], "clocks": list(saved.clocks)}


def write(fields: Fields) -> Json:
    place = PositionRequest.take(fields.inner("place"))
    names = fields.texts("names", 2, LONGEST_WORD)
    fields.end()
    place.position()  # ValueError if the place is wrong
    return {"text": replace(place, names=names).write(), "file": f"{place.game.name}.pgn"}
