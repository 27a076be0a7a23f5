"""The games. Each folder here is one, found and not listed; one of another package is found by its entry point."""

from __future__ import annotations

from functools import cache

from ..registry.found import by_entry_point, installed
from ..registry.found import shipped_games as shipped

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ..game import Game, Variant
    from ..option import Option, Value
    from ..position import Position


__all__ = [
    "find",
    "find_installed",
    "find_variant",
    "known",
    "of",
    "packaged",
    "rule_of",
    "shipped",
    "variants",
    "without_rules",
]

GROUP = "oddsfish.games"  # of entry points: a name, and the Game in a module of the package that has it


def find(name: str) -> Game:
    """A game by its name, in any case; NoSuchName, or another ValueError where its package cannot be loaded."""
    game = shipped().get(name.lower())
    return game if game is not None else find_installed(name)


@cache
def find_installed(name: str) -> Game:
    from ..game import Game
    from ..registry.examine import examine_game

    game: Game = by_entry_point(GROUP, name, Game, shipped(), "game", examine_game)
    return game


def packaged() -> tuple[str, ...]:
    """The names of the games of other packages; nothing is loaded."""
    return tuple(name for name in installed(GROUP) if name not in shipped())


def of(position: Position[Any]) -> Game | None:
    """The game of a position, by the name that it gives; None if it gives none, or one that nobody knows."""
    return known(position.game) if position.game else None


@cache
def known(name: str) -> Game | None:
    """A game by its name; None if nobody knows it, which is remembered, as looking for it takes time."""
    try:
        return find(name)
    except ValueError:
        return None


@cache
def variants() -> Mapping[str, tuple[Game, Variant]]:
    """Every variant of the games of this package under its name, the usual ones first."""
    every = [(game, variant) for game in shipped().values() for variant in game.known_variants]
    return {variant.name: (game, variant) for game, variant in every}


def find_variant(name: str) -> tuple[Game, Variant]:
    """A variant by its name, in any case; ValueError if there is none. A game of another package has one."""
    found = variants().get(name.lower())
    if found is None:
        from ..game import Variant

        game = find_installed(name)
        found = game, Variant(game.name, game.title, rules=game.known_variants[0].rules)
    return found


def rule_of(game: Game, name: str) -> Option | None:
    """The rule of a game that is called so, in any case."""
    return next((rule for rule in game.rules if rule.name.lower() == name.lower()), None)


def without_rules(game: Game | None, options: Mapping[str, Value]) -> dict[str, Value]:
    """Options that a search of this game may have: all but the rules, which a position has of its own."""
    return {name: value for name, value in options.items() if game is None or rule_of(game, name) is None}
