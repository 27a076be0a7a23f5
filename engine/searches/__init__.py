"""The searches. Each folder here is one, found and not listed; one of another package is found by its entry point."""

from __future__ import annotations

import os
import sys
from functools import cache

from ..found import by_entry_point, in_folders
from ..text import shorten

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ..algorithm import Algorithm
    from ..option import Value
    from ..position import Position
    from .search import Search

GROUP = "oddsfish.searches"  # of entry points: a name, and the Algorithm in a module of the package that has it
AUTO = "Auto"  # the strongest for a position


@cache
def shipped() -> Mapping[str, Algorithm]:
    """The searches of this package by name: those of every game, and behind them those that games have of their own."""
    found = in_folders(__name__, __file__, "algorithm")
    engine = __name__.rpartition(".")[0]
    games = os.path.join(os.path.dirname(os.path.dirname(__file__)), "games")  # noqa: PTH118, PTH120 - pathlib is slow to import
    for name in sorted(entry.name for entry in os.scandir(games) if os.path.isdir(f"{entry.path}/searches")):  # noqa: PTH112
        found += in_folders(f"{engine}.games.{name}.searches", f"{games}/{name}/searches/.", "algorithm")
    return {algorithm.name: algorithm for algorithm in found}


def for_any_game() -> Mapping[str, Algorithm]:
    """Those of them that search any game."""
    return {name: algorithm for name, algorithm in shipped().items() if not algorithm.game}


def find(name: str) -> Algorithm:
    """A search by its name, in any case; ValueError if there is none, or its package cannot be loaded."""
    for known, algorithm in shipped().items():
        if known.lower() == name.lower():
            return algorithm
    return find_installed(name)


@cache
def find_installed(name: str) -> Algorithm:
    """A search of another package."""
    from ..algorithm import Algorithm
    from ..examine import examine_algorithm

    algorithm: Algorithm = by_entry_point(GROUP, name, Algorithm, shipped(), "search", examine_algorithm)
    return algorithm


def strongest(position: Position[Any]) -> str:
    """The name of the strongest search for a position, of those that ship."""
    return max(shipped().values(), key=lambda algorithm: algorithm.strength(position)).name


def settled(options: Mapping[str, Value], position: Position[Any]) -> Mapping[str, Value]:
    """The same options, with the name of a search in place of Auto."""
    return {**options, "Search": strongest(position)} if options["Search"] == AUTO else options


def create(name: str, position: Position[Any]) -> Search:
    """A search by its name, Auto for the strongest.

    ValueError if there is none, or it cannot walk this game; RuntimeError while the interpreter ends; Busy for a signal
    handler in the middle of the import of one, which would find modules half made.
    """
    algorithm = find(strongest(position) if name == AUTO else name)
    try:
        from ..worker import importing

        with importing():
            from .search import Search

            search = algorithm.create()
    except ImportError:
        if not sys.is_finalizing():
            raise
        raise RuntimeError("no search begins while the interpreter ends") from None
    if not isinstance(search, Search):
        raise ValueError(f"{algorithm.name} makes no Search but {shorten(repr(search))}")
    reason = search.accepts(position)
    if reason is not None:
        raise ValueError(f"{algorithm.name} cannot search {position.game}: {reason}")
    return search
