"""A guided tour: positions of a game, what is to be seen in each, and what searches say of it when somebody looks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Look:
    """A search that is asked about the position of a step, while somebody looks on.

    depth: in plies. options: of the search, as texts. rules: of the game, where they are others than the tour's.
    after: a move; what is shown then are the replies to it, how likely each is, and what it is worth.
    """

    search: str
    depth: int
    options: Mapping[str, str] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)
    after: str = ""


@dataclass(frozen=True)
class Step:
    """text: a paragraph. moves: from the tour's first position, in protocol notation, chance included.

    tree, search: of the tree editor, to which the step leads; "" if it does not.
    """

    title: str
    text: str
    moves: tuple[str, ...] = ()
    looks: tuple[Look, ...] = ()
    tree: str = ""
    search: str = ""


@dataclass(frozen=True)
class Tour:
    """name: in addresses. fen: of its first position, "" for the start."""

    name: str
    title: str
    steps: tuple[Step, ...]
    fen: str = ""
    rules: Mapping[str, str] = field(default_factory=dict)
