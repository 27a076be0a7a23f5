"""Searches by their names."""

from __future__ import annotations

import sys

from ..support.text import shorten
from ..support.worker import importing
from . import AUTO, find, strongest

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from typing import Any

    from ..position import Position
    from .search import Search


def create(name: str, position: Position[Any]) -> Search:
    """A search by its name, Auto for the strongest.

    ValueError if there is none, or it cannot walk this game; RuntimeError while the interpreter ends; Busy for a signal
    handler in the middle of the import of one, which would find modules half made.
    """
    algorithm = find(strongest(position) if name == AUTO else name)
    try:
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
