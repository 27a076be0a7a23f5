"""A position as a page sends it: a game with its rules, a FEN or the start, and the moves since then.

The page keeps the game, and the server only judges it. So nothing is lost if the server starts anew, and an address can
contain a whole game.
"""

from __future__ import annotations

from random import Random, SystemRandom
from typing import Any

from ...engine import games
from ...engine.options import Options, options_for
from ...engine.position import Position
from ...engine.registry.common_options import SEEDS
from ...matches.files.saved_game import SavedGame
from .message import Fields

LONGEST_FEN = 200  # characters
LONGEST_WORD = 40  # of a name, a value, a move
MOST_MOVES = 2000
MOST_RULES = 12
LONGEST_OPENING = 40  # moves in which the name of an opening is looked for
RANDOM = SystemRandom()  # draws what chance decides in a game


class PositionRequest(SavedGame):
    """A game as a page sends it. It may be invalid: `position` checks it."""

    @classmethod
    def take(cls, fields: Fields) -> PositionRequest:
        """Read the fields. Malformed if they are wrong; ValueError if one is too long, or there is no such game."""
        game = fields.text("game", LONGEST_WORD)
        rules = take_rules(fields)
        fen = fields.text("fen", LONGEST_FEN, "")
        moves = fields.texts("moves", MOST_MOVES, LONGEST_WORD)
        fields.end()
        return cls(games.find(game), rules, fen, moves)

    def options(self) -> Options:
        """The options of the game with these rules. ValueError if a rule or its value is wrong, or rules conflict."""
        names = {rule.name for rule in self.game.rules}
        if strangers := [name for name, _ in self.rules if name not in names]:
            raise ValueError(f"{self.game.title} has no rule {strangers[0]!a}")
        options = options_for(self.game, dict(self.rules))
        self.game.check(dict(self.rules))
        return options

    def position(self) -> Position[Any]:
        """The position. ValueError if the rules, the FEN or a move is wrong."""
        words = [word for move in self.moves for word in move.split()]
        return self.game.read(self.fen or None, words, self.options())

    def seed_of(self, seed: str | None) -> int:
        """The Seed of a search from here: another at each move. It is random, unless the server was given `seed`."""
        random = RANDOM if seed is None else Random(f"{seed} {len(self.moves)}")
        return random.randrange(SEEDS)

    @property
    def last(self) -> str:
        return self.course[-1] if self.course else ""

    @property
    def first(self) -> int:
        """The number of plies before the first move, by the FEN."""
        return self.game.plies(self.fen, self.begin().player()) if self.fen else 0

    def opening(self) -> str:
        """The name of the opening; "" if it has none."""
        if self.fen:
            return ""
        position, name = self.begin(), ""
        for text in self.course[:LONGEST_OPENING]:
            position.play(text)
            name = self.game.opening(position) or name
        return name

    def texts(self) -> list[str]:
        """The moves as people read them; as they are in games of chance."""
        position = self.begin()
        found = list(self.beginning)
        for text in self.course:
            found.append(text if position.chance else self.game.words.spell(position, position.parse(text)))
            position.play(text)
        return found


def take_rules(fields: Fields) -> tuple[tuple[str, str], ...]:
    """The rules of a game, by name. Malformed, ValueError."""
    return tuple(fields.texts_by_name("rules", MOST_RULES, LONGEST_WORD).items())


def begin(place: PositionRequest) -> tuple[str, ...]:
    """The first moves of a game from here that no player decides, drawn at random. None if the place has a FEN."""
    beginnings = () if place.fen else place.game.beginnings()
    if not beginnings:
        return ()
    names, weights = zip(*beginnings, strict=True)
    return (RANDOM.choices(names, weights)[0],)
