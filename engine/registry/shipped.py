"""The games and the searches of this package: one in each folder, found and not listed."""

from __future__ import annotations

import os
from functools import cache

from .found import in_folders

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..algorithm import Algorithm
    from ..game import Game

PACKAGE = __name__.rsplit(".", 2)[0]
FOLDER = os.path.dirname(os.path.dirname(__file__))  # noqa: PTH120 - pathlib is slow to import


@cache
def games() -> Mapping[str, Game]:
    """The games by name, in front those that are played unless another is asked for."""
    found = sorted(in_folders(f"{PACKAGE}.games", f"{FOLDER}/games", "game"), key=lambda game: not game.usual)
    return {game.name: game for game in found}


@cache
def searches() -> Mapping[str, Algorithm]:
    """The searches by name: those of every game, and behind them those that games have of their own."""
    found = in_folders(f"{PACKAGE}.searches", f"{FOLDER}/searches", "algorithm")
    for entry in sorted(os.scandir(f"{FOLDER}/games"), key=lambda entry: entry.name):
        if os.path.isdir(f"{entry.path}/searches"):  # noqa: PTH112
            found += in_folders(f"{PACKAGE}.games.{entry.name}.searches", f"{entry.path}/searches", "algorithm")
    return {algorithm.name: algorithm for algorithm in found}
