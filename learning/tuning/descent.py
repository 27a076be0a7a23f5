"""Gradient descent: the weights by which the evaluation foretells best how games end.

The evaluation of a quiet position becomes an expected score by a logistic function; what that misses of the score that
is wanted, as cross-entropy, is brought down by Adam (Kingma and Ba, 2015) over batches of positions. The method is P.
Österlund's for Texel (https://www.chessprogramming.org/Texel%27s_Tuning_Method), with the gradient instead of trials.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Any

from ...engine.games.chess.evaluations.weights import Weight
from .counts import Counts, libraries

if TYPE_CHECKING:
    from numpy.typing import NDArray

BATCH = 2**14  # positions
RATE = 1.0  # centipawns of a step at first
MEANS = (0.9, 0.999)  # what remains of Adam's running means after a step
TINY = 1e-8
TESTED = 20  # one in so many positions, the last ones, is kept apart to test on
RANGE = (0.1, 4.0)  # in which the steepness is looked for, times that of Elo's scale in centipawns
HALVINGS = 30


@dataclass(frozen=True)
class Epoch:
    """After a number of passes: the cross-entropy of what is trained on, and of what is kept apart."""

    number: int
    trained: float
    tested: float


def tune(
    counts: Counts,
    weights: Sequence[Weight],
    epochs: int,
    share: float,
    seed: int,
    report: Callable[[Epoch], None] = lambda epoch: None,
) -> list[Weight]:
    """The weights after so many passes over all positions; the step falls to nothing meanwhile.

    share: of a game's result in the score that is wanted; the rest is what the search said. report: of each epoch, the
    one before the first included. What it raises ends the descent.
    """
    np, _ = libraries()
    steepness = fit_steepness(counts, weights)
    wanted = share * counts.results + (1 - share) * expected(counts.scores, steepness)
    kept = len(wanted) - len(wanted) // TESTED
    found = np.array(weights, float)
    means = np.zeros((2, *found.shape))
    fade = np.array(MEANS)[:, None, None]
    random = np.random.default_rng(seed)
    step = 0
    steps = epochs * -(-kept // BATCH)
    order = np.arange(kept)
    for number in range(epochs + 1):
        if number:
            random.shuffle(order)
            for start in range(0, kept, BATCH):
                rows = np.sort(order[start : start + BATCH])
                slope = gradient(counts, rows, found, wanted[rows], steepness)
                step += 1
                means = fade * means + (1 - fade) * np.stack((slope, slope**2))
                first, second = means / (1 - fade**step)
                found -= RATE * (1 - step / (steps + 1)) * first / (np.sqrt(second) + TINY)
        report(Epoch(number, *losses(counts, found, wanted, steepness, kept)))
    return [(round(middlegame), round(endgame)) for middlegame, endgame in found]


def evaluations(counts: Counts, rows: Any, weights: NDArray[Any]) -> NDArray[Any]:
    """In centipawns, White's view."""
    return weighed(counts.matrix[rows], counts.shares[rows], counts.rest[rows], weights)


def weighed(matrix: Any, shares: NDArray[Any], rest: NDArray[Any], weights: NDArray[Any]) -> NDArray[Any]:
    found: NDArray[Any] = (matrix @ weights * shares).sum(axis=1) + rest
    return found


def expected(centipawns: NDArray[Any], steepness: float) -> NDArray[Any]:
    """What White scores in the mean."""
    np, _ = libraries()
    found: NDArray[Any] = 1 / (1 + np.exp(np.clip(-steepness * centipawns, -50, 50)))
    return found


def gradient(counts: Counts, rows: Any, weights: NDArray[Any], wanted: NDArray[Any], steepness: float) -> NDArray[Any]:
    """Of the mean cross-entropy of some positions, by each weight."""
    matrix, shares = counts.matrix[rows], counts.shares[rows]
    value = weighed(matrix, shares, counts.rest[rows], weights)
    missed = (expected(value, steepness) - wanted) * steepness / len(wanted)
    found: NDArray[Any] = matrix.T @ (missed[:, None] * shares)
    return found


def cross_entropy(found: NDArray[Any], wanted: NDArray[Any]) -> float:
    np, _ = libraries()
    found = np.clip(found, 1e-9, 1 - 1e-9)
    return float(-(wanted * np.log(found) + (1 - wanted) * np.log(1 - found)).mean())


def losses(
    counts: Counts, weights: NDArray[Any], wanted: NDArray[Any], steepness: float, kept: int
) -> tuple[float, float]:
    """The cross-entropy of the first `kept` positions and of the others."""
    found = expected(evaluations(counts, slice(None), weights), steepness)
    return cross_entropy(found[:kept], wanted[:kept]), cross_entropy(found[kept:], wanted[kept:])


def fit_steepness(counts: Counts, weights: Sequence[Weight]) -> float:
    """How steeply the expected score rises with a centipawn of the present evaluation: what foretells results best.

    It stays as it is while the weights change, so that a pawn goes on to be worth about 100.
    """
    np, _ = libraries()
    value = evaluations(counts, slice(None), np.array(weights, float))
    low, high = (bound * log(10) / 400 for bound in RANGE)
    for _ in range(HALVINGS):  # ternary search: there is one minimum
        first, second = low + (high - low) / 3, high - (high - low) / 3
        if cross_entropy(expected(value, first), counts.results) < cross_entropy(
            expected(value, second), counts.results
        ):
            high = second
        else:
            low = first
    return (low + high) / 2
