"""What is played: a variant of one of the engine's games, by rules that are options of that game."""

from __future__ import annotations

from collections.abc import Sequence

from ..engine import games
from ..engine.game import Game
from ..engine.options import Options, options_for
from ..engine.position import Position

USUAL = "standard"  # cutechess-cli's name of what is played unless another variant is asked for
LIBRARY = "python-chess"  # the judge of games that are not judged by their own positions

Rules = Sequence[tuple[str, str]]


def game_of(variant: str) -> Game:
    """The game that a variant is one of; ValueError if there is none."""
    return games.find_variant(variant)[0]


def usual_title() -> str:
    """What people call the game that is played unless another variant is asked for."""
    return game_of(USUAL).title


def by_library(variant: str) -> bool:
    """Whether its games are judged, and their positions and files read, by python-chess."""
    return game_of(variant).judge == LIBRARY


def chess960(variant: str) -> bool:
    """Whether it is Chess960: castling is another, and each game begins with one of many positions, at random."""
    return by_library(variant) and bool(options_of(variant, ())["UCI_Chess960"])


def has_many_starts(variant: str) -> bool:
    return chess960(variant)


def for_one(variant: str) -> bool:
    """Whether one player plays alone."""
    return len(game_of(variant).seats) == 1


def options_of(variant: str, rules: Rules) -> Options:
    """The options that say by which rules it is played."""
    game, found = games.find_variant(variant)
    return options_for(game, {**found.rules, **dict(rules)})


def position(variant: str, rules: Rules, fen: str = "", moves: Sequence[str] = ()) -> Position:
    """The position of a FEN, "" for the start, after moves, chance included; ValueError if any of it is wrong."""
    words = [word for move in moves for word in move.split()]
    return game_of(variant).read(fen or None, words, options_of(variant, rules))
