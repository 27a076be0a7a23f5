"""What is found and not listed: in the folders of this package, and by the entry points of others."""

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
    """Nobody has anything of this name."""


def in_folders(path: str, module: str) -> list[Any]:
    """What every folder under a path in `engine` says in its module of this name, as GAME in `game`; in their order."""
    top, package = f"{FOLDER}/{path}", f"{PACKAGE}.{path.replace('/', '.')}"
    folders = sorted(entry.name for entry in os.scandir(top) if os.path.exists(f"{entry.path}/{module}.py"))  # noqa: PTH110 - pathlib is slow to import
    modules = [__import__(f"{package}.{folder}.{module}", fromlist=[module]) for folder in folders]
    found = [getattr(each, module.upper()) for each in modules]
    if len({each.name for each in found}) < len(found):
        raise ImportError(f"two folders of {package} have the same name: {', '.join(each.name for each in found)}")
    return found


@cache
def shipped_games() -> Mapping[str, Game]:
    """The games by name, in front those that are played unless another is asked for."""
    found = sorted(in_folders("games", "game"), key=lambda game: not game.usual)
    return {game.name: game for game in found}


@cache
def shipped_searches() -> Mapping[str, Algorithm]:
    """The searches by name: those of every game, and behind them those that games have of their own."""
    found = in_folders("searches", "algorithm")
    for entry in sorted(os.scandir(f"{FOLDER}/games"), key=lambda entry: entry.name):
        if os.path.isdir(f"{entry.path}/searches"):  # noqa: PTH112
            found += in_folders(f"games/{entry.name}/searches", "algorithm")
    return {algorithm.name: algorithm for algorithm in found}


@cache
def installed(group: str) -> tuple[str, ...]:
    """The names under which other packages have something for a group of entry points; nothing is loaded.

    The files are looked at first: most often there are none for us, and importlib.metadata takes long to import.
    """
    for folder in [each or "." for each in sys.path]:
        try:
            names = [name for name in os.listdir(folder) if name.endswith((".dist-info", ".egg-info"))]  # noqa: PTH208 - pathlib is slow to import
        except OSError:
            continue  # no folder, or not ours to read
        if any(_is_in(f"[{group}]", f"{folder}/{name}/entry_points.txt") for name in names):
            from importlib.metadata import entry_points

            return tuple(sorted({point.name for point in entry_points(group=group)}))
    return ()


def _is_in(text: str, path: str) -> bool:
    """Whether a file that can be read has a text."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:  # noqa: PTH123 - pathlib is slow to import
            return text in file.read()
    except OSError:
        return False


def by_entry_point(
    group: str, name: str, kind: type[Any], shipped: Collection[str], noun: str, examine: Callable[[Any], None]
) -> Any:
    """What another package has under a name, in any case.

    NoSuchName if nobody has; another ValueError where the package cannot be loaded, or has something else there, or
    what cannot be used, as `examine` says.
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
