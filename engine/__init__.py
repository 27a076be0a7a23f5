"""Oddsfish from Python, without a process: `analyse(position, search, limits)`."""

from __future__ import annotations

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from typing import Any

    from .analysis import analyse
    from .game import Position, PythonPosition, Win
    from .games.chess.position import ChessPosition
    from .games.connect4.position import Connect4Position
    from .games.hilo.position import HiloPosition
    from .limits import Info, Limits, Line, Result, Score

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
}

__all__ = [
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
    "Win",
    "analyse",
]


def __getattr__(name: str) -> Any:
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415

    return getattr(import_module(HOMES[name], __name__), name)
