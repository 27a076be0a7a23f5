"""What all pages of a server have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .workers import Workers

if TYPE_CHECKING:
    from .watching import Watching


@dataclass(frozen=True)
class Served:
    """workers: for their searches. trees: for the trees that they unfold. watching: the match to be shown, if any.

    given: options of every search.
    """

    workers: Workers
    trees: Workers
    watching: Watching | None = None
    given: Mapping[str, str] = field(default_factory=dict)
