"""A guided tour: positions of a game, explanations of what each shows, and searches that a user can start there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Look:
    """A live search in the position of a step.

    depth: in plies. options: of the search, as texts. rules: of the game, if they differ from those of the tour.
    after: a move. If given, the result shows the replies to it, with their probabilities and values.
    """

    search: str
    depth: int
    options: Mapping[str, str] = field(default_factory=dict)
    rules: Mapping[str, str] = field(default_factory=dict)
    after: str = ""


@dataclass(frozen=True)
class Step:
    """A position of a tour. text: a paragraph.

    moves: from the tour's first position to this one, in protocol notation, outcomes included.

    tree, search: of a link from the step to the tree editor; "" without a link.
    """

    title: str
    text: str
    moves: tuple[str, ...] = ()
    looks: tuple[Look, ...] = ()
    tree: str = ""
    search: str = ""


@dataclass(frozen=True)
class Tour:
    """A tour. name: its name in addresses. fen: the FEN of its first position; "" for the start."""

    name: str
    title: str
    steps: tuple[Step, ...]
    fen: str = ""
    rules: Mapping[str, str] = field(default_factory=dict)
