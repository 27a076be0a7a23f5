"""Random: any legal move, to have somebody to beat."""

from __future__ import annotations

from ..search import Search


class Random(Search):
    """Looks at nothing; every legal move is as good as any other, and `Seed` decides."""

    at_random = True
