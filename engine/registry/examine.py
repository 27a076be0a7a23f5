"""Checks of the description of a game or a search from another package, made once, when it is found.

The tests make the same checks for the shipped ones.
"""

from __future__ import annotations

import re

from ..option import Option
from .common_options import COMMON, RESERVED, UCI_ALONE, own
from .found import shipped_games, shipped_searches

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ..algorithm import Algorithm
    from ..game import Game

NAME = re.compile(r"[a-z][a-z0-9]*")  # of a game
OPTION_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
CUSTOMARY = ("Skill Level",)  # two words, but UCI clients expect this name
RULES = ("check", "spin", "combo")  # kinds that the command line can ask for


def examine_game(game: Game) -> None:
    """Raise ValueError with the first fault of a game."""
    if not NAME.fullmatch(game.name):
        raise ValueError(f"a game's name is small letters and digits, not {game.name!r}")
    if not game.title:
        raise ValueError("a game has a title")
    seats = game.seats
    if len(seats) not in (1, 2) or not all(seats) or len({seat.lower() for seat in seats}) < len(seats):
        raise ValueError(f"a game has one seat or two of different names, not {', '.join(map(repr, seats))}")
    if len(game.pieces) != len(seats):
        raise ValueError(f"a game has a symbol for each seat, or none, not {len(game.pieces)} for {len(seats)}")
    for rule in game.rules:
        if rule.kind not in RULES:
            raise ValueError(f"a rule is {', '.join(RULES)}, not {rule.kind}: {rule.name}")
    examine_options(own(game), that_ship())


def examine_algorithm(algorithm: Algorithm) -> None:
    """Raise ValueError with the first fault of a search."""
    examine_options(algorithm.options, that_ship(), shares=False)


def that_ship() -> list[Option]:
    """Return the options of all shipped games and searches, and the common ones."""
    games, searches = shipped_games().values(), shipped_searches().values()
    own_ones = (option for game in games for option in own(game))
    return [*own_ones, *(option for algorithm in searches for option in algorithm.options), *COMMON, *UCI_ALONE]


def examine_options(options: Sequence[Option], others: Iterable[Option], *, shares: bool = True) -> None:
    """Raise ValueError if an option has a malformed name, or the name of another option.

    shares: whether a combo may add choices to a combo of the same name, as for Evaluation and MoveOrder.
    """
    taken = {option.name.lower(): option for option in others}
    taken |= {name.lower(): Option(name, "combo", "", "", "") for name in RESERVED}
    general = {*RESERVED, *(option.name for option in (*COMMON, *UCI_ALONE))}
    seen: set[str] = set()
    for option in options:
        name = option.name
        if not OPTION_NAME.fullmatch(name) and name not in CUSTOMARY:
            raise ValueError(f"an option's name is letters, digits and _, not {name!r}")
        if name.lower() in seen:
            raise ValueError(f"there are two options {name}")
        seen.add(name.lower())
        known = taken.get(name.lower())
        if known is None:
            continue
        alike = (known.name, known.kind, known.default) == (name, option.kind, option.default)
        if not (shares and alike and option.kind == "combo" and name not in general):
            raise ValueError(f"there is an option {name} already; only a combo with the same default can be shared")
