"""A position as a page names it: a game by its rules, a FEN or the start, and the moves since then.

The page holds the game, and the server only judges it: nothing is lost where the server is started anew, and an address
can hold all of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random, SystemRandom
from typing import Any

from ...engine import games
from ...engine.game import Game
from ...engine.options import Options, options_for
from ...engine.position import Position
from ...engine.registry.common_options import SEEDS
from .message import Fields

LONGEST_FEN = 200  # characters
LONGEST_WORD = 40  # of a name, a value, a move
MOST_MOVES = 2000
MOST_RULES = 12
RANDOM = SystemRandom()  # draws what chance decides in a game


@dataclass(frozen=True)
class PositionRequest:
    """game: its name. rules: of it, by name. fen: "" for the start. moves: as they were played, chance included."""

    game: str
    rules: tuple[tuple[str, str], ...]
    fen: str
    moves: tuple[str, ...]

    @classmethod
    def take(cls, fields: Fields) -> PositionRequest:
        """Malformed if it cannot be one; ValueError if something in it is too long."""
        place = cls(
            fields.text("game", LONGEST_WORD),
            take_rules(fields),
            fields.text("fen", LONGEST_FEN, ""),
            fields.texts("moves", MOST_MOVES, LONGEST_WORD),
        )
        fields.end()
        return place

    @property
    def known_game(self) -> Game:
        """ValueError if there is none of this name."""
        return games.find(self.game)

    def options(self) -> Options:
        """Those of the game, by these rules; ValueError if one of them is no rule of it, or has not that value."""
        game = self.known_game
        names = {rule.name for rule in game.rules}
        if strangers := [name for name, _ in self.rules if name not in names]:
            raise ValueError(f"{game.title} has no rule {strangers[0]!a}")
        options = options_for(game, dict(self.rules))
        game.check(dict(self.rules))
        return options

    def read(self) -> Position[Any]:
        """ValueError if it makes no sense."""
        words = [word for move in self.moves for word in move.split()]
        return self.known_game.read(self.fen or None, words, self.options())

    def seed_of(self, seed: str | None) -> int:
        """The Seed of a search from here: another at each move, and in each game unless the server was given one."""
        random = RANDOM if seed is None else Random(f"{seed} {len(self.moves)}")
        return random.randrange(SEEDS)

    @property
    def dealt(self) -> int:
        """How many of its moves are nobody's: with them the game begins."""
        return int(bool(self.moves) and not self.fen and bool(self.known_game.beginnings()))

    @property
    def last(self) -> str:
        return self.moves[-1] if len(self.moves) > self.dealt else ""

    def texts(self) -> list[str]:
        game = self.known_game
        position = replace(self, moves=self.moves[: self.dealt]).read()
        found = list(self.moves[: self.dealt])
        for text in self.moves[self.dealt :]:
            found.append(text if position.chance else game.words.spell(position, position.parse(text)))
            position.play(text)
        return found


def take_rules(fields: Fields) -> tuple[tuple[str, str], ...]:
    """The rules of a game, by name. Malformed, ValueError."""
    return tuple(fields.texts_by_name("rules", MOST_RULES, LONGEST_WORD).items())


def begin(place: PositionRequest) -> tuple[str, ...]:
    """The moves with which a game from here begins, and which nobody decides: drawn; none where all is set up."""
    beginnings = () if place.fen else place.known_game.beginnings()
    if not beginnings:
        return ()
    names, weights = zip(*beginnings, strict=True)
    return (RANDOM.choices(names, weights)[0],)
