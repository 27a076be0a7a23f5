"""Counts: how often each weight counts in each position of a file, as a sparse matrix."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...engine.games.chess.evaluations import Tapered
from ...engine.games.chess.evaluations.weights import LAYOUT
from ...engine.games.chess.explain import explain
from ..positions.reader import Reader
from ..positions.record import Record

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CHUNK = 2**14  # positions whose counts are dense for a moment


@dataclass(frozen=True)
class Counts:
    """Of n positions and w weights, from White's view.

    matrix: sparse, (n, w). shares: (n, 2), how much of the sums for the middlegame and the endgame counts. rest: (n,),
    centipawns that are no weight's. results: (n,), 1, 0.5 or 0. scores: (n,), centipawns.
    """

    matrix: Any
    shares: NDArray[np.float32]
    rest: NDArray[np.float32]
    results: NDArray[np.float32]
    scores: NDArray[np.float32]


def count(path: Path, most: int, report: Callable[[int], None] = lambda done: None, weights: str = "") -> Counts:
    """The counts of the first `most` positions of a file; report is called with how many are done.

    weights: a file of them, by which it is known who leads in an endgame; empty: those that ship.

    ValueError as from `Reader`, and if there are none; ImportError without NumPy and SciPy.
    """
    np, sparse = libraries()
    evaluation = Tapered(weights)
    matrices, numbers = [], []
    with Reader(path) as reader:
        records: Iterator[Record] = islice(reader.records(), most)
        done = 0
        while chunk := list(islice(records, CHUNK)):
            dense = np.zeros((len(chunk), sum(number for number, _ in LAYOUT.values())), "i2")
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


def libraries() -> tuple[Any, Any]:
    """NumPy and SciPy's sparse matrices; ImportError, which says how they come, where they are not installed."""
    try:
        import numpy as np
        from scipy import sparse
    except ImportError as missing:
        raise ImportError(f'tuning needs NumPy and SciPy: pip install "oddsfish[learn]" ({missing})') from None
    return np, sparse
