"""Oddsfish from Python, without a process: `analyse(position, search, limits)`.

What calls raise, whatever they are given: ValueError for a wrong value (`Busy` is one: a search is running), TypeError
or AttributeError for a wrong type, IndexError for a move too many taken back, KeyError for a mapping that lacks a name,
OverflowError for a number that no machine word holds, NotImplementedError for what a game does not have, MemoryError,
RuntimeError where no thread can be had, RecursionError in the plain-Python searches (`plain`, `tree`) alone; and
whatever a game or a callback of yours raises.
"""

from __future__ import annotations

from . import moved as moved

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from typing import Any

    from . import games as games
    from . import plain as plain
    from . import searches as searches
    from .algorithm import Algorithm as Algorithm
    from .analysis import analyse as analyse
    from .analysis import verbose as verbose
    from .display import dot as dot
    from .display import tree as tree
    from .display.diagram import Diagram as Diagram
    from .display.diagram import Symbol as Symbol
    from .game import Game as Game
    from .game import Variant as Variant
    from .limits import Limits as Limits
    from .position import Draw as Draw
    from .position import Position as Position
    from .position import Win as Win
    from .python_position import PythonPosition as PythonPosition
    from .results import Info as Info
    from .results import Line as Line
    from .results import Result as Result
    from .results import Score as Score
    from .searches.python_search import PythonSearch as PythonSearch
    from .session import Session as Session
    from .support.worker import Busy as Busy

    __version__: str

# Where each name lives. They are imported when asked for: the engine has to answer `uci` before all of this is loaded.
HOMES = {
    "analyse": ".analysis",
    "verbose": ".analysis",
    "Diagram": ".display.diagram",
    "Symbol": ".display.diagram",
    "Game": ".game",
    "Variant": ".game",
    "Info": ".results",
    "Limits": ".limits",
    "Line": ".results",
    "Result": ".results",
    "Score": ".results",
    "Draw": ".position",
    "Position": ".position",
    "Win": ".position",
    "PythonPosition": ".python_position",
    "PythonSearch": ".searches.python_search",
    "Algorithm": ".algorithm",
    "Session": ".session",
    "Busy": ".support.worker",
}

MODULES = {name: f".{name}" for name in ("games", "plain", "searches")} | {
    name: f".display.{name}" for name in ("dot", "tree")
}


def __dir__() -> list[str]:
    return sorted([*names(), "__doc__", "__file__", "__name__", "__path__"])


def names() -> list[str]:
    """All that is public."""
    return sorted([*HOMES, *MODULES, *positions(), "__version__"])


def positions() -> dict[str, str]:
    """Where the class of each game's positions lives, by its name."""
    from .games import shipped

    return {game.position: f".games.{game.name}.position" for game in shipped().values()}


def __getattr__(name: str) -> Any:
    """What is asked for; the positions of the games, too, under the names of their classes."""
    from importlib import import_module

    if name in MODULES:
        return import_module(MODULES[name], __name__)
    if name == "__all__":
        return names()
    if name == "__version__":
        return import_module(".about", __name__).VERSION
    if name in HOMES:
        return getattr(import_module(HOMES[name], __name__), name)
    homes = positions()
    if name not in homes:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(homes[name], __name__), name)
