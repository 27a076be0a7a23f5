"""FENs of any game."""

from __future__ import annotations

import re
from types import MappingProxyType

from .. import games
from ..options import options_for
from ..support.text import shorten

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ..position import Position


def read(text: str, rules: Mapping[str, str] = MappingProxyType({})) -> Position[Any]:
    """Return the position of a FEN of any shipped game. The form of the FEN shows the game.

    rules: of that game, by name in any case.

    `startpos`, a word of UCI, is the start of the first shipped game.

    ValueError, with the message of that game, if the FEN is wrong.
    """
    start = text.strip() == "startpos"
    faults = []
    for game in games.shipped().values():
        if start or re.match(game.fen_form, text.strip()):
            given = {name: value for name, value in rules.items() if games.rule_of(game, name)}
            for variant in game.known_variants:
                try:
                    return game.start(None if start else text, options_for(game, {**variant.rules, **given}))
                except ValueError as fault:
                    faults.append(fault)
    if not faults and "/" in text:
        first = next(iter(games.shipped().values()))
        return first.start(text, options_for(first))  # for its error message
    raise faults[0] if faults else ValueError(f"{shorten(text)!r} is no FEN of {', '.join(games.shipped())}")
