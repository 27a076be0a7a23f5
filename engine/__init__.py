"""Use Oddsfish from Python, without a separate process: `analyse(position, search, limits)`.

Whatever their arguments, calls raise only these exceptions:

- ValueError: a wrong value. `Busy`, raised while a search is running, is a ValueError.
- TypeError, AttributeError: a wrong type.
- IndexError: more moves taken back than were played.
- KeyError: a mapping lacks a name.
- OverflowError: a number does not fit into a machine word.
- NotImplementedError: the game does not have this feature.
- MemoryError.
- RuntimeError: no thread can be started.
- RecursionError: only in the plain-Python searches (`plain`, `tree`).
- Any exception that a game or a callback of yours raises.
"""

from __future__ import annotations

from . import moved as moved
from .support import levels

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from typing import Any

    from . import games as games
    from . import plain as plain
    from . import searches as searches
    from .algorithm import Algorithm as Algorithm
    from .analysis import analyse as analyse
    from .analysis import verbose as verbose
    from .comparison import Comparison as Comparison
    from .comparison import compare as compare
    from .display import dot as dot
    from .display import tree as tree
    from .display import tree_drawing as tree_drawing
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

levels.choose(__name__, __path__[0])

# Where each name lives. They are imported when asked for: the engine has to answer `uci` before all of this is loaded.
HOMES = {
    "analyse": ".analysis",
    "verbose": ".analysis",
    "Comparison": ".comparison",
    "compare": ".comparison",
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
    name: f".display.{name}" for name in ("dot", "tree", "tree_drawing")
}


def __dir__() -> list[str]:
    return sorted([*names(), "__doc__", "__file__", "__name__", "__path__"])


def names() -> list[str]:
    """Return all public names, sorted."""
    return sorted([*HOMES, *MODULES, *positions(), "__version__"])


def positions() -> dict[str, str]:
    """Map the class name of each game's positions to the module that defines it."""
    from .games import shipped

    return {game.position: f".games.{game.name}.position" for game in shipped().values()}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used. The position classes of the games are public names, too."""
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
