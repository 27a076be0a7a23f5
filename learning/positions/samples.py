"""Samples for networks, from files of positions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...engine.games.chess.inputs import INPUTS
from ...engine.net.inputs import Inputs
from ..libraries import numpy
from ..networks.samples import empty, kind_of
from . import record
from .array import arrays, arrays_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

ROOK = 3
SQUARES = record.SQUARES
KINDS = 6


Wanted = Callable[[int], bool]  # of the number of a game


def samples_of(path: Path, game: str, inputs: Inputs, most: int, wanted: Wanted) -> Iterator[NDArray[Any]]:
    """Those of the wanted games of a file, about `most` at a time; ValueError as from its reader."""
    if game == record.GAME:
        return map(from_records, arrays(path, most, wanted))
    return arrays_of(path, game, kind_of(inputs), most, wanted)  # a record is a sample already


def from_records(records: NDArray[Any]) -> NDArray[Any]:
    np = numpy()
    count = len(records)
    found = empty(count, INPUTS)
    codes = np.empty((count, record.MOST_PIECES), "u1")
    codes[:, 0::2] = records["men"] & 15
    codes[:, 1::2] = records["men"] >> 4
    kinds = codes & 7
    kinds[kinds == record.CASTLES] = ROOK
    numbers = SQUARES * (KINDS * (codes >> 3).astype("u2") + kinds)
    octets = np.ascontiguousarray(records["occupied"]).view("u1").reshape(count, 8)
    rows, squares = np.nonzero(np.unpackbits(octets, axis=1, bitorder="little"))
    first = np.searchsorted(rows, np.arange(count))
    places = np.arange(len(rows)) - first[rows]
    found["active"][rows, places] = numbers[rows, places] + squares.astype("u2")
    found["score"] = records["score"]
    found["result"] = records["flags"] >> record.RESULT_SHIFT & record.RESULT_BITS
    found["turn"] = records["flags"] & record.BLACK_TO_MOVE
    return found
