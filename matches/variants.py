"""Variants of the engine's games. The rules of a variant are options of its game."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine import games
from ..engine.game import Game
from ..engine.options import Options, options_for
from ..engine.position import Position

USUAL = "standard"  # cutechess-cli's name of the variant that is played by default
LIBRARY = "python-chess"  # the judge of games that are not judged by their own positions

Rules = Sequence[tuple[str, str]]


def game_of(variant: str) -> Game:
    """The game to which a variant belongs; ValueError if there is none."""
    return games.find_variant(variant)[0]


def usual_title() -> str:
    """The title of the game that is played by default."""
    return game_of(USUAL).title


def by_library(variant: str) -> bool:
    """Whether python-chess judges the games of a variant, and reads their positions and files."""
    return game_of(variant).judge == LIBRARY


def chess960(variant: str) -> bool:
    """Whether it is Chess960: castling differs, and each game begins with one of many positions, drawn at random."""
    return by_library(variant) and bool(options_of(variant, ())["UCI_Chess960"])


def has_many_starts(variant: str) -> bool:
    return chess960(variant)


def for_one(variant: str) -> bool:
    """Whether one player plays alone."""
    return len(game_of(variant).seats) == 1


def options_of(variant: str, rules: Rules) -> Options:
    """The options of the game that set the rules of the variant."""
    game, found = games.find_variant(variant)
    return options_for(game, {**found.rules, **dict(rules)})


def position(variant: str, rules: Rules, fen: str = "", moves: Sequence[str] = ()) -> Position:
    """The position of a FEN ("" for the start) after moves, with those of chance; ValueError if any part is wrong."""
    words = [word for move in moves for word in move.split()]
    return game_of(variant).read(fen or None, words, options_of(variant, rules))
