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
    """Create a search by its name; Auto is the strongest one.

    ValueError if there is none, or if it cannot search this position; RuntimeError while the interpreter ends; Busy if
    a signal handler calls this during the import of a search.
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
