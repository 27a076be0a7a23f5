"""WDL: how often a position with such a score is won, drawn and lost, by a model of our own games.

Won with the chance 1 / (1 + exp((a - score) / b)), in centipawns; lost with the chance that the opposite score is won,
drawn otherwise. a, the score that wins every other game, and b, how soon more of it wins more of them, are polynomials
of the material on the board. The form is that of Stockfish's `win_rate_model` (https://github.com/official-stockfish/
WDL_model); the coefficients, in `wdl.json`, are fitted by `scripts/fit/fit_wdl.py`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import exp
from pathlib import Path

from ...results import Score
from .position import ChessPosition

SHIPPED = Path(__file__).with_name("wdl.json")
PIECE_VALUES = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9}  # of material
LEAST, MOST = 10, 78  # material beyond counts as that
STEEPEST = 500.0  # of an exponent; beyond, a chance is none

Wdl = tuple[int, int, int]
WON: Wdl = (1000, 0, 0)
DRAWN: Wdl = (0, 1000, 0)
LOST: Wdl = (0, 0, 1000)


@dataclass(frozen=True)
class WdlModel:
    """The coefficients of both polynomials, from the constant on, of the material's share of MOST.

    ValueError if b is not above 0 for every material.
    """

    a: tuple[float, ...]
    b: tuple[float, ...]

    def __post_init__(self) -> None:
        if min(polynomial(self.b, material / MOST) for material in range(LEAST, MOST + 1)) <= 0:
            raise ValueError(f"b must be above 0 for every material: {self.b}")

    def wdl(self, centi: int, material: int) -> Wdl:
        """Of a thousand games, how many are won, drawn and lost by the side to whom the score is this."""
        a, b = self.curve(material)
        won, lost = (round(1000 * logistic((sign * centi - a) / b)) for sign in (1, -1))
        return won, 1000 - won - lost, lost

    def curve(self, material: int) -> tuple[float, float]:
        """The score that wins every other game, and how soon more of it wins more of them, in centipawns."""
        share = max(LEAST, min(MOST, material)) / MOST
        return polynomial(self.a, share), polynomial(self.b, share)


def polynomial(coefficients: Sequence[float], x: float) -> float:
    return sum(coefficient * x**power for power, coefficient in enumerate(coefficients))


def logistic(x: float) -> float:
    return 1 / (1 + exp(min(STEEPEST, -x)))


@cache
def shipped() -> WdlModel:
    found = json.loads(SHIPPED.read_text(encoding="ascii"))
    return WdlModel(tuple(found["a"]), tuple(found["b"]))


def material_of(position: ChessPosition) -> int:
    """Both sides' pieces, in pawns."""
    return sum(PIECE_VALUES.get(letter, 0) for letter in position.fen().partition(" ")[0].lower())


def wdl(position: ChessPosition, score: Score) -> Wdl:
    """Of a thousand games from here, how many the side to move wins, draws and loses."""
    if score.plies is not None:
        return WON if score.value > 0 else LOST
    if score.result is not None:
        return (DRAWN, WON, LOST)[score.result]
    if not position.moves():
        return DRAWN
    return shipped().wdl(score.centi, material_of(position))
