"""The games. Each folder here is one, found and not listed; one of another package is found by its entry point."""

from __future__ import annotations

import os
from functools import cache

from ..text import nearest, shorten

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ..game import Game, Variant
    from ..position import Position


class NoSuchGame(ValueError):
    """Nobody knows a game of this name."""


GROUP = "oddsfish.games"  # of entry points: a name, and the Game in a module of the package that has it


@cache
def shipped() -> Mapping[str, Game]:
    """The games of this package by name."""
    folder = os.path.dirname(__file__)  # noqa: PTH120 - pathlib is slow to import
    names = sorted(entry.name for entry in os.scandir(folder) if os.path.exists(f"{entry.path}/game.py"))  # noqa: PTH110
    return {name: __import__(f"{__name__}.{name}.game", fromlist=["GAME"]).GAME for name in names}


def find(name: str) -> Game:
    """A game by its name, in any case; NoSuchGame, or another ValueError where its package cannot be loaded."""
    found = shipped().get(name.lower())
    return found if found is not None else find_installed(name)


@cache
def find_installed(name: str) -> Game:
    """A game of another package."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow, and of use only for what is not shipped

    from ..game import Game  # noqa: PLC0415

    known = entry_points(group=GROUP)
    point = next((point for point in known if point.name.lower() == name.lower()), None)
    if point is None:
        names = [*shipped(), *sorted({point.name for point in known})]
        raise NoSuchGame(f"a game is one of {', '.join(names)}, not {shorten(name)!r}{nearest(name, names)}")
    try:
        game = point.load()
    except Exception as failure:
        raise ValueError(f"the game {point.name} cannot be loaded: {failure!r}") from failure
    if not isinstance(game, Game) or game.name != point.name:
        raise ValueError(f"the entry point {point.name} is no Game of this name but {shorten(repr(game))}")
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
    found = [(game, variant) for game in shipped().values() for variant in game.known_variants]
    return {variant.name: (game, variant) for game, variant in found}


def find_variant(name: str) -> tuple[Game, Variant]:
    """A variant by its name; ValueError if there is none. A game of another package has but those that it says."""
    found = variants().get(name)
    if found is None:
        game = find_installed(name)
        found = game, game.known_variants[0]
    return found


def read(text: str) -> Position[Any]:
    """The position of a FEN, of whichever game's form it has; ValueError, in the words of that game, if it is none."""
    import re  # noqa: PLC0415 - slow to import

    from ..options import options_for  # noqa: PLC0415

    for game in shipped().values():
        if re.match(game.fen_form, text.strip()):
            faults = []
            for variant in game.known_variants:
                try:
                    return game.start(text, options_for(game, variant.rules))
                except ValueError as fault:
                    faults.append(fault)
            raise faults[0]
    raise ValueError(f"{shorten(text)!r} is no FEN of {', '.join(shipped())}")
