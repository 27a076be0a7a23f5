"""WDL: the probabilities of a win, a draw and a loss for a score, by a model of our own games.

A win has the probability 1 / (1 + exp((a - score) / b)), in centipawns. A loss has the probability of a win with the
opposite score; the rest are draws. a is the score that wins half of the games; the larger b is, the less a score
decides. Both are polynomials of the material on the board. The form is that of Stockfish's `win_rate_model`
(https://github.com/official-stockfish/WDL_model). `scripts/fit/fit_wdl.py` fits the coefficients, in `wdl.json`.
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
PIECE_VALUES = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9}  # in the sum of the material
LEAST, MOST = 10, 78  # material beyond these limits counts as the limit
STEEPEST = 500.0  # the largest exponent; from there on, a probability is 0

Wdl = tuple[int, int, int]
WON: Wdl = (1000, 0, 0)
DRAWN: Wdl = (0, 1000, 0)
LOST: Wdl = (0, 0, 1000)


@dataclass(frozen=True)
class WdlModel:
    """The coefficients of both polynomials of material / MOST, from the constant on.

    ValueError if b is not above 0 for every material.
    """

    a: tuple[float, ...]
    b: tuple[float, ...]

    def __post_init__(self) -> None:
        if min(polynomial(self.b, material / MOST) for material in range(LEAST, MOST + 1)) <= 0:
            raise ValueError(f"b must be above 0 for every material: {self.b}")

    def wdl(self, centi: int, material: int) -> Wdl:
        """How many of 1000 games the side with this score wins, draws and loses."""
        a, b = self.curve(material)
        won, lost = (round(1000 * logistic((sign * centi - a) / b)) for sign in (1, -1))
        return won, 1000 - won - lost, lost

    def curve(self, material: int) -> tuple[float, float]:
        """The numbers a and b for this material, in centipawns."""
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
    """The material of both sides, in pawns."""
    return sum(PIECE_VALUES.get(letter, 0) for letter in position.fen().partition(" ")[0].lower())


def wdl(position: ChessPosition, score: Score) -> Wdl:
    """How many of 1000 games the side to move wins, draws and loses from this position, with this score."""
    if score.plies is not None:
        return WON if score.value > 0 else LOST
    if score.result is not None:
        return (DRAWN, WON, LOST)[score.result]
    if not position.moves():
        return DRAWN
    return shipped().wdl(score.centi, material_of(position))
