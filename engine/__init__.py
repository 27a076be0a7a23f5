"""Oddsfish from Python, without a process: `analyse(position, search, limits)`.

What calls raise, whatever they are given: ValueError for a wrong value (`Busy` is one: a search is running), TypeError
or AttributeError for a wrong type, IndexError for a move too many taken back, KeyError for a mapping that lacks a name,
OverflowError for a number that no machine word holds, NotImplementedError for what a game does not have, MemoryError,
RuntimeError where no thread can be had, RecursionError in the plain-Python searches (`plain`, `tree`) alone; and
whatever a game or a callback of yours raises.
"""

from __future__ import annotations

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from typing import Any

    from . import dot, plain, tree
    from .about import VERSION as __version__
    from .analysis import analyse
    from .game import Position, PythonPosition, Win
    from .games.chess.position import ChessPosition
    from .games.connect4.position import Connect4Position
    from .games.hilo.position import HiloPosition
    from .limits import Info, Limits, Line, Result, Score
    from .session import Session
    from .worker import Busy

# Where each name lives. They are imported when asked for: the engine has to answer `uci` before all of this is loaded.
HOMES = {
    "analyse": ".analysis",
    "Position": ".game",
    "PythonPosition": ".game",
    "Win": ".game",
    "ChessPosition": ".games.chess.position",
    "Connect4Position": ".games.connect4.position",
    "HiloPosition": ".games.hilo.position",
    "Info": ".limits",
    "Limits": ".limits",
    "Line": ".limits",
    "Result": ".limits",
    "Score": ".limits",
    "Session": ".session",
    "Busy": ".worker",
}

MODULES = ("dot", "plain", "tree")

__all__ = [
    "Busy",
    "ChessPosition",
    "Connect4Position",
    "HiloPosition",
    "Info",
    "Limits",
    "Line",
    "Position",
    "PythonPosition",
    "Result",
    "Score",
    "Session",
    "Win",
    "__version__",
    "analyse",
    "dot",
    "plain",
    "tree",
]


def __dir__() -> list[str]:
    return sorted([*__all__, "__doc__", "__file__", "__name__", "__path__"])


def __getattr__(name: str) -> Any:
    from importlib import import_module  # noqa: PLC0415

    if name in MODULES:
        return import_module(f".{name}", __name__)
    if name == "__version__":
        return import_module(".about", __name__).VERSION
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(HOMES[name], __name__), name)
