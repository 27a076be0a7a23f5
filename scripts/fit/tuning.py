"""Tuning: find the weights with which the evaluation predicts results best.

A sparse matrix has the count of each weight in each position. A logistic function turns the evaluation of a quiet
position into an expected score. Adam (Kingma and Ba, 2015) minimises the cross-entropy between that and the wanted
score, over batches of positions. The method is that of P. Österlund for Texel
(https://www.chessprogramming.org/Texel%27s_Tuning_Method), with the gradient instead of trials.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from math import log
from pathlib import Path
from typing import Any

from oddsfish.engine.games.chess.evaluations import Tapered
from oddsfish.engine.games.chess.evaluations.weights import LAYOUT, Weight
from oddsfish.engine.games.chess.explain import explain
from oddsfish.learning.libraries import NDArray, np, sparse
from oddsfish.learning.logistic import cross_entropy, logistic, lowest
from oddsfish.learning.positions.reader import Reader

CHUNK = 2**14  # positions whose counts are dense for a moment
BATCH = 2**14  # positions
RATE = 1.0  # centipawns of a step at first
MEANS = (0.9, 0.999)  # what remains of Adam's running means after a step
TINY = 1e-8
TESTED = 20  # one in so many positions, the last ones, is held out
RANGE = (0.1, 4.0)  # of the steepness, as multiples of that of Elo's scale in centipawns
HALVINGS = 30


@dataclass(frozen=True)
class Counts:
    """The counts of w weights in n positions, from White's view.

    matrix: sparse, (n, w). shares: (n, 2), the factors of the sums for the middlegame and the endgame. rest: (n,),
    centipawns that come from no weight. results: (n,), 1, 0.5 or 0. scores: (n,), centipawns.
    """

    matrix: Any
    shares: NDArray[np.float32]
    rest: NDArray[np.float32]
    results: NDArray[np.float32]
    scores: NDArray[np.float32]


def count(path: Path, most: int, report: Callable[[int], None] = lambda done: None, weights: str = "") -> Counts:
    """The counts of the first `most` positions of a file; ValueError as from `Reader`, and if there are none.

    report: gets the number counted so far. weights: a file of weights, which decide who leads in an endgame; "" for the
    shipped ones.
    """
    evaluation = Tapered(weights)
    matrices, numbers = [], []
    with Reader(path) as reader:
        records = islice(reader.records(), most)
        done = 0
        while chunk := list(islice(records, CHUNK)):
            dense: Any = np.zeros((len(chunk), sum(number for number, _ in LAYOUT.values())), "i2")
            for row, record in zip(dense, chunk, strict=True):
                shares = explain(evaluation, record.position(), row)
                numbers.append((*shares, record.result, record.score))
            matrices.append(sparse.csr_matrix(dense, dtype="f4"))
            done += len(chunk)
            report(done)
    if not matrices:
        raise ValueError(f"{path} has no positions")
    columns = np.array(numbers, "f4")
    return Counts(sparse.vstack(matrices, "csr"), columns[:, :2], columns[:, 2], columns[:, 3], columns[:, 4])


@dataclass(frozen=True)
class Epoch:
    """After a number of passes: the cross-entropy of the training positions, and of the held-out ones."""

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
    """The weights after `epochs` passes over the training positions. The step size falls to about 0 meanwhile.

    share: of a game's result in the wanted score; the rest is the score of the search. report: gets each epoch, and the
    state before the first one. An exception from it ends the tuning.
    """
    found = np.array(weights, float)
    steepness = fit_steepness(counts, found)
    wanted = share * counts.results + (1 - share) * logistic(steepness * counts.scores)
    kept = len(wanted) - len(wanted) // TESTED
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
        expected = logistic(steepness * evaluations(counts.matrix, counts.shares, counts.rest, found))
        losses = (cross_entropy(expected[part], wanted[part]) for part in (slice(kept), slice(kept, None)))
        report(Epoch(number, *losses))
    return [(round(middlegame), round(endgame)) for middlegame, endgame in found]


def fit_steepness(counts: Counts, weights: NDArray[Any]) -> float:
    """The steepness of the expected score, for each centipawn, with which the current weights predict results best.

    It stays the same while the weights change, so that a pawn remains worth about 100.
    """
    values = evaluations(counts.matrix, counts.shares, counts.rest, weights)
    low, high = (bound * log(10) / 400 for bound in RANGE)
    return lowest(lambda found: cross_entropy(logistic(found * values), counts.results), low, high, HALVINGS)


def evaluations(matrix: Any, shares: NDArray[Any], rest: NDArray[Any], weights: NDArray[Any]) -> NDArray[Any]:
    """The evaluations in centipawns, from White's view."""
    found: NDArray[Any] = (matrix @ weights * shares).sum(axis=1) + rest
    return found


def gradient(counts: Counts, rows: Any, weights: NDArray[Any], wanted: NDArray[Any], steepness: float) -> NDArray[Any]:
    """The gradient of the mean cross-entropy of some positions, by the weights."""
    matrix, shares = counts.matrix[rows], counts.shares[rows]
    expected = logistic(steepness * evaluations(matrix, shares, counts.rest[rows], weights))
    missed = (expected - wanted) * steepness / len(wanted)
    found: NDArray[Any] = matrix.T @ (missed[:, None] * shares)
    return found
