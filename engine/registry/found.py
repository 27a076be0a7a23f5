"""Find games and searches without a list: in the folders of this package, and by entry points of others."""

from __future__ import annotations

import os
import sys
from functools import cache

from ..support.text import nearest, shorten

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from typing import Any

    from ..algorithm import Algorithm
    from ..game import Game

PACKAGE = __name__.rsplit(".", 2)[0]
FOLDER = os.path.dirname(os.path.dirname(__file__))  # noqa: PTH120 - pathlib is slow to import


class NoSuchName(ValueError):
    """No package has a game or a search of this name."""


def in_folders(path: str, module: str) -> list[Any]:
    """Return an object of each folder under a path in `engine`, such as GAME of its module `game`, sorted by folder."""
    top, package = f"{FOLDER}/{path}", f"{PACKAGE}.{path.replace('/', '.')}"
    folders = sorted(entry.name for entry in os.scandir(top) if os.path.exists(f"{entry.path}/{module}.py"))  # noqa: PTH110 - pathlib is slow to import
    modules = [__import__(f"{package}.{folder}.{module}", fromlist=[module]) for folder in folders]
    found = [getattr(each, module.upper()) for each in modules]
    if len({each.name for each in found}) < len(found):
        raise ImportError(f"two folders of {package} have the same name: {', '.join(each.name for each in found)}")
    return found


@cache
def shipped_games() -> Mapping[str, Game]:
    """Return the shipped games by name, the `usual` ones first."""
    found = sorted(in_folders("games", "game"), key=lambda game: not game.usual)
    return {game.name: game for game in found}


@cache
def shipped_searches() -> Mapping[str, Algorithm]:
    """Return the shipped searches by name: first those for every game, then those of single games."""
    found = in_folders("searches", "algorithm")
    for entry in sorted(os.scandir(f"{FOLDER}/games"), key=lambda entry: entry.name):
        if os.path.isdir(f"{entry.path}/searches"):  # noqa: PTH112
            found += in_folders(f"games/{entry.name}/searches", "algorithm")
    return {algorithm.name: algorithm for algorithm in found}


@cache
def installed(group: str) -> tuple[str, ...]:
    """Return the names of all entry points of a group, without loading them.

    This looks at the files first: usually there are none for us, and importlib.metadata is slow to import.
    """
    for folder in [each or "." for each in sys.path]:
        try:
            names = [name for name in os.listdir(folder) if name.endswith((".dist-info", ".egg-info"))]  # noqa: PTH208 - pathlib is slow to import
        except OSError:
            continue  # no folder, or not readable
        if any(_is_in(f"[{group}]", f"{folder}/{name}/entry_points.txt") for name in names):
            from importlib.metadata import entry_points

            return tuple(sorted({point.name for point in entry_points(group=group)}))
    return ()


def _is_in(text: str, path: str) -> bool:
    """Return whether a file can be read and contains a text."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:  # noqa: PTH123 - pathlib is slow to import
            return text in file.read()
    except OSError:
        return False


def by_entry_point(
    group: str, name: str, kind: type[Any], shipped: Collection[str], noun: str, examine: Callable[[Any], None]
) -> Any:
    """Load a game or a search of another package by its name, in any case.

    NoSuchName if no package has it. Another ValueError if it cannot be loaded, is not of this kind or this name, or if
    `examine` refuses it.
    """
    from importlib.metadata import entry_points

    known = entry_points(group=group)
    point = next((point for point in known if point.name.lower() == name.lower()), None)
    if point is None:
        names = [*shipped, *sorted({point.name for point in known})]
        raise NoSuchName(f"a {noun} is one of {', '.join(names)}, not {shorten(name)!r}{nearest(name, names)}")
    try:
        found = point.load()
    except Exception as failure:
        raise ValueError(f"the {noun} {point.name} cannot be loaded: {failure!r}") from failure
    if not isinstance(found, kind) or found.name != point.name:
        raise ValueError(f"the entry point {point.name} is no {kind.__name__} of this name but {shorten(repr(found))}")
    try:
        examine(found)
    except ValueError as fault:
        raise ValueError(f"the {noun} {found.name} cannot be used: {fault}") from None
    return found
