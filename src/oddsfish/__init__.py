"""Oddsfish: a chess, Connect-4 and HiLo engine that plans against a perfect opponent, or one that makes mistakes.

    from oddsfish import ChessPosition, analyse

    print(analyse("startpos", "minimax", depth=2, multipv=3))

Every public name of `oddsfish.engine` is here, too; its docstring lists what calls raise.
"""

from __future__ import annotations

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from typing import Any

    from .engine import *  # noqa: F403

# The engine is imported when a name is first used: it has to answer `uci` before the library is loaded.


def __dir__() -> list[str]:
    from . import engine

    return sorted({*engine.names(), *globals()} - {"annotations", "TYPE_CHECKING"})


def __getattr__(name: str) -> Any:
    """A public name of the engine."""
    from importlib import import_module

    engine = import_module(".engine", __name__)  # not `from . import engine`, which would call this function
    if name == "engine":
        return engine
    try:
        return getattr(engine, name)
    except AttributeError:
        if name in engine.names():
            raise  # by its module
        text = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(text, name=name, obj=import_module(__name__)) from None  # for "Did you mean: ...?"
