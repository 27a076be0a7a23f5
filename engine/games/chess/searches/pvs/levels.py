"""Levels: from `UCI_Elo` and `Skill Level` to the handicap under which PVS plays."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from math import ceil, exp, log

from .....control.handicap import Handicap
from .....option import Value
from . import algorithm

# Elo: that of Stockfish 15.1 with the same UCI_Elo. Nodes for a move. Error: in centipawns.
TABLE = (
    (1350, 420, 87.0),
    (1500, 610, 52.0),
    (1750, 1_900, 23.0),
    (2000, 7_700, 8.0),
    (2250, 28_000, 0.0),
    (2600, 1_000_000, 0.0),
)
MOST_LINES = 4  # moves to choose from, at most
ERROR_OF_LINE = 10.0  # centipawns of error for each further move to choose from


def handicap(options: Mapping[str, Value]) -> Handicap | None:
    """The handicap for these options; None for full strength. ValueError for a number out of its range."""
    elo = algorithm.ELO.check_number(options["UCI_Elo"])
    level = algorithm.LEVEL.check_number(options["Skill Level"])
    if options["UCI_LimitStrength"]:
        return of(elo)
    if level == algorithm.LEVEL.high:
        return None
    low, high = algorithm.ELO.low, algorithm.ELO.high
    return of(low + (high - low) * level / algorithm.LEVEL.high)


def of(elo: float) -> Handicap:
    """The handicap for a level. Between the rows of TABLE, the logarithm of nodes and the error are linear in Elo."""
    place = min(max(bisect_right([row[0] for row in TABLE], elo), 1), len(TABLE) - 1)
    (low, few, large), (high, many, small) = TABLE[place - 1 : place + 1]
    share = (elo - low) / (high - low)
    error = large + share * (small - large)
    lines = min(MOST_LINES, 1 + ceil(error / ERROR_OF_LINE))
    return Handicap(round(exp(log(few) + share * log(many / few))), lines, error)
