"""The games. Each folder here is one, found and not listed; one of another package is found by its entry point."""

from __future__ import annotations

from functools import cache

from ..found import by_entry_point, in_folders
from ..text import shorten

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ..game import Game, Variant
    from ..position import Position


GROUP = "oddsfish.games"  # of entry points: a name, and the Game in a module of the package that has it


@cache
def shipped() -> Mapping[str, Game]:
    """The games of this package by name."""
    return {game.name: game for game in in_folders(__name__, __file__, "game")}


def find(name: str) -> Game:
    """A game by its name, in any case; NoSuchName, or another ValueError where its package cannot be loaded."""
    game = shipped().get(name.lower())
    return game if game is not None else find_installed(name)


@cache
def find_installed(name: str) -> Game:
    """A game of another package."""
    from ..game import Game  # noqa: PLC0415 - loaded by now

    game: Game = by_entry_point(GROUP, name, Game, shipped(), "game")
    return game


def of(position: Position[Any]) -> Game | None:
    """The game of a position, by the name that it gives; None if it gives none, or one that nobody knows."""
    if not position.game:
        return None
    try:
        return find(position.game)
    except ValueError:
        return None


@cache
def variants() -> Mapping[str, tuple[Game, Variant]]:
    """Every variant of the games of this package under its name, the usual ones first."""
    every = [(game, variant) for game in shipped().values() for variant in game.known_variants]
    return {variant.name: (game, variant) for game, variant in every}


def find_variant(name: str) -> tuple[Game, Variant]:
    """A variant by its name; ValueError if there is none. A game of another package has but those that it says."""
    known = variants().get(name)
    if known is None:
        game = find_installed(name)
        known = game, game.known_variants[0]
    return known


def read(text: str) -> Position[Any]:
    """The position of a FEN, of whichever game's form it has; ValueError, in the words of that game, if it is none."""
    import re  # noqa: PLC0415 - slow to import

    from ..options import options_for  # noqa: PLC0415

    faults = [ValueError(f"{shorten(text)!r} is no FEN of {', '.join(shipped())}")]
    for game in shipped().values():
        if re.match(game.fen_form, text.strip()):
            for variant in game.known_variants:
                try:
                    return game.start(text, options_for(game, variant.rules))
                except ValueError as fault:
                    faults.append(fault)
    raise faults[min(1, len(faults) - 1)]
