"""The games. Each folder here is one, and needs no entry in a list. Other packages name theirs as entry points."""

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
    """A game by its name, in upper or lower case. NoSuchName if there is none; ValueError if it cannot be used."""
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
    """The game of a position, by the name in `position.game`; None if that is empty or unknown."""
    return known(position.game) if position.game else None


@cache
def known(name: str) -> Game | None:
    """A game by its name; None if there is none that can be used. It is cached, because the search takes time."""
    try:
        return find(name)
    except ValueError:
        return None


@cache
def variants() -> Mapping[str, tuple[Game, Variant]]:
    """Every variant of the games of this package, by name; those of the usual games come first."""
    every = [(game, variant) for game in shipped().values() for variant in game.known_variants]
    return {variant.name: (game, variant) for game, variant in every}


def find_variant(name: str) -> tuple[Game, Variant]:
    """A game and its variant by name, in any case; ValueError if there is none. Games of other packages have one."""
    found = variants().get(name.lower())
    if found is None:
        from ..game import Variant

        game = find_installed(name)
        found = game, Variant(game.name, game.title, rules=game.known_variants[0].rules)
    return found


def rule_of(game: Game, name: str) -> Option | None:
    """The rule of a game with this name, in upper or lower case; None if there is none."""
    return next((rule for rule in game.rules if rule.name.lower() == name.lower()), None)


def without_rules(game: Game | None, options: Mapping[str, Value]) -> dict[str, Value]:
    """The options without the rules of the game: searches do not get those, because the position has them."""
    return {name: value for name, value in options.items() if game is None or rule_of(game, name) is None}
