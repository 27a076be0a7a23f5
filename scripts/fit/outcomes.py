"""Outcomes: how games ended from positions with scores, and how a model is fitted to them.

The model is that of `engine/games/chess/wdl_model.py`, symmetric in both sides. The fit has the maximum likelihood.
Positions of one game share its result, so whole games are held out for testing, not positions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from oddsfish.engine.games.chess.wdl_model import LEAST, MOST, PIECE_VALUES, WdlModel
from oddsfish.learning.libraries import NDArray, np
from oddsfish.learning.logistic import logistic
from oddsfish.learning.positions.array import arrays, boards, results
from oddsfish.learning.positions.record import LETTERS

TESTED = 20  # one game in so many is held out
WIDEST = 1500  # centipawns: scores beyond are left out, as games are adjudicated there
DEGREE = 3  # of the polynomials
UNIT = 100  # centipawns: the descent needs numbers of about 1
BEGINNING = (1.5, 0.75)  # a and b at the beginning of the descent, in that unit
LATEST = 2**16  # beyond any ply
TINY = 1e-12  # the least chance whose logarithm is taken


@dataclass(frozen=True)
class Outcomes:
    """Positions with results, from White's view. material: of both sides, in pawns. game: the number of its game."""

    scores: NDArray[np.float64]
    material: NDArray[np.float64]
    results: NDArray[np.float32]
    game: NDArray[np.int64]


def read(path: Path, report: Callable[[int], None] = lambda done: None) -> Outcomes:
    """All outcomes of a file; ValueError as from `Reader`, and if there are none. report: gets their number so far."""
    piece_values = np.array([PIECE_VALUES.get(letter.lower(), 0) for letter in LETTERS])
    parts = []
    done = games = 0
    for records in arrays(path):
        begins = np.diff(records["ply"].astype("i8"), prepend=LATEST) <= 0  # plies grow within a game
        number = games + np.cumsum(begins)
        games = int(number[-1])
        material = piece_values[boards(records)].sum(axis=1)
        parts.append((records["score"].astype(float), material.astype(float), results(records), number))
        done += len(records)
        report(done)
    if not parts:
        raise ValueError(f"{path} has no positions")
    columns = [np.concatenate(column) for column in zip(*parts, strict=True)]
    kept = abs(columns[0]) <= WIDEST
    return Outcomes(*[column[kept] for column in columns])


def held_out(outcomes: Outcomes, seed: int) -> NDArray[np.bool_]:
    """The held-out positions: those of games drawn at random."""
    games = int(outcomes.game.max()) + 1
    tested: NDArray[np.bool_] = np.random.default_rng(seed).integers(TESTED, size=games) == 0
    return tested[outcomes.game]


def fit(outcomes: Outcomes, chosen: NDArray[np.bool_], report: Callable[[float], None] = lambda loss: None) -> WdlModel:
    """The model that makes the results of the chosen positions most likely. report: gets the mean loss of each step.

    ValueError if a or b is not above 0 for all material: draws would have a chance below 0. ImportError without SciPy.
    """
    from scipy.optimize import minimize

    beginning = [value for first in BEGINNING for value in (first, *[0.0] * DEGREE)]

    def loss(found: NDArray[Any]) -> float:
        return cross_entropy(model_of(found * UNIT), outcomes, chosen)

    none = ValueError(f"the outcomes of {int(chosen.sum()):,} positions have no model: too few?")
    try:
        found = UNIT * minimize(loss, np.array(beginning), method="BFGS", callback=lambda found: report(loss(found))).x
        model = model_of([round(float(value), 3) for value in found])
    except ValueError:  # a step of the descent has led to no valid model
        raise none from None
    shares = np.arange(LEAST, MOST + 1) / MOST
    if min(*np.polyval(model.a[::-1], shares), *np.polyval(model.b[::-1], shares)) <= 0:
        raise none
    return model


def model_of(coefficients: Any) -> WdlModel:
    return WdlModel(tuple(coefficients[: DEGREE + 1]), tuple(coefficients[DEGREE + 1 :]))


def cross_entropy(model: WdlModel, outcomes: Outcomes, chosen: NDArray[np.bool_]) -> float:
    """The mean cross-entropy of the results of the chosen positions, in nats."""
    scores, ended = outcomes.scores[chosen], outcomes.results[chosen]
    shares = np.clip(outcomes.material[chosen], LEAST, MOST) / MOST
    a, b = np.polyval(model.a[::-1], shares), np.polyval(model.b[::-1], shares)
    won, lost = logistic((scores - a) / b), logistic((-scores - a) / b)
    chance = np.select([ended == 1, ended == 0], [won, lost], 1 - won - lost)
    return float(-np.log(np.maximum(chance, TINY)).mean())
