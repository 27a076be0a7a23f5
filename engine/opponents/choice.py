"""The model of the opponent that the options ask for."""

from __future__ import annotations

from .. import games
from ..option import Option
from . import options as known
from .model import OpponentModel
from .planner import Blunder, Softmax

TYPE_CHECKING = False  # to type checkers it is true; the module typing is slow to import
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ..option import Value
    from ..position import Position


def model_for(name: str, position: Position[Any], options: Mapping[str, Value]) -> OpponentModel | None:
    """A new model by its name; None for an opponent that plays optimally.

    ValueError if there is none of this name, if the game has no model of people, or for a number out of its range.
    """

    def number(option: Option) -> int:
        return option.check_number(options[option.name])

    if name == known.OPTIMAL:
        return None
    if name == known.UNIFORM:
        return OpponentModel()
    if name == known.SOFTMAX:
        return Softmax(number(known.DEPTH), options, number(known.TEMPERATURE))
    if name == known.BLUNDER:
        return Blunder(number(known.DEPTH), options, number(known.RATE) / 1000)
    if name == known.HUMAN:
        game = games.of(position)
        if game is not None:
            return game.human(number(known.ELO), options)
        raise ValueError(f"{type(position).__name__} has no model of people")
    raise ValueError(f"an opponent is one of {', '.join(known.NAMES[1:])}")
