"""The searches. Each folder here is one, and needs no entry in a list. Other packages name theirs as entry points."""

from __future__ import annotations

from collections import ChainMap
from functools import cache

from ..registry.found import by_entry_point, installed
from ..registry.found import shipped_searches as shipped

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ..algorithm import Algorithm
    from ..option import Value
    from ..position import Position

__all__ = ["AUTO", "find", "find_installed", "for_any_game", "names", "settled", "shipped", "strongest"]

GROUP = "oddsfish.searches"  # of entry points: a name, and the Algorithm in a module of the package that has it
AUTO = "Auto"  # the strongest for a position


def for_any_game() -> Mapping[str, Algorithm]:
    """The searches that can search any game."""
    return {name: algorithm for name, algorithm in shipped().items() if not algorithm.game}


def names() -> tuple[str, ...]:
    """The names of all searches, those that ship and those of other packages."""
    return tuple(dict.fromkeys([*shipped(), *installed(GROUP)]))


def find(name: str) -> Algorithm:
    """A search by its name, in upper or lower case. ValueError if there is none, or its package cannot be loaded."""
    for known, algorithm in shipped().items():
        if known.lower() == name.lower():
            return algorithm
    return find_installed(name)


@cache
def find_installed(name: str) -> Algorithm:
    from ..algorithm import Algorithm
    from ..registry.examine import examine_algorithm

    algorithm: Algorithm = by_entry_point(GROUP, name, Algorithm, shipped(), "search", examine_algorithm)
    return algorithm


def strongest(position: Position[Any]) -> str:
    """The name of the strongest search for a position, of those that ship."""
    return max(shipped().values(), key=lambda algorithm: algorithm.strength(position)).name


def settled(options: Mapping[str, Value], position: Position[Any]) -> Mapping[str, Value]:
    """The same options, with the name of a search in place of Auto."""
    if options["Search"] != AUTO:
        return options
    return ChainMap({"Search": strongest(position)}, options)  # type: ignore[arg-type]  # nobody writes to it
