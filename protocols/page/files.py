"""Games and positions that somebody pastes or saves."""

from __future__ import annotations

import re

from ...engine import games
from ...matches.files.saved_game import SavedGame
from .place import Place
from .shown import Shown


def read(game: str, text: str) -> Shown:
    """A FEN, or a game: its moves, with or without the tags of a file; ValueError if it is neither."""
    known = games.find(game)
    line = text.strip()
    if "\n" not in line and (re.match(known.fen_form, line) or "/" in line.split(" ")[0]):
        place = Place(known.name, (), " ".join(text.split()), ())
        place.read()
        return {"game": known.name, "rules": {}, "fen": place.fen, "moves": []}
    if (moves := known.in_short(line)) is not None:
        saved = SavedGame(known, (), "", moves).checked()
    else:
        saved = SavedGame.read(text, known)
    return {"game": known.name, "rules": dict(saved.rules), "fen": saved.fen, "moves": list(saved.moves)}


def write(place: Place, names: tuple[str, ...]) -> Shown:
    """The text of a game, and a name for its file."""
    place.read()
    game = place.known_game
    saved = SavedGame(game, place.rules, place.fen, place.moves, names)
    return {"text": saved.write(), "file": f"{game.name}.pgn"}
