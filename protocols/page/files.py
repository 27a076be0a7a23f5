"""Games and positions that somebody pastes or saves."""

from __future__ import annotations

import re

from ...engine import games
from ...engine.game import Game
from ...matches.files.saved_game import BETWEEN, SavedGame
from ...matches.files.text_file import plain_text
from .as_json import Json
from .position_request import PositionRequest

Rules = tuple[tuple[str, str], ...]


def read(game: str, text: str, rules: Rules) -> Json:
    """A FEN, or a game: its moves, with or without the tags of a file; ValueError if it is neither.

    rules: of a FEN, which names none.
    """
    known, text = games.find(game), plain_text(text)
    line = text.strip()
    if re.match(r"https?://", line):
        raise ValueError("a page reads no addresses: paste the game or the position itself")
    if re.match(r"position\s+(startpos|fen)\b", line):
        raise ValueError("that is a command to an engine: paste its FEN or its moves alone")
    # More like a FEN than like moves, which also may begin with a number.
    like_fen = "/" in line.split(" ", 1)[0] or re.match(known.fen_form, line) is not None
    is_fen = like_fen and "\n" not in line and not BETWEEN.search(line)
    if is_fen:
        place = PositionRequest(known.name, rules, " ".join(text.split()), ())
        try:
            place.read()
        except ValueError as fault:
            try:
                place = read_game(known, text)
            except ValueError:
                raise fault from None  # what is wrong with the FEN is worth more
    else:
        place = read_game(known, text)
    return {"game": known.name, "rules": dict(place.rules), "fen": place.fen, "moves": list(place.moves)}


def read_game(game: Game, text: str) -> PositionRequest:
    if (moves := game.in_short(text.strip())) is not None:
        saved = SavedGame(game, (), "", moves).checked()
    else:
        saved = SavedGame.read(text, game)
    return PositionRequest(game.name, tuple(saved.rules), saved.fen, saved.moves)


def write(place: PositionRequest, names: tuple[str, ...]) -> Json:
    place.read()
    game = place.known_game
    saved = SavedGame(game, place.rules, place.fen, place.moves, names)
    return {"text": saved.write(), "file": f"{game.name}.pgn"}
