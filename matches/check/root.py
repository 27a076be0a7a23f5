"""The position at which a search begins, and the arbiter of the moves there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from ...engine.games import find_variant, rule_of
from ..game.arbiter import Arbiter
from ..game.loop import make_arbiter
from ..players.uci_lines import position_text
from ..settings import Fixture, Opening
from ..variants import USUAL

Rules = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Root:
    """text: what follows `position`. choices: the legal moves, None if the game is not known here.

    variant: that is played, if variations can be followed; "" if chance has a part, or the game is not known here.
    """

    text: str
    choices: tuple[str, ...] | None = None
    variant: str = ""

    def arbiter(self) -> Arbiter:
        """The arbiter at this position; there must be a variant."""
        start, _, moves = self.text.partition(" moves ")
        arbiter = arbiter_of(self.variant, "" if start == "startpos" else start.removeprefix("fen "))
        for move in moves.split():
            arbiter.play(move)
        return arbiter


def arbiter_of(variant: str, fen: str = "", rules: Rules = ()) -> Arbiter:
    game = Fixture(
        number=1,
        pair=1,
        leg=1,
        seats=(0, 1),
        players=(),
        opening=Opening(fen),
        seed="check",
        variant=variant,
        variant_options=rules,
    )
    return make_arbiter(game)


def known_arbiter(game: str, options: Mapping[str, str]) -> Arbiter | None:
    """The arbiter of a UGI game at its start, by the options that are its rules; None if it is not known here."""
    try:
        found, _ = find_variant(game)
    except ValueError:
        return None
    return arbiter_of(game, rules=tuple((name, value) for name, value in options.items() if rule_of(found, name)))


@cache
def usual_root(text: str) -> Root:
    """A position of the usual game of UCI."""
    return Root(text, tuple(Root(text, variant=USUAL).arbiter().choices()), USUAL)


def root_of(arbiter: Arbiter, variant: str = "") -> Root:
    """The current position of an arbiter."""
    return Root(position_text(arbiter), tuple(arbiter.choices()), variant)
