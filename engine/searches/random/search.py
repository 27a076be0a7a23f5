"""Random: it plays any legal move, as an opponent that is easy to beat."""

from __future__ import annotations

from ..search import Search


class Random(Search):
    """Searches nothing: all legal moves count as equal, and random numbers from `Seed` decide."""

    at_random = True
